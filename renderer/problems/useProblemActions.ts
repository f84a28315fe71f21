import { useMutation } from '@tanstack/react-query';
import type { Problem } from '../../shared/model/index.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct, useTell } from '../frame/notices.tsx';
import { useViewing } from '../viewing/useViewing.ts';
import { type Shown, shownOf } from './shown.ts';

export type Action = Problem['actions'][number];

interface ProblemActions {
  /** True while the answer to a action is awaited. */
  readonly busy: boolean;
  /** What the person was shown may be from a while ago, when a question about it was opened. */
  act: (action: Action, shown?: Shown) => void;
  /** Opens the save that is asked about, as it was captured; null when there is no such question. */
  readonly openMine: (() => void) | null;
  /** Fetches the other's version to compare; null when it cannot be had. */
  readonly openTheirs: (() => void) | null;
}

/** What can be done about a problem. */
export function useProblemActions(problem: Problem): ProblemActions {
  const { matterId, fileId, conflict } = problem;
  const theirs = conflict?.theirs;
  const viewing = useViewing(null);
  const { client, queries, cache } = useConversation();
  const tell = useTell();
  const act = useAct();
  const decision = useMutation(
    queries.engine.problems.act.mutationOptions({
      onError: (error) => {
        const { what, why, next } = refusalOf(error);
        tell({ intent: 'error', title: what, lines: [why, next] });
      },
      onSettled: () => cache.invalidateQueries({ queryKey: queries.engine.problems.list.key() }),
    }),
  );
  const show = () => {
    if (matterId === null) return;
    act(() =>
      fileId === null
        ? client.folders.show({ matterId })
        : client.documents.showInFolder({ matterId, fileId }),
    );
  };
  return {
    busy: decision.isPending,
    act: (action, shown = shownOf(problem)) =>
      action === 'show-in-folder' ? show() : decision.mutate({ action, ...shown }),
    openMine:
      matterId === null || fileId === null || conflict === null
        ? null
        : () =>
            act(() => client.documents.openVersion({ matterId, fileId, versionId: conflict.mine.version })),
    openTheirs:
      matterId === null || fileId === null || !theirs?.version || (theirs.fetchable ?? 'no') === 'no'
        ? null
        : () => viewing.view({ matterId, fileId, name: problem.subject ?? '' }, `entry:${theirs.version}`),
  };
}
