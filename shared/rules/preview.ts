/** Most pages of a PDF that are shown at once; more are asked for. */
export const pagesAtOnce = 10;

/** What a document is shown as without opening it. */
export type PreviewKind = 'pdf' | 'picture' | 'text' | 'word' | 'excel';

const endings: readonly (readonly [PreviewKind, string])[] = [
  ['pdf', 'pdf'],
  ['picture', 'png jpg jpeg gif webp bmp svg avif ico'],
  ['text', 'txt md csv tsv log json xml'],
  ['word', 'docx docm dotx dotm'],
  ['excel', 'xlsx xlsm xltx xltm'],
];
const kinds = new Map(endings.flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind])));

/** By its name; null where it cannot be shown. */
export function previewKind(name: string): PreviewKind | null {
  const ending = /\.([^.]+?)[. ]*$/.exec(name)?.[1];
  return kinds.get(ending?.toLowerCase() ?? '') ?? null;
}

/** Whether two versions of a document of that name can be compared as text. */
export function isComparable(name: string): boolean {
  const kind = previewKind(name);
  return kind === 'word' || kind === 'text';
}
