import type { MatterId, Problem } from '../../../shared/model.ts';
import type { FailingLook, FailingLooks } from '../history/failing-looks.ts';
import { folderKey } from '../history/folder-key.ts';
import { describe } from '../service/describe-error.ts';
import { retryable } from '../service/errors.ts';
import type { Stores } from '../store/stores.ts';
import { instant } from './instant.ts';

const idOf = ({ matterId, folderId }: Pick<FailingLook, 'matterId' | 'folderId'>): string =>
  `look:${folderKey(matterId, folderId)}`;

/** Folders whose history cannot be read although saves wait for it: one problem for each folder. */
export function failingLookProblems(stores: Stores, looks: FailingLooks): Problem[] {
  return looks.told().flatMap((look): Problem[] => {
    const { matterId, error, since, nextLookAt, waiting } = look;
    const saves = waiting.flatMap((id) => stores.saves.get(id) ?? []);
    const open = saves.filter(({ state }) => state === 'waiting' || state === 'sending');
    const [first] = open;
    if (!first) return [];
    const matter = stores.matters.get(matterId);
    const { why, next } = describe(error);
    const others = open.length === 1 ? '' : ` and ${open.length - 1} more`;
    const go = `Nothing is filed over what cannot be seen: ${open.length === 1 ? 'it goes' : 'they go'} on by itself once the history can be read.`;
    return [
      {
        id: idOf(look),
        matterId,
        matterTitle: matter ? `${matter.number} ${matter.title}`.trim() : null,
        subject: `${first.name}${others}`,
        fileId: first.fileId,
        conflict: null,
        what: `“${first.name}”${others} cannot be filed: the history of the folder cannot be read`,
        why,
        next: retryable(error) === 'never' ? `${next} ${go}` : go,
        since: instant(since),
        nextTryAt: instant(nextLookAt),
        actions: ['retry'],
      },
    ];
  });
}

/** The matter of such a problem; null for any other. */
export const matterOfFailingLook = (looks: FailingLooks, id: string): MatterId | null =>
  looks.told().find((look) => idOf(look) === id)?.matterId ?? null;
