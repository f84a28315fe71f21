import type { MatterId, Problem } from '../../../shared/model/index.ts';
import { instant } from '../domain/instant.ts';
import { gatheredBy, massChangeProblemId } from '../features/mass-changes/mass-change-decision.ts';
import type { MassChange, MassChangeCounts } from '../store/mass-changes.ts';
import type { Stores } from '../store/stores.ts';

/** Many changes at once, each time as one problem, however many documents they are. */
export function massChangeProblems(
  stores: Stores,
  titleOf: (matterId: MatterId) => string | null,
): Problem[] {
  return stores.massChanges.undecided().map((massChange): Problem => {
    const counts = stores.massChanges.counts(massChange.id);
    return {
      id: massChangeProblemId(massChange.id),
      matterId: massChange.matterId,
      matterTitle: titleOf(massChange.matterId),
      subject: stores.links.of(massChange.matterId)?.path ?? null,
      fileId: null,
      conflict: null,
      gathered: gatheredBy(stores, massChange),
      ...(counts.held > 0 || counts.changed + counts['new-ending'] > 0
        ? heldWords(counts)
        : removedWords(counts)),
      since: instant(sinceOf(massChange)),
      nextTryAt: null,
      actions:
        counts.held > 0
          ? ['file-all', 'keep-all-unfiled', 'look-at-each', 'show-in-folder']
          : ['dismiss', 'show-in-folder'],
    };
  });
}

/** It began a span before its first change that was noticed; the clock may have been set back meanwhile. */
const sinceOf = ({ beganAt, lastAt }: MassChange): number => Math.min(beganAt, lastAt);

const documents = (count: number): string => (count === 1 ? '1 document' : `${count} documents`);

type Words = Pick<Problem, 'what' | 'why' | 'next'>;

function heldWords(counts: MassChangeCounts): Words {
  const changed = counts.changed + counts['new-ending'];
  const renamed = counts['new-ending'];
  const parts = [
    ...(changed > 0 ? [`${documents(changed)} changed`] : []),
    ...(renamed > 0 ? [`${renamed} of them got another ending`] : []),
    ...(counts.removed > 0 ? [`${documents(counts.removed)} removed here`] : []),
  ];
  const malware = renamed * 2 > changed && renamed > 0;
  const isBack = parts.length === 0;
  const kept =
    counts.held === 0
      ? 'None of their saves waits for an answer to this.'
      : `${counts.held === 1 ? '1 save is' : `${counts.held} saves are`} kept and not filed.`;
  return {
    what: isBack
      ? 'Documents came to this matter while others were gone'
      : `${documents(changed + counts.removed)} of this matter changed at once`,
    why: `${isBack ? 'What was gone is back' : parts.join(', ')}. ${
      malware
        ? 'Programs that encrypt documents to blackmail people do this.'
        : 'A macro or a restored backup does this, and so do programs that encrypt documents to blackmail people.'
    } ${kept}`,
    next: malware
      ? 'Disconnect this computer from the network and call the person who looks after it. What was filed before is safe in the service.'
      : counts.held === 0
        ? 'If you did not expect this, ask the person who looks after your computers before you file any of it.'
        : 'File all if you expected this. If not, keep them unfiled and ask the person who looks after your computers.',
  };
}

function removedWords(counts: MassChangeCounts): Words {
  return {
    what: `${documents(counts.removed)} vanished from this matter’s folder at once`,
    why: 'They were deleted or moved away on this computer. All of them are still filed in the service.',
    next: 'Put them back if this was not intended; otherwise nothing is to do.',
  };
}
