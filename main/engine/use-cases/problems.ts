import { err, ok, type Result } from '../../../shared/base/result.ts';
import type { Gathered, Problem, Refusal } from '../../../shared/model/index.ts';
import type { Workspace } from '../compose.ts';
import { anotherProblem, noProblem } from '../domain/refusals.ts';
import { continuedSetting } from '../features/custody/checkpoint-keeper.ts';
import { decideMassChange, isOfMassChange } from '../features/mass-changes/mass-change-decision.ts';
import { decide, isDecision } from '../features/upload/decide.ts';
import type { ChangeFeed } from '../platform/change-feed.ts';
import { meanwhileDamaged, meanwhileDamagedId, meanwhileProblems } from '../store/meanwhile-problem.ts';
import { recoverySetting } from '../store/recovery.ts';
import { custodyProblem, filingProblem, stampProblem } from '../view/custody-rows.ts';
import { failingCheckProblems, matterOfFailingCheck } from '../view/failing-check-problems.ts';
import { actOnFolderProblem, folderProblems } from '../view/folder-problems.ts';
import { countHistoryProblems, matterOfHistoryProblem } from '../view/history-problems.ts';
import {
  diskProblem,
  isOffered,
  matterOfFolderProblem,
  problemList,
  unprovenId,
} from '../view/problem-list.ts';
import { review, reviewId, reviewProblem } from '../view/review-problem.ts';

/** Everything that needs a person now. */
export function problemsOf(workspace: Workspace): Problem[] {
  const { stores, clock, looks } = workspace;
  return [
    ...reviewProblem(stores, clock.now()),
    ...custodyProblem(...custodyFault(workspace)),
    ...stampProblem(workspace.stamper.outage),
    ...filingProblem(workspace.checkpointFiler.outage),
    ...diskProblem(workspace.localStorageErrors.now),
    ...failingCheckProblems(stores, looks, clock.now()),
    ...problemList(
      stores,
      workspace.healthIssues.all(),
      workspace.refresher.failure,
      workspace.openDocuments.all(),
      workspace.downloadsOffered.state,
    ),
  ];
}

/** What is wrong with the custody log, at the start or since, and when that was found. */
function custodyFault({ custodyFault: atStart, openedAt, checkpointKeeper }: Workspace) {
  const since = checkpointKeeper.fault;
  return atStart || !since ? ([atStart, openedAt] as const) : ([since.fault, since.since] as const);
}

/** How many they are, without making them: asked for whenever anything changes. */
export function countProblems(workspace: Workspace): number {
  const { stores, clock, looks } = workspace;
  const single = [
    stores.saves.hasUnproven(),
    workspace.refresher.failure,
    stores.matters.setting(recoverySetting),
    stores.matters.setting(continuedSetting),
    custodyFault(workspace)[0],
    workspace.stamper.outage,
    workspace.checkpointFiler.outage,
    stores.outbox.toReview().count > 0,
    workspace.localStorageErrors.now,
  ].filter(Boolean).length;
  return (
    single +
    stores.saves.counts().problem +
    stores.massChanges.undecided().length +
    countHistoryProblems(stores) +
    folderProblems(stores, () => null).length +
    workspace.healthIssues.all().length +
    failingCheckProblems(stores, looks, clock.now()).length +
    workspace.openDocuments.all().length +
    meanwhileProblems(stores).length
  );
}

interface Said {
  /** Of the problem. */
  readonly id: string;
  readonly action: Problem['actions'][number];
  /** The other version that the person was shown, of a conflict: only that one is decided about. */
  readonly shown: string | null;
  /** What they were shown of many that one decision is about: it is refused when more came since. */
  readonly gathered: Gathered | null;
}

/** Problems that are told until the person has read them, by the setting that says there is one. */
const readOnce: Readonly<Record<string, string>> = {
  [meanwhileDamagedId]: meanwhileDamaged,
  [continuedSetting]: continuedSetting,
  recovered: recoverySetting,
};

/** Does what the person chose to do about a problem. */
export async function actOnProblem(
  workspace: Workspace,
  { feed, refreshStatus }: { readonly feed: ChangeFeed; readonly refreshStatus: () => void },
  said: Said,
): Promise<Result<void, Refusal>> {
  const { stores, pipeline, refresher, openDocuments, undecided, poller, looks } = workspace;
  if (said.id === 'matters') return ok(refresher.refreshNow());
  const misplaced = matterOfFolderProblem(said.id);
  if (misplaced !== null && said.action === 'same-folder') return await workspace.sameFolder(misplaced);
  const lookedFor = matterOfFailingCheck(looks, said.id);
  if (lookedFor !== null) {
    stores.outbox.waitNoLonger(looks.lookNow(lookedFor));
    undecided.retry(lookedFor);
    poller.expedite(lookedFor, 0);
    return ok(pipeline.wake());
  }
  if (said.action === 'dismiss' && openDocuments.dismiss(said.id)) return ok(undefined);
  const unread = matterOfHistoryProblem(said.id);
  if (unread !== null) {
    if (said.action === 'file-all-as-new') return undecided.fileAll(unread, said.gathered);
    undecided.retry(unread);
    return ok(poller.expedite(unread, 0));
  }
  const ofFolder = actOnFolderProblem(stores, said.id, said.action);
  if (ofFolder !== null) {
    const { matterId, toMake } = ofFolder;
    // What is filed above it already is moved once history shows the folder; what comes of it is told like before.
    if (said.action === 'retry' && toMake !== null)
      void workspace.folderMaker.ensure(matterId, toMake, workspace.stopping.signal).catch(() => undefined);
    workspace.folderRenames.retry(matterId);
    feed.problems();
    feed.matter(matterId);
    return ok(refreshStatus());
  }
  if (said.id === reviewId) {
    const reviewed = review(stores, said.action, said.gathered);
    if (!reviewed.ok) return reviewed;
    pipeline.wake();
    feed.matters();
    feed.problems();
    return ok(refreshStatus());
  }
  if (isOfMassChange(said.id)) {
    const decided = decideMassChange(stores, said);
    if (!decided.ok) return decided;
    pipeline.wake();
    workspace.folderRenames.retry(decided.value);
    feed.matter(decided.value);
    return ok(refreshStatus());
  }
  const isRead = Object.hasOwn(readOnce, said.id) ? readOnce[said.id] : undefined;
  if (said.id === unprovenId || isRead !== undefined) {
    if (isRead === undefined) stores.outbox.unprovenRead();
    else stores.matters.putSetting(isRead, '');
    feed.problems();
    return ok(refreshStatus());
  }
  const save = stores.saves.get(Number(/^save:(\d+)$/.exec(said.id)?.[1] ?? Number.NaN));
  if (save?.state !== 'problem' || !isDecision(said.action)) return err(noProblem);
  if (!isOffered(save, said.action)) return err(anotherProblem);
  decide(stores, save, { decision: said.action, shown: said.shown }, workspace.newFileId);
  pipeline.wake();
  feed.matter(save.matterId);
  return ok(refreshStatus());
}
