import type { ExposedCopy, ExposureRow, Gone, NotKnown } from '../../shared/model/index.ts';

const came: Readonly<Record<ExposureRow['came'], string>> = {
  saved: 'Saved here',
  fetched: 'Fetched from the service',
  'put-back': 'Put back here',
  found: 'Found here',
};

const copies: Readonly<Record<ExposedCopy, string>> = {
  folder: 'in the matter folder',
  vault: 'among the kept versions',
  'view-copy': 'as a copy to look at',
};

const gone: Readonly<Record<Gone, string>> = {
  'saved-over': 'another version was saved over it',
  replaced: 'a newer version took its place',
  evicted: 'it left to free space',
  vault: 'the limits for kept versions removed it',
  'view-copy': 'it was a copy to look at, removed after a week',
  'removed-here': 'it was removed from the matter folder',
  'signed-out': 'it was removed with a sign-out',
};

const notKnown: Readonly<Record<NotKnown, string>> = {
  wastebasket: 'it was deleted in the service, and may be in the wastebasket',
  unlinked: 'it stood in a folder that is not linked any more',
  'left-at-sign-out': 'it stood in a matter folder, and a sign-out leaves those',
  'not-found': 'it is not where it was, and nothing tells when it went',
};

/** "Saved here; now in the matter folder and among the kept versions". */
export function exposureWords({ came: how, end }: Pick<ExposureRow, 'came' | 'end'>): string {
  return `${came[how]}; ${endWords(end)}`;
}

function endWords(end: ExposureRow['end']): string {
  if (end.kind === 'gone') return gone[end.why];
  if (end.kind === 'not-known') return notKnown[end.why];
  const where = end.copies.map((copy) => copies[copy]);
  return `now ${[where.slice(0, -1).join(', '), where.at(-1)].filter(Boolean).join(' and ')}`;
}
