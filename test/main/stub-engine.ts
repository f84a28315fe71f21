import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { implement } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { engineContract, hostContract } from '../../shared/contract/index.ts';
import { type ProcessPipe, splitPipe } from '../../shared/contract/link.ts';
import {
  type AwakeReason,
  type EngineStatus,
  statusBefore,
  usualMassChangeLimits,
} from '../../shared/model/index.ts';
import type { Unfiled } from '../../shared/model/sign-out.ts';
import { nothingKept } from '../support/nothing-kept.ts';
import { refuseRequests } from './refusing.ts';

/** An engine that does nothing but answer: for tests of main. */

const idle: EngineStatus = { ...statusBefore, service: 'online' };

export const refusal = {
  code: 'not-found',
  what: 'No such matter.',
  why: 'It is a stub.',
  next: 'Nothing.',
} as const;

type Configuration = Parameters<ContractRouterClient<typeof engineContract>['configure']>[0];

/** Serves `engineContract` on a pipe; the answer says what main has told it so far. */
export function serveStubEngine(
  pipe: ProcessPipe,
  exit: () => void = () => {},
  configured: () => void | Promise<void> = () => {},
) {
  const ports = splitPipe(pipe);
  const host: ContractRouterClient<typeof hostContract> = createORPCClient(new RPCLink({ port: ports.host }));
  const configurations: Configuration[] = [];
  const awake: AwakeReason[] = [];
  const removals: object[] = [];
  const unfiled: Unfiled = { unfinished: 0, kept: 0, unread: 0, looking: 0, adding: 0 };
  const os = implement(engineContract);
  const matterId = (name: string) => ({ path: `/matters/${name}` });
  const linked: string[] = [];
  const asked = { unfiled: 0 };
  const cannot = { sayUnfiled: false, remove: false };
  const told: Partial<EngineStatus> = {};
  let goesOn = (): void => {};
  const status = os.engine.status.handler(async function* ({ signal }) {
    for (let waiting = 0; !signal?.aborted; waiting += 1) {
      yield { ...idle, waiting, ...told };
      if (waiting === 0) continue;
      await new Promise<void>((resolve) => {
        goesOn = resolve;
        signal?.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  });
  const router = os.router({
    configure: os.configure.handler(async ({ input }) => {
      configurations.push(input);
      await configured();
    }),
    folders: {
      suggest: os.folders.suggest.handler(({ input }) => matterId(input.matterId)),
      link: os.folders.link.handler(({ input, errors }) => {
        const path = input.path ?? '/suggested';
        if (input.elsewhere.includes(path)) throw errors.REFUSED({ data: refusal });
        linked.push(path);
        return { path };
      }),
      all: os.folders.all.handler(() => linked),
      unlink: os.folders.unlink.handler(() => ({ unlinked: true }) as const),
      pathOf: os.folders.pathOf.handler(({ input }) => matterId(input.matterId)),
    },
    documents: {
      list: os.documents.list.handler(({ errors }) => {
        throw errors.REFUSED({ data: refusal });
      }),
      add: os.documents.add.handler(({ input }) =>
        input.paths.map((path) => ({ path, outcome: 'added' as const, name: path })),
      ),
      rename: os.documents.rename.handler(({ input }) => ({ name: input.name })),
      pathOf: os.documents.pathOf.handler(({ input }) => ({
        ...{ path: input.fileId, isFetched: input.fileId.includes('fetched') },
      })),
      versions: os.documents.versions.handler(() => []),
      copyOfVersion: os.documents.copyOfVersion.handler(({ input }) => ({ path: input.versionId })),
      placeOfVersion: os.documents.placeOfVersion.handler(({ input }) => ({
        ...{ name: 'Brief (then).docx', path: `/vault/${input.versionId}`, start: 7, size: 9 },
      })),
      restoreVersion: os.documents.restoreVersion.handler(({ errors }) => {
        throw errors.REFUSED({ data: refusal });
      }),
      fetch: os.documents.fetch.handler(async function* ({ input }) {
        yield { step: 'fetching', done: 1, of: 2 } as const;
        if (input.fileId === 'slow') await new Promise(() => {});
        yield input.versionId === 'none'
          ? ({ step: 'refused', refusal, kept: true } as const)
          : ({ step: 'here', path: `/views/${input.fileId}`, isChecked: true } as const);
      }),
      saveFetched: os.documents.saveFetched.handler(({ input, errors }) => {
        if (input.elsewhere.some((folder) => input.to.startsWith(folder)))
          throw errors.REFUSED({ data: refusal });
        return { path: `${input.to} from ${input.from}` };
      }),
    },
    engine: {
      ...refuseRequests(engineContract.engine),
      status,
      changes: os.engine.changes.handler(async function* ({ signal }) {
        yield { topic: 'matters' } as const;
        await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
      }),
      person: {
        now: os.engine.person.now.handler(async function* ({ signal }) {
          yield { state: 'nobody' } as const;
          await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
        }),
        say: os.engine.person.say.handler(() => {}),
        askAgain: os.engine.person.askAgain.handler(() => {}),
        areMine: os.engine.person.areMine.handler(() => {}),
        isStaff: os.engine.person.isStaff.handler(() => {}),
        staff: os.engine.person.staff.handler(() => []),
        understood: os.engine.person.understood.handler(() => {}),
      },
      /** Stands for anything that makes the process die in the middle of a call. */
      pause: os.engine.pause.handler(async () => {
        exit();
        await new Promise(() => {});
      }),
      matters: {
        list: os.engine.matters.list.handler(({ input }) => ({ rows: [], total: input.limit })),
        get: os.engine.matters.get.handler(({ errors }) => {
          throw errors.REFUSED({ data: refusal });
        }),
        details: os.engine.matters.details.handler(() => ({ readAt: null, problem: null, sections: [] })),
        refresh: os.engine.matters.refresh.handler(() => {}),
        look: os.engine.matters.look.handler(() => {}),
      },
      timeline: os.engine.timeline.handler(async () => {
        const signIn = configurations.at(-1)?.signIn?.id ?? 'none';
        const access = await host.accessToken({ rejected: null, signIn });
        return { entries: [], next: access.outcome };
      }),
      awake: os.engine.awake.handler(({ input }) => void awake.push(input.reason)),
      filing: {
        now: os.engine.filing.now.handler(() => ({ open: [], openTotal: 0, filed: [] })),
        tryNow: os.engine.filing.tryNow.handler(() => {}),
      },
      timelinePeople: os.engine.timelinePeople.handler(() => []),
      timelineDays: os.engine.timelineDays.handler(() => []),
      search: os.engine.search.handler(() => ({ matters: [], documents: [], people: [], clients: [] })),
      activity: os.engine.activity.handler(() => ({ entries: [], next: null })),
      problems: {
        list: os.engine.problems.list.handler(() => []),
        act: os.engine.problems.act.handler(() => {}),
      },
      keeping: {
        get: os.engine.keeping.get.handler(() => nothingKept),
        keep: os.engine.keeping.keep.handler(() => {}),
        room: os.engine.keeping.room.handler(() => ({ bytes: 0, documents: 0, maxBytes: null })),
        setRoom: os.engine.keeping.setRoom.handler(() => {}),
        agree: os.engine.keeping.agree.handler(() => {}),
        follow: os.engine.keeping.follow.handler(() => {}),
        removeDeleted: os.engine.keeping.removeDeleted.handler(() => {}),
        freeSpace: os.engine.keeping.freeSpace.handler(() => ({ freed: 0, bytes: 0, left: [] })),
      },
      pauseMatter: os.engine.pauseMatter.handler(() => {}),
      notFiled: os.engine.notFiled.handler(() => ({ files: [], total: 0 })),
      ignoreRules: {
        get: os.engine.ignoreRules.get.handler(() => ({ builtIn: [], own: [] })),
        set: os.engine.ignoreRules.set.handler(() => {}),
      },
      unfiled: os.engine.unfiled.handler(({ errors }) => {
        asked.unfiled += 1;
        if (cannot.sayUnfiled) throw errors.REFUSED({ data: refusal });
        return unfiled;
      }),
      massChange: {
        limits: os.engine.massChange.limits.handler(() => usualMassChangeLimits),
        setLimits: os.engine.massChange.setLimits.handler(() => {}),
      },
      pauseDocument: os.engine.pauseDocument.handler(() => {}),
      recent: os.engine.recent.handler(() => []),
      vault: {
        get: os.engine.vault.get.handler(() => ({
          bytes: 0,
          contents: 0,
          maxBytes: null,
          maxAgeDays: null,
        })),
        setLimits: os.engine.vault.setLimits.handler(() => {}),
      },
      custody: {
        check: os.engine.custody.check.handler(() => ({ entries: 0, fault: null })),
        ofDocument: os.engine.custody.ofDocument.handler(() => ({ entries: [], total: 0 })),
        exposure: os.engine.custody.exposure.handler(() => ({
          ...{ rows: [], total: 0, here: 0, notKnown: 0, signOuts: [] },
          notShown: { others: 0, damaged: 0 },
        })),
      },
    },
    custody: {
      exportExposure: os.custody.exportExposure.handler(({ input }) => ({ path: input.path })),
      saveRecord: os.custody.saveRecord.handler(({ input }) => ({
        path: `${input.path} by ${input.version}`,
        proofs: `${input.path}.json`,
      })),
      export: os.custody.export.handler(({ input: { path, version } }) => ({
        path: path.replace(/(?=\.\w+$)/u, ` by ${version}`),
      })),
    },
    mattersExport: os.mattersExport.handler(({ input }) => ({ path: input.path })),
    timelineExport: os.timelineExport.handler(({ input }) => ({ path: input.path })),
    storage: os.storage.handler(() => null),
    keptHere: os.keptHere.handler(() => ({
      unsent: 0,
      folders: [],
      others: { unsent: 0, folders: 0 },
      notOpened: false,
    })),
    takeLinks: os.takeLinks.handler(() => {}),
    removeKept: os.removeKept.handler(({ input, errors }) => {
      if (unfiled.unfinished > 0) throw errors.REFUSED({ data: refusal });
      removals.push(input);
      return { person: cannot.remove ? null : `workspace of ${input.signIn}` };
    }),
    alive: os.alive.handler(() => {}),
    stop: os.stop.handler(() => {}),
  });
  new RPCHandler(router).upgrade(ports.engine);
  return {
    configurations,
    awake,
    removals,
    unfiled,
    asked,
    /** What it refuses to say, as with a disk that takes nothing, and whether nothing is kept that could be removed. */
    cannot,
    /** What the status says besides, from its next change on. */
    told,
    /** The status changes once more. */
    filingGoesOn: () => goesOn(),
    host,
  };
}
