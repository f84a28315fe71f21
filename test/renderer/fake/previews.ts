import type { CompareStep, PreviewStep, Refusal, TextBlock } from '../../../shared/model/index.ts';
import { previewKind } from '../../../shared/rules/preview.ts';
import { hostileNames } from './disguise.ts';
import type { Scene } from './scenes.ts';

/** A sheet of paper: two pixels of white, as high as they are shown. */
const sheet =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC';

const blocks: readonly TextBlock[] = [
  { kind: 'heading', level: 1, text: 'Particulars of claim' },
  { kind: 'heading', level: 2, text: 'The parties' },
  {
    kind: 'paragraph',
    text: '1. The Claimant is the freehold owner of the property known as Fenwick Court, and brings this claim against the Defendant as its tenant under a lease dated 4 June 2019.',
  },
  { kind: 'item', text: 'arrears of rent;' },
  { kind: 'item', text: 'interest; and' },
  { kind: 'item', text: 'costs.' },
  { kind: 'row', cells: ['Quarter', 'Rent due', 'Paid'] },
  { kind: 'row', cells: ['March 2025', '£12,500', '£0'] },
];

const protectedFile: Refusal = {
  code: 'not-permitted',
  what: 'Superseded order.pdf cannot be shown here.',
  why: 'It is protected with a password, or an Office document in the format of before 2007.',
  next: 'Open it to read it.',
};
const otherKind: Refusal = {
  code: 'kind-not-known',
  what: 'This cannot be shown here.',
  why: 'Shown here are PDF, pictures, plain text, and the text of Word (.docx) and Excel (.xlsx) documents, not “.msg”.',
  next: 'Open it to read it.',
};

/** What the viewer would make of a document of that name. */
export async function* previewOf(
  { downloads, hostile, bare }: Scene,
  name: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<PreviewStep, void> {
  if (downloads === 'slow') {
    yield { step: 'fetching', done: 12_400_000, of: 31_000_000 };
    await new Promise((resolve) => signal?.addEventListener('abort', resolve));
  }
  yield { step: 'reading' };
  const size = { picture: sheet, width: 1_200, height: 1_697 };
  switch (name.startsWith('Superseded') ? 'locked' : previewKind(name)) {
    case 'locked':
      return yield { step: 'refused', refusal: protectedFile };
    case 'pdf':
      for (const number of [1, 2]) {
        yield {
          step: 'page',
          number,
          of: 34,
          ...size,
          text: number === 1 ? 'Report of Dr Hale\nPage one.' : '',
        };
      }
      break;
    case 'picture':
      yield { step: 'picture', ...size, height: 800 };
      break;
    case 'excel':
      yield {
        step: 'sheets',
        sheets: ['Costs', 'Disbursements'].map((named) => ({
          name: named,
          rows: [
            ['Item', 'Hours', 'Rate'],
            ['Drafting', '2.5', '220'],
          ],
          rowsInAll: 900,
          columnsInAll: 3,
        })),
        isCut: true,
      };
      break;
    case 'word':
    case 'text':
      yield {
        step: 'text',
        blocks: bare
          ? []
          : hostile
            ? hostileNames.map((text) => ({ kind: 'paragraph' as const, text }))
            : [...blocks],
        isCut: false,
      };
      break;
    default:
      return yield { step: 'refused', refusal: otherKind };
  }
  yield { step: 'end' };
}

/** What two versions of a document would differ in. */
export async function* comparisonOf(
  { hostile }: Scene,
  before: string | null,
  after: string | null,
): AsyncGenerator<CompareStep, void> {
  yield { step: 'reading' };
  const same = { parts: [{ kind: 'same' as const, text: 'The Claimant claims, as set out below:' }] };
  const changed = hostile
    ? [
        {
          parts: hostileNames.map((text, at) => ({
            kind: at % 2 === 0 ? ('inserted' as const) : ('deleted' as const),
            text,
          })),
        },
      ]
    : [
        {
          parts: [
            { kind: 'same' as const, text: 'arrears of ' },
            { kind: 'deleted' as const, text: '£12,500' },
            { kind: 'inserted' as const, text: '£18,750' },
            { kind: 'same' as const, text: ', being the rent due under the lease;' },
          ],
        },
        { parts: [{ kind: 'deleted' as const, text: 'damages for the boundary wall; and' }] },
        { parts: [{ kind: 'inserted' as const, text: 'interest under section 35A; and' }] },
      ];
  const paragraphs = before === after ? [same] : [same, same, ...changed, same];
  yield { step: 'differences', paragraphs, isCut: false };
}
