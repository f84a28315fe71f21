import { useMutation } from '@tanstack/react-query';
import type { Problem } from '../../shared/model.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct, useTell } from '../frame/notices.tsx';

export type Action = Problem['actions'][number];

interface ProblemActions {
  /** True while the answer to a action is awaited. */
  readonly busy: boolean;
  act: (action: Action) => void;
  /** Opens the person's own version; null when no document is concerned. */
  readonly openMine: (() => void) | null;
}

/** What can be done about a problem. */
export function useProblemActions({ id, matterId, fileId, conflict }: Problem): ProblemActions {
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
    act: (action) =>
      action === 'show-in-folder'
        ? show()
        : decision.mutate({ id, action, shown: conflict?.theirs.version ?? null }),
    openMine:
      matterId === null || fileId === null
        ? null
        : () => act(() => client.documents.open({ matterId, fileId })),
  };
}
