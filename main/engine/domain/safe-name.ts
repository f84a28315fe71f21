/** Windows gives these to devices, with any extension. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?$/i;

/** Longest name made, in UTF-8 bytes: below every file system's 255, with room for a number. */
const longest = 200;
/** UTF-16 units of a name that are looked at: nothing longer is a name, and nobody waits until all of it is read. */
const longestRead = 4_000;

/**
 * A name from the service as a directory or file name that is good on Windows, macOS and Linux alike, stays one name,
 * and shows what it is: separators and reserved characters become hyphens; control and direction characters go.
 * Takes time in proportion to the length: no name can stall the program.
 */
export function safeName(name: string, fallback: string): string {
  const plain = name
    .slice(0, longestRead)
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?[<>:"/\\|?*]+ ?/g, (match) => (/^ | $/.test(match) ? ' - ' : '-'))
    .replace(/\s+/g, ' ')
    .replace(/^[\s.-]+/, '');
  const cut = withoutDotsAtEnd(shorten(withoutDotsAtEnd(plain)));
  if (cut === '') return fallback;
  // Names our own rules or other programs take for temporary files would never be filed.
  return reserved.test(cut) || cut.startsWith('~') ? `_${cut}` : cut;
}

/** Without the dots and spaces at its end. */
function withoutDotsAtEnd(name: string): string {
  let end = name.length;
  while (end > 0 && /[\s.]/.test(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

/** The beginning of a name that takes up to so many bytes, without half a character at its end. */
export function shorten(name: string, most = longest): string {
  // Each UTF-16 unit takes up a byte at least.
  let bytes = 0;
  let cut = '';
  for (const { segment } of new Intl.Segmenter().segment(name.slice(0, most + 1))) {
    bytes += Buffer.byteLength(segment);
    if (bytes > most) break;
    cut += segment;
  }
  return cut;
}

/** `name (2).docx` and so on: what to try after `name.docx` is taken. `count` starts at 2. */
export function numbered(name: string, count: number): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)} (${count})${name.slice(dot)}` : `${name} (${count})`;
}

/** The name without such a number. */
export const unnumbered = (name: string): string => name.replace(/ \(\d+\)(?=\.[^.]*$|$)/, '');
