/**
 * Seeds that are known to break a promise, and what they found: bugs that are not mended yet (docs/known-limits.md). Each run
 * tells of them aloud; one that breaks nothing any more is to be taken off this list.
 */
export const knownFailures: ReadonlyMap<number, string> = new Map([
  [223, 'after a reset connection and cut-off histories, saves stay sent though history shows them'],
  [1181, 'after many broken answers in a row, a save stays sent though history shows it'],
  [
    1222,
    'a file of the program’s own stays in a folder whose drive is unplugged while a version is restored',
  ],
  [1101, 'a rename of case only is not sent after a document was filed on top of a namesake'],
  [1818, 'a document restored after its matter was unlinked and linked keeps its former name in the service'],
]);
