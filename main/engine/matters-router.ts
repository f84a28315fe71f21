import { posix } from 'node:path';
import { implement, type Router } from '@orpc/server';
import { engineContract } from '../../shared/contract/index.ts';
import { noMatter } from './domain/refusals.ts';
import type { Engine } from './engine.ts';
import { massChangeLimits, setMassChangeLimits } from './features/mass-changes/mass-change.ts';
import { search as searchIn } from './features/search/search.ts';
import { refuse, valueOf, workspaceOf as workspaceOfEngine } from './router-context.ts';
import { settingOf, settings } from './store/settings.ts';
import { setIgnoreRules } from './use-cases/matter-folders.ts';
import { pauseDocument, pauseMatter } from './use-cases/pausing.ts';
import { filingRows } from './view/filing-rows.ts';
import { ignoreRulesView } from './view/ignore-rules-view.ts';
import { matterOf, matterRows, matterTypesFor } from './view/matter-rows.ts';
import { timelinePeople } from './view/staff-list.ts';
import { timelinePage } from './view/timeline-page.ts';

type Parts = Pick<
  typeof engineContract.engine,
  | 'matters'
  | 'timeline'
  | 'filing'
  | 'timelinePeople'
  | 'timelineDays'
  | 'activity'
  | 'search'
  | 'keeping'
  | 'pauseMatter'
  | 'pauseDocument'
  | 'notFiled'
  | 'ignoreRules'
  | 'massChange'
  | 'recent'
>;

/** What the window asks of matters: their list, their timeline, and how each is filed. */
export function mattersRouter(engine: Engine): Router<Parts, Record<never, never>> {
  const os = implement(engineContract.engine);
  const workspaceOf = workspaceOfEngine(engine);
  return {
    matters: {
      list: os.matters.list.handler(({ input, errors }) => {
        const { stores, records, clientNames } = workspaceOf(errors);
        const { rows, total } = stores.matters.list({
          ...input,
          matterTypes: matterTypesFor(records, input),
        });
        clientNames.show(rows.map(({ id }) => id));
        return { rows: matterRows(stores, rows), total };
      }),
      get: os.matters.get.handler(({ input, errors }) => {
        const { stores, clientNames } = workspaceOf(errors);
        clientNames.show([input.matterId]);
        const facts = stores.matters.get(input.matterId);
        return facts ? matterOf(stores, facts) : refuse(errors, noMatter);
      }),
      details: os.matters.details.handler(({ input, errors }) =>
        workspaceOf(errors).details.details(input.matterId),
      ),
      refresh: os.matters.refresh.handler(({ errors }) => {
        const { account, refresher } = workspaceOf(errors);
        account.tryNow();
        refresher.refreshNow();
      }),
      look: os.matters.look.handler(({ input, errors }) => {
        const { poller, lister } = workspaceOf(errors);
        poller.look(input.matterId);
        if (input.matterId !== null) void lister.look(input.matterId);
      }),
    },
    timeline: os.timeline.handler(({ input, errors }) => timelinePage(workspaceOf(errors).stores, input)),
    filing: {
      now: os.filing.now.handler(({ errors }) => {
        const { stores, pipeline, account, clock } = workspaceOf(errors);
        return filingRows(stores, {
          now: clock.now(),
          paused: settingOf(stores.matters, settings.isPaused),
          held: pipeline.held,
          ready: account.isReady,
          progressOf: (saveId) => pipeline.progress(saveId),
          sendLimit: pipeline.sendLimit,
        });
      }),
      tryNow: os.filing.tryNow.handler(({ input, errors }) => {
        const { stores, pipeline, account } = workspaceOf(errors);
        stores.outbox.tryNow(input.matterId, input.fileId);
        account.tryNow();
        pipeline.wake();
        engine.feed.matter(input.matterId);
      }),
    },
    timelinePeople: os.timelinePeople.handler(({ input, errors }) =>
      timelinePeople(workspaceOf(errors).stores, input.matterId),
    ),
    timelineDays: os.timelineDays.handler(({ input, errors }) =>
      workspaceOf(errors).stores.timeline.days(input.matterId),
    ),
    activity: os.activity.handler(({ input, errors }) =>
      timelinePage(workspaceOf(errors).stores, { ...input, matterId: null, fileId: null, folderId: null }),
    ),
    search: os.search.handler(({ input, errors }) => searchIn(workspaceOf(errors).stores, input)),
    keeping: {
      get: os.keeping.get.handler(({ input: { matterId }, errors }) => {
        const { keeping, following } = workspaceOf(errors);
        return { ...keeping.now(matterId), following: following.now(matterId) };
      }),
      keep: os.keeping.keep.handler(({ input, errors }) => {
        const { stores, keeping } = workspaceOf(errors);
        if (!stores.matters.get(input.matterId)) return refuse(errors, noMatter);
        keeping.keep(input.matterId, input.part, input.keep);
        engine.feed.matter(input.matterId);
      }),
      room: os.keeping.room.handler(({ errors }) => workspaceOf(errors).fetchedRoom.usage),
      setRoom: os.keeping.setRoom.handler(({ input, errors }) =>
        workspaceOf(errors).fetchedRoom.setMaxBytes(input.maxBytes),
      ),
      agree: os.keeping.agree.handler(({ input, errors }) =>
        workspaceOf(errors).keeping.agree(input.matterId),
      ),
      follow: os.keeping.follow.handler(({ input, errors }) =>
        workspaceOf(errors).following.agree(input.matterId, input.upTo),
      ),
      removeDeleted: os.keeping.removeDeleted.handler(({ input, errors }) =>
        workspaceOf(errors).following.removeWithoutWastebasket(input.matterId, input.upTo),
      ),
      freeSpace: os.keeping.freeSpace.handler(({ input, errors }) =>
        workspaceOf(errors).freeSpace(input.matterId, input.fileIds),
      ),
    },
    pauseMatter: os.pauseMatter.handler(({ input, errors }) => {
      valueOf(errors, pauseMatter(workspaceOf(errors), engine.feed, input.matterId, input.paused));
    }),
    pauseDocument: os.pauseDocument.handler(({ input, errors }) =>
      pauseDocument(workspaceOf(errors), engine.feed, input, input.paused),
    ),
    notFiled: os.notFiled.handler(async ({ input, errors }) => {
      const all = await workspaceOf(errors).notFiled.list(input.matterId);
      return { files: all.slice(0, input.limit), total: all.length };
    }),
    ignoreRules: {
      get: os.ignoreRules.get.handler(({ input, errors }) =>
        ignoreRulesView(workspaceOf(errors).stores.ignoreRules.of(input.matterId)),
      ),
      set: os.ignoreRules.set.handler(async ({ input, errors }) => {
        valueOf(errors, await setIgnoreRules(workspaceOf(errors), engine.feed, input.matterId, input));
      }),
    },
    massChange: {
      limits: os.massChange.limits.handler(({ errors }) => massChangeLimits(workspaceOf(errors).stores)),
      setLimits: os.massChange.setLimits.handler(({ input, errors }) =>
        setMassChangeLimits(workspaceOf(errors).stores, input),
      ),
    },
    recent: os.recent.handler(({ input, errors }) =>
      workspaceOf(errors)
        .stores.saves.recentDocuments(input.limit)
        .map(({ path, ...document }) => ({ ...document, name: posix.basename(path) })),
    ),
  };
}
