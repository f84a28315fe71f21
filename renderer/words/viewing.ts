import type { Refusal, ViewStep } from '../../shared/model/index.ts';
import { lastPart, type Notice } from './adding.ts';
import { displayName } from './displayName.ts';
import { saidOf } from './saidOf.ts';
import { sizeWords } from './size.ts';

/** How much of a document is here, and the way to stop it. */
export function fetchingNotice(
  name: string,
  { done, of }: { readonly done: number; readonly of: number | null },
  stop: () => void,
): Notice {
  return {
    intent: 'info',
    title: `Fetching “${displayName(name)}” from the service…`,
    lines: of === null || done === 0 ? [] : [`${sizeWords(done)} of ${sizeWords(of)}`],
    progress: { done, of: Math.max(1, of ?? 1) },
    action: { label: 'Cancel', run: stop },
  };
}

/**
 * What became of it, in words; null when nothing is to be said.
 * @param openAnyway opens what may be anything, once the person wants it
 * @param toVersions shows what there is of the document; null where that is on the screen already
 */
export function viewedNotice(
  name: string,
  step: ViewStep,
  toVersions: (() => void) | null,
  openAnyway?: () => void,
): Notice | null {
  switch (step.step) {
    case 'opened':
      return {
        intent: 'info',
        title: step.isInFolder ? `“${displayName(name)}” is open` : `“${displayName(name)}” is open to read`,
        lines: [step.isInFolder ? inFolder : viewCopy, ...(step.isChecked ? [] : [notChecked])],
      };
    case 'saved':
      return {
        intent: 'success',
        title: `Saved a copy as “${displayName(lastPart(step.path))}”`,
        lines: ['It is a file of its own: changes to it are not filed.'],
      };
    case 'refused':
      return step.refusal.code === 'kind-not-known' && openAnyway
        ? askedNotice(name, step.refusal, openAnyway)
        : refusedNotice(name, step.refusal, step.kept ? toVersions : null);
    default:
      return null;
  }
}

const viewCopy = 'This is a view copy, read only: changes to it are not filed.';
const inFolder = 'It is in the matter’s folder now: what you save is filed.';
const notChecked =
  'The service cannot be reached. This is the newest version that this computer knows of; there may be a newer one.';

/** Stays until the person has answered. */
const askedNotice = (name: string, { what, why, next }: Refusal, openAnyway: () => void): Notice => ({
  ...{ intent: 'warning', title: saidOf(name, what), lines: [why, next] },
  action: { label: 'Open', run: openAnyway },
});

function refusedNotice(name: string, { what, why, next }: Refusal, toVersions: (() => void) | null): Notice {
  const notice: Notice = { intent: 'error', title: saidOf(name, what), lines: [why, next] };
  return toVersions ? { ...notice, action: { label: 'Show versions', run: toVersions } } : notice;
}
