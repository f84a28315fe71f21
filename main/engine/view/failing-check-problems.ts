import type { MatterId, Problem } from '../../../shared/model/index.ts';
import { instant } from '../domain/instant.ts';
import { placesIn } from '../features/folders/folders-there.ts';
import type { FailingCheck, FailingChecks } from '../features/history/failing-checks.ts';
import { folderKey } from '../features/history/folder-key.ts';
import { unreadFolder } from '../features/identity/unread-place.ts';
import { foldersToShow } from '../features/upload/filing.ts';
import { describe } from '../service/describe-error.ts';
import { retryable } from '../service/errors.ts';
import type { Save } from '../store/save.ts';
import type { Stores } from '../store/stores.ts';

type Told = ReturnType<FailingChecks['told']>[number];

/** Milliseconds after which what was sent should have been shown long ago. */
const longAgo = 60 * 60_000;

const idOf = ({ matterId, folderId }: Pick<FailingCheck, 'matterId' | 'folderId'>): string =>
  `look:${folderKey(matterId, folderId)}`;
const idOfSent = (look: Pick<FailingCheck, 'matterId' | 'folderId'>): string => `sent-${idOf(look)}`;

/**
 * Folders whose history cannot be read although saves need it: one problem for each folder and what they need it for.
 * @param now milliseconds since 1970
 */
export const failingCheckProblems = (stores: Stores, looks: FailingChecks, now: number): Problem[] =>
  looks.told().flatMap((look) => [...cannotBeFiled(stores, look), ...cannotBeSeen(stores, look, now)]);

function cannotBeFiled(stores: Stores, look: Told): Problem[] {
  const known = look.waiting.flatMap((id) => stores.saves.get(id) ?? []);
  const saves = [...known, ...undecided(stores, look)];
  const open = saves.filter(({ state }) => state === 'waiting' || state === 'sending');
  const [first] = open;
  if (!first) return [];
  const { error } = look;
  const { why, next } = describe(error);
  const go = `Nothing is filed over what cannot be seen: ${open.length === 1 ? 'it goes' : 'they go'} on by itself once the history can be read.`;
  return [
    {
      ...problemOf(stores, look, open),
      id: idOf(look),
      what: `${named(open)} cannot be filed: the history of the folder cannot be read`,
      why,
      next: retryable(error) === 'never' ? `${next} ${go}` : go,
    },
  ];
}

/** New documents of which nobody can tell whether the service has them. A history that is refused is a problem of the matter. */
function undecided(stores: Stores, { matterId, folderId }: Told): Save[] {
  if (stores.undecided.count(matterId) === 0 || stores.polls.refusals(matterId).has(folderId)) return [];
  const placeOf = placesIn(stores, matterId);
  return stores.undecided.of(matterId).flatMap(({ fileId, capturedAs }) => {
    const isNeeded = capturedAs !== null && unreadFolder(stores, matterId, capturedAs, placeOf) === folderId;
    return isNeeded ? stores.saves.versionsOf(matterId, fileId).slice(0, 1) : [];
  });
}

/** What the service took long ago: whether it is filed cannot be seen, and what was saved after it waits. */
function cannotBeSeen(stores: Stores, look: Told, now: number): Problem[] {
  const sent = stores.saves.sentOnes(look.matterId).filter((save) => {
    const [folderId = null] = foldersToShow(stores, save);
    const { sentAt } = save;
    // A clock that was set back says nothing of how long ago that was.
    return folderId === look.folderId && sentAt !== null && (sentAt > now || now - sentAt >= longAgo);
  });
  if (sent.length === 0) return [];
  const { why, next } = describe(look.error);
  const isOne = sent.length === 1;
  const go = `Look in the service: if ${isOne ? 'it is' : 'they are'} there, nothing is lost. Nothing is sent twice; what you saved afterwards goes on by itself once the history can be read.`;
  return [
    {
      ...problemOf(stores, look, sent),
      id: idOfSent(look),
      what: `Whether ${named(sent)} ${isOne ? 'is' : 'are'} filed cannot be seen: the history of the folder cannot be read`,
      why: `The service took ${isOne ? 'it' : 'them'} more than an hour ago. ${why}`,
      next: retryable(look.error) === 'never' ? `${next} ${go}` : go,
    },
  ];
}

const others = (saves: readonly Save[]): string =>
  saves.length === 1 ? '' : ` and ${saves.length - 1} more`;
const named = (saves: readonly Save[]): string => `“${saves[0]?.name}”${others(saves)}`;

function problemOf(
  stores: Stores,
  { matterId, since, nextLookAt }: Told,
  saves: readonly Save[],
): Omit<Problem, 'id' | 'what' | 'why' | 'next'> {
  const matter = stores.matters.get(matterId);
  const [first] = saves;
  return {
    matterId,
    matterTitle: matter ? `${matter.number} ${matter.title}`.trim() : null,
    subject: `${first?.name}${others(saves)}`,
    fileId: first?.fileId ?? null,
    conflict: null,
    since: instant(since),
    nextTryAt: instant(nextLookAt),
    actions: ['retry'],
  };
}

/** The matter of such a problem; null for any other. */
export const matterOfFailingCheck = (looks: FailingChecks, id: string): MatterId | null =>
  looks.told().find((look) => [idOf(look), idOfSent(look)].includes(id))?.matterId ?? null;
