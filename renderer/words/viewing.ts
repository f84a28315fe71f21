import type { Refusal, ViewStep } from '../../shared/model/index.ts';
import { lastPart, type Notice } from './adding.ts';
import { displayName } from './displayName.ts';
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
 * @param toVersions shows what there is of the document; null where that is on the screen already
 */
export function viewedNotice(name: string, step: ViewStep, toVersions: (() => void) | null): Notice | null {
  switch (step.step) {
    case 'opened':
      return {
        intent: 'info',
        title: `“${displayName(name)}” is open to read`,
        lines: [viewCopy, ...(step.isChecked ? [] : [notChecked])],
      };
    case 'saved':
      return {
        intent: 'success',
        title: `Saved a copy as “${displayName(lastPart(step.path))}”`,
        lines: ['It is a file of its own: changes to it are not filed.'],
      };
    case 'refused':
      return refusedNotice(step.refusal, step.kept ? toVersions : null);
    default:
      return null;
  }
}

const viewCopy = 'This is a view copy, read only: changes to it are not filed.';
const notChecked =
  'The service cannot be reached. This is the newest version that this computer knows of; there may be a newer one.';

function refusedNotice({ what, why, next }: Refusal, toVersions: (() => void) | null): Notice {
  const notice: Notice = { intent: 'error', title: what, lines: [why, next] };
  return toVersions ? { ...notice, action: { label: 'Show versions', run: toVersions } } : notice;
}
