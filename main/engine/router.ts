import { implement, ORPCError } from '@orpc/server';
import { engineContract } from '../../shared/contract/index.ts';
import type { Refusal } from '../../shared/model/index.ts';
import { documentsRouter } from './documents-router.ts';
import type { Engine } from './engine.ts';
import { mattersRouter } from './matters-router.ts';
import { codeOfFullDisk, localStorageErrorCode, notWrittenDown } from './platform/local-storage-errors.ts';
import { requestsRouter } from './requests-router.ts';
import { refuse, valueOf, workspaceOf as workspaceOfEngine } from './router-context.ts';
import { exportExposure, exposure } from './sign-out/exposure.ts';
import { together, unfiledAfterLook } from './sign-out/unfiled.ts';
import { pauseAll } from './use-cases/pausing.ts';
import { actOnProblem, problemsOf } from './use-cases/problems.ts';
import { documentCustody } from './view/document-custody.ts';
import { matterTypesFor } from './view/matter-rows.ts';
import { exportMatters } from './view/matters-export.ts';
import { staffList } from './view/staff-list.ts';
import { exportTimeline } from './view/timeline-export.ts';

/** What the disk did not take is refused in words, whatever was asked for. */
const os = implement(engineContract).use(async ({ next }) => {
  try {
    return await next();
  } catch (failure) {
    const code = localStorageErrorCode(failure) ?? codeOfFullDisk(failure);
    if (code === null) throw failure;
    const data = notWrittenDown(code);
    throw new ORPCError('REFUSED', { status: 422, message: data.what, data });
  }
});

/** Milliseconds that the window waits for folders to be looked through before it is told what is not filed. */
const longestLook = 5_000;

/** Answers `engineContract`. `leave` ends the process once everything in hand is on disk. */
export function engineRouter(engine: Engine, leave: () => void) {
  const workspaceOf = workspaceOfEngine(engine);
  return os.router({
    configure: os.configure.handler(({ input }) => engine.configure(input)),
    timelineExport: os.timelineExport.handler(async ({ input, errors }) => {
      const { stores, files, stagingFiles: journal, uniqueName } = workspaceOf(errors);
      const { path, ...filter } = input;
      const query = { ...filter, before: null, limit: 1, run: null };
      return valueOf(errors, await exportTimeline({ stores, files, journal, uniqueName }, query, path));
    }),
    mattersExport: os.mattersExport.handler(async ({ input, errors }) => {
      const { stores, files, stagingFiles: journal, uniqueName, records } = workspaceOf(errors);
      const ports = { stores, files, journal, uniqueName };
      const { path, columns, ...filter } = input;
      const query = { ...filter, matterTypes: matterTypesFor(records, filter) };
      return valueOf(errors, await exportMatters(ports, query, columns, path));
    }),
    storage: os.storage.handler(() => engine.workspace?.storage() ?? null),
    removeKept: os.removeKept.handler(async ({ input: { service, ...removal }, errors }) => {
      return { person: valueOf(errors, await engine.removeKept(service, removal)) };
    }),
    keptHere: os.keptHere.handler(() => engine.keptHere()),
    takeLinks: os.takeLinks.handler(async ({ input, errors }) => {
      valueOf(errors, await engine.takeLinks(input.to));
    }),
    alive: os.alive.handler(() => {}),
    stop: os.stop.handler(async () => {
      await engine.stop();
      leave();
    }),
    ...documentsRouter(engine),
    engine: {
      ...mattersRouter(engine),
      ...requestsRouter(workspaceOf),
      status: os.engine.status.handler(({ signal }) => engine.status.watch(signal)),
      changes: os.engine.changes.handler(({ signal }) => engine.feed.follow(signal)),
      person: {
        now: os.engine.person.now.handler(({ signal }) => engine.person.watch(signal)),
        say: os.engine.person.say.handler(async ({ input, errors }) => {
          if (!(await engine.say(input.id, input.staff))) refuse(errors, notAsked);
        }),
        askAgain: os.engine.person.askAgain.handler(async ({ errors }) => {
          if (!(await engine.askAgain())) refuse(errors, nobodyToAskAbout);
        }),
        areMine: os.engine.person.areMine.handler(({ input }) => engine.areMine(input.paths)),
        isStaff: os.engine.person.isStaff.handler(({ input }) => engine.isStaff(input.staff)),
        staff: os.engine.person.staff.handler(({ errors }) =>
          staffList(workspaceOf(errors).stores.matters.staffNames()),
        ),
        understood: os.engine.person.understood.handler(() => engine.understood()),
      },
      pause: os.engine.pause.handler(({ input, errors }) => {
        pauseAll(workspaceOf(errors), input.paused);
        engine.refreshStatus();
      }),
      awake: os.engine.awake.handler(({ input }) => engine.workspace?.awake(input.reason)),
      problems: {
        list: os.engine.problems.list.handler(({ errors }) => problemsOf(workspaceOf(errors))),
        act: os.engine.problems.act.handler(async ({ input, errors }) => {
          const refreshStatus = () => engine.refreshStatus();
          const tell = { feed: engine.feed, refreshStatus };
          valueOf(errors, await actOnProblem(workspaceOf(errors), tell, input));
        }),
      },
      unfiled: os.engine.unfiled.handler(async ({ errors }) => {
        // How much waits may be said of everybody together, once nobody is here whose it is.
        const all = engine.isForNobody ? engine.workspaces : [workspaceOf(errors)];
        return together(await Promise.all(all.map((one) => unfiledAfterLook(one, longestLook))));
      }),
      vault: {
        get: os.engine.vault.get.handler(({ errors }) => {
          const { stores, keeper } = workspaceOf(errors);
          return { ...stores.contents.usage(), ...keeper.limits };
        }),
        setLimits: os.engine.vault.setLimits.handler(({ input, errors }) =>
          workspaceOf(errors).keeper.setLimits(input),
        ),
      },
      custody: {
        check: os.engine.custody.check.handler(({ errors }) => workspaceOf(errors).stores.custody.check()),
        ofDocument: os.engine.custody.ofDocument.handler(({ input, errors }) =>
          documentCustody(workspaceOf(errors).stores, input.matterId, input.fileId),
        ),
        exposure: os.engine.custody.exposure.handler(({ input, errors }) =>
          exposure(workspaceOf(errors), input),
        ),
      },
    },
    custody: {
      exportExposure: os.custody.exportExposure.handler(async ({ input: { path, ...query }, errors }) =>
        valueOf(errors, await exportExposure(workspaceOf(errors), query, path)),
      ),
      saveRecord: os.custody.saveRecord.handler(async ({ input, errors }) =>
        valueOf(errors, await workspaceOf(errors).recordMaker.save(input)),
      ),
      export: os.custody.export.handler(async ({ input, errors }) => {
        const { part, ...rest } = input;
        const matterId = part.scope === 'all' ? null : part.matterId;
        const fileId = part.scope === 'document' ? part.fileId : null;
        const request = { ...rest, scope: part.scope, matterId, fileId };
        return valueOf(errors, await workspaceOf(errors).custodyExporter.export(request));
      }),
    },
  });
}

const notAsked: Refusal = {
  code: 'not-found',
  what: 'Nobody is asked any more who they are',
  why: 'It was answered in the meantime, or someone else signed in.',
  next: 'Nothing is left to do.',
};
const nobodyToAskAbout: Refusal = {
  code: 'not-permitted',
  what: 'There is nobody here whom you could be',
  why: 'It is proven of everyone else who works on this computer that they are another person, or your organisation wants proof.',
  next: 'Sign in again as the person whose saves these are.',
};
