import { join, posix } from 'node:path';
import { implement, ORPCError } from '@orpc/server';
import type { Result } from '../../shared/base/result.ts';
import { engineContract } from '../../shared/contract/index.ts';
import type { MatterId, Refusal } from '../../shared/model/index.ts';
import type { Workspace } from './compose.ts';
import { wrongPattern } from './domain/name-pattern.ts';
import { anotherProblem, noMatter, noProblem, notLinked, othersNotOpened } from './domain/refusals.ts';
import type { Engine } from './engine.ts';
import { fetchSteps } from './features/fetching/fetch-steps.ts';
import { saveCopy } from './features/fetching/save-copy.ts';
import { massChangeLimits, setMassChangeLimits } from './features/mass-changes/mass-change.ts';
import { decideMassChange, isOfMassChange } from './features/mass-changes/mass-change-decision.ts';
import { search } from './features/search/search.ts';
import { decide, isDecision } from './features/upload/decide.ts';
import { codeOfFullDisk, localStorageErrorCode, notWrittenDown } from './platform/local-storage-errors.ts';
import { together, unfiledAfterLook } from './sign-out/unfiled.ts';
import { meanwhileDamaged, meanwhileDamagedId } from './store/meanwhile-problem.ts';
import { recoverySetting } from './store/recovery.ts';
import { custodyProblem } from './view/custody-rows.ts';
import { documentRows } from './view/document-rows.ts';
import { failingCheckProblems, matterOfFailingCheck } from './view/failing-check-problems.ts';
import { filingRows } from './view/filing-rows.ts';
import { matterOfHistoryProblem } from './view/history-problems.ts';
import { ignoreRulesView } from './view/ignore-rules-view.ts';
import { matterOf, matterRows } from './view/matter-rows.ts';
import {
  diskProblem,
  isOffered,
  matterOfFolderProblem,
  problemList,
  unprovenId,
} from './view/problem-list.ts';
import { review, reviewId, reviewProblem } from './view/review-problem.ts';
import { exportTimeline } from './view/timeline-export.ts';
import { timelinePage } from './view/timeline-page.ts';
import { versionList } from './view/version-list.ts';

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
  type Refuse = { REFUSED: (options: { data: Refusal; message: string }) => Error };
  const refuse = (errors: Refuse, refusal: Refusal): never => {
    throw errors.REFUSED({ data: refusal, message: refusal.what });
  };
  const valueOf = <Value>(errors: Refuse, result: Result<Value, Refusal>): Value =>
    result.ok ? result.value : refuse(errors, result.error);
  const workspaceOf = (errors: Refuse): Workspace => engine.workspace ?? refuse(errors, engine.nothingShown);
  const folderOf = (workspace: Workspace, errors: Refuse, matterId: MatterId): string =>
    workspace.stores.links.of(matterId)?.path ?? refuse(errors, notLinked);

  return os.router({
    configure: os.configure.handler(({ input }) => engine.configure(input)),
    timelineExport: os.timelineExport.handler(async ({ input, errors }) => {
      const { stores, files, uniqueName } = workspaceOf(errors);
      const { path, ...filter } = input;
      const query = { ...filter, before: null, limit: 1, run: null };
      return valueOf(errors, await exportTimeline({ stores, files, uniqueName }, query, path));
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
    folders: {
      suggest: os.folders.suggest.handler(({ input, errors }) => {
        const path = workspaceOf(errors).linker.suggest(input.matterId);
        return path === null ? null : { path };
      }),
      link: os.folders.link.handler(async ({ input, errors }) => {
        const workspace = workspaceOf(errors);
        const others = engine.foldersOfOthers ?? refuse(errors, othersNotOpened);
        const path = valueOf(
          errors,
          await workspace.linker.link(input.matterId, input.path, input.elsewhere, others),
        );
        workspace.watches.add(input.matterId);
        workspace.poller.foldersChanged(input.matterId);
        engine.feed.matters();
        engine.feed.matter(input.matterId);
        return { path };
      }),
      all: os.folders.all.handler(({ errors }) => {
        if (engine.blockedBy !== null) refuse(errors, othersNotOpened);
        return engine.workspaces.flatMap(({ stores }) => stores.links.all().map(({ path }) => path));
      }),
      unlink: os.folders.unlink.handler(async ({ input, errors }) => {
        const workspace = workspaceOf(errors);
        const unlinking = await workspace.unlink(input.matterId, input.leaving);
        if (!unlinking.unlinked) return unlinking;
        workspace.poller.foldersChanged(input.matterId);
        engine.feed.matters();
        engine.feed.matter(input.matterId);
        return unlinking;
      }),
      pathOf: os.folders.pathOf.handler(({ input, errors }) => ({
        path: folderOf(workspaceOf(errors), errors, input.matterId),
      })),
    },
    documents: {
      list: os.documents.list.handler(({ input, errors }) => {
        const { stores, pipeline } = workspaceOf(errors);
        return documentRows(stores, input.matterId, (saveId) => pipeline.progress(saveId), input);
      }),
      add: os.documents.add.handler(async ({ input, errors }) => {
        const { adder } = workspaceOf(errors);
        return valueOf(errors, await adder.add(input.matterId, input.folderId, input.paths));
      }),
      rename: os.documents.rename.handler(async ({ input, errors }) =>
        valueOf(errors, await workspaceOf(errors).renamer.rename(input)),
      ),
      pathOf: os.documents.pathOf.handler(({ input, errors }) => {
        const workspace = workspaceOf(errors);
        const file = workspace.stores.links.fileOfDocument(input.matterId, input.fileId);
        if (!file || file.removed) return refuse(errors, notHere);
        return { path: join(folderOf(workspace, errors, input.matterId), file.path) };
      }),
      versions: os.documents.versions.handler(({ input, errors }) => {
        const { stores, downloadsOffered } = workspaceOf(errors);
        return versionList(stores, input.matterId, input.fileId, downloadsOffered.state);
      }),
      copyOfVersion: os.documents.copyOfVersion.handler(async ({ input, errors }) => {
        const { restorer, keptVersions } = workspaceOf(errors);
        const save = await restorer.save(input.matterId, input.fileId, input.versionId);
        return { path: valueOf(errors, await keptVersions.copy(valueOf(errors, save))) };
      }),
      restoreVersion: os.documents.restoreVersion.handler(async ({ input, errors }) => {
        const { restorer } = workspaceOf(errors);
        const { matterId, fileId, versionId, asItIs } = input;
        return { outcome: valueOf(errors, await restorer.restore(matterId, fileId, versionId, asItIs)) };
      }),
      fetch: os.documents.fetch.handler(({ input, errors, signal }) => {
        const { versionId, ...document } = input;
        return fetchSteps(workspaceOf(errors), document, versionId, signal);
      }),
      saveFetched: os.documents.saveFetched.handler(async ({ input, errors }) => {
        const workspace = workspaceOf(errors);
        const others = engine.foldersOfOthers;
        const own = workspace.stores.links.all().map(({ path }) => path);
        const folders = others && [...own, ...others, ...input.elsewhere];
        return valueOf(errors, await saveCopy(workspace, input.from, input.to, folders));
      }),
    },
    engine: {
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
          [...workspaceOf(errors).stores.matters.staffNames()]
            .map(([id, name]) => ({ id, name }))
            .toSorted((a, b) => a.name.localeCompare(b.name)),
        ),
        understood: os.engine.person.understood.handler(() => engine.understood()),
      },
      pause: os.engine.pause.handler(({ input, errors }) => {
        const { stores, pipeline } = workspaceOf(errors);
        stores.matters.putSetting('paused', input.paused ? 'yes' : 'no');
        pipeline.pause(input.paused);
        engine.refreshStatus();
      }),
      matters: {
        list: os.engine.matters.list.handler(({ input, errors }) => {
          const { stores } = workspaceOf(errors);
          const { rows, total } = stores.matters.list(input);
          return { rows: matterRows(stores, rows), total };
        }),
        get: os.engine.matters.get.handler(({ input, errors }) => {
          const { stores } = workspaceOf(errors);
          const facts = stores.matters.get(input.matterId);
          return facts ? matterOf(stores, facts) : refuse(errors, noMatter);
        }),
        details: os.engine.matters.details.handler(({ input, errors }) =>
          workspaceOf(errors).details.details(input.matterId),
        ),
        refresh: os.engine.matters.refresh.handler(({ errors }) => {
          const { account, refresher } = workspaceOf(errors);
          account.tryNow();
          refresher.refreshNow();
        }),
        look: os.engine.matters.look.handler(({ input, errors }) => {
          workspaceOf(errors).poller.look(input.matterId);
        }),
      },
      timeline: os.engine.timeline.handler(({ input, errors }) =>
        timelinePage(workspaceOf(errors).stores, input),
      ),
      awake: os.engine.awake.handler(({ input }) => engine.workspace?.awake(input.reason)),
      filing: {
        now: os.engine.filing.now.handler(({ errors }) => {
          const { stores, pipeline, account, clock } = workspaceOf(errors);
          return filingRows(stores, {
            now: clock.now(),
            paused: stores.matters.setting('paused') === 'yes',
            held: pipeline.held,
            ready: account.isReady,
            progressOf: (saveId) => pipeline.progress(saveId),
            sendLimit: pipeline.sendLimit,
          });
        }),
        tryNow: os.engine.filing.tryNow.handler(({ input, errors }) => {
          const { stores, pipeline, account } = workspaceOf(errors);
          stores.outbox.tryNow(input.matterId, input.fileId);
          account.tryNow();
          pipeline.wake();
          engine.feed.matter(input.matterId);
        }),
      },
      timelinePeople: os.engine.timelinePeople.handler(({ input, errors }) => {
        const { timeline, matters } = workspaceOf(errors).stores;
        const staff = matters.staffNames();
        return timeline
          .people(input.matterId)
          .map((userId) => ({ userId, name: staff.get(userId) ?? userId }))
          .toSorted((a, b) => a.name.localeCompare(b.name));
      }),
      activity: os.engine.activity.handler(({ input, errors }) =>
        timelinePage(workspaceOf(errors).stores, { ...input, matterId: null, fileId: null, folderId: null }),
      ),
      search: os.engine.search.handler(({ input, errors }) => search(workspaceOf(errors).stores, input)),
      problems: {
        list: os.engine.problems.list.handler(({ errors }) => {
          const { stores, healthIssues, refresher, openDocuments } = workspaceOf(errors);
          const { custodyFault, openedAt, localStorageErrors, clock, looks, downloadsOffered } =
            workspaceOf(errors);
          return [
            ...reviewProblem(stores, clock.now()),
            ...custodyProblem(custodyFault, openedAt),
            ...diskProblem(localStorageErrors.now),
            ...failingCheckProblems(stores, looks, clock.now()),
            ...problemList(
              stores,
              healthIssues.all(),
              refresher.failure,
              openDocuments.all(),
              downloadsOffered.state,
            ),
          ];
        }),
        act: os.engine.problems.act.handler(async ({ input, errors }) => {
          const { stores, pipeline, refresher, newFileId, openDocuments } = workspaceOf(errors);
          if (input.id === 'matters') return refresher.refreshNow();
          const misplaced = matterOfFolderProblem(input.id);
          if (misplaced !== null && input.action === 'same-folder')
            return valueOf(errors, await workspaceOf(errors).sameFolder(misplaced));
          const { looks } = workspaceOf(errors);
          const lookedFor = matterOfFailingCheck(looks, input.id);
          if (lookedFor !== null) {
            const { undecided, poller } = workspaceOf(errors);
            stores.outbox.waitNoLonger(looks.lookNow(lookedFor));
            undecided.retry(lookedFor);
            poller.expedite(lookedFor, 0);
            return pipeline.wake();
          }
          if (input.action === 'dismiss' && openDocuments.dismiss(input.id)) return;
          const unread = matterOfHistoryProblem(input.id);
          if (unread !== null) {
            const { undecided, poller } = workspaceOf(errors);
            if (input.action === 'file-all-as-new') return undecided.fileAll(unread);
            undecided.retry(unread);
            return poller.expedite(unread, 0);
          }
          if (input.id === reviewId) {
            valueOf(errors, review(stores, input.action, input.gathered));
            pipeline.wake();
            engine.feed.matters();
            engine.feed.problems();
            return engine.refreshStatus();
          }
          if (isOfMassChange(input.id)) {
            const matterId = valueOf(errors, decideMassChange(stores, input));
            pipeline.wake();
            engine.feed.matter(matterId);
            return engine.refreshStatus();
          }
          if (input.id === unprovenId) {
            stores.outbox.unprovenRead();
            engine.feed.problems();
            return engine.refreshStatus();
          }
          if (input.id === meanwhileDamagedId) {
            stores.matters.putSetting(meanwhileDamaged, '');
            engine.feed.problems();
            return engine.refreshStatus();
          }
          if (input.id === 'recovered') {
            stores.matters.putSetting(recoverySetting, '');
            engine.feed.problems();
            return engine.refreshStatus();
          }
          const save = stores.saves.get(Number(/^save:(\d+)$/.exec(input.id)?.[1] ?? Number.NaN));
          if (save?.state !== 'problem' || !isDecision(input.action)) return refuse(errors, noProblem);
          if (!isOffered(save, input.action)) return refuse(errors, anotherProblem);
          decide(stores, save, { decision: input.action, shown: input.shown }, newFileId);
          pipeline.wake();
          engine.feed.matter(save.matterId);
          engine.refreshStatus();
        }),
      },
      pauseMatter: os.engine.pauseMatter.handler(({ input, errors }) => {
        const { stores, pipeline } = workspaceOf(errors);
        if (!stores.matters.get(input.matterId)) return refuse(errors, noMatter);
        stores.pauses.pauseMatter(input.matterId, input.paused);
        pipeline.wake();
        engine.feed.matters();
        engine.feed.matter(input.matterId);
      }),
      notFiled: os.engine.notFiled.handler(async ({ input, errors }) => {
        const all = await workspaceOf(errors).notFiled.list(input.matterId);
        return { files: all.slice(0, input.limit), total: all.length };
      }),
      ignoreRules: {
        get: os.engine.ignoreRules.get.handler(({ input, errors }) =>
          ignoreRulesView(workspaceOf(errors).stores.ignoreRules.of(input.matterId)),
        ),
        set: os.engine.ignoreRules.set.handler(async ({ input, errors }) => {
          const { stores, watches } = workspaceOf(errors);
          if (!stores.matters.get(input.matterId)) return refuse(errors, noMatter);
          const wrong = wrongPattern(input.own);
          if (wrong !== null) return refuse(errors, patternRefused(wrong));
          stores.ignoreRules.set(input.matterId, input);
          // Watched anew, so that everything there is judged by the new rules.
          await watches.anew(input.matterId);
          engine.feed.matter(input.matterId);
        }),
      },
      unfiled: os.engine.unfiled.handler(async ({ errors }) => {
        // How much waits may be said of everybody together, once nobody is here whose it is.
        const all = engine.isForNobody ? engine.workspaces : [workspaceOf(errors)];
        return together(await Promise.all(all.map((one) => unfiledAfterLook(one, longestLook))));
      }),
      massChange: {
        limits: os.engine.massChange.limits.handler(({ errors }) =>
          massChangeLimits(workspaceOf(errors).stores),
        ),
        setLimits: os.engine.massChange.setLimits.handler(({ input, errors }) =>
          setMassChangeLimits(workspaceOf(errors).stores, input),
        ),
      },
      pauseDocument: os.engine.pauseDocument.handler(({ input, errors }) => {
        const { stores, pipeline } = workspaceOf(errors);
        stores.pauses.pauseDocument(input.matterId, input.fileId, input.paused);
        pipeline.wake();
        engine.feed.matter(input.matterId);
      }),
      recent: os.engine.recent.handler(({ input, errors }) =>
        workspaceOf(errors)
          .stores.saves.recentDocuments(input.limit)
          .map(({ path, ...document }) => ({ ...document, name: posix.basename(path) })),
      ),
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
      },
    },
    custody: {
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
const notHere: Refusal = {
  code: 'not-here',
  what: 'This document is not on this computer',
  why: 'The service has it, and the matter’s folder has no copy.',
  next: 'Open it in the service.',
};
const patternRefused = (why: string): Refusal => ({
  code: 'name-invalid',
  what: 'These patterns cannot be used',
  why,
  next: 'Use names such as “*.bak” or “Draft ?.docx”: * stands for any characters, ? for one.',
});
