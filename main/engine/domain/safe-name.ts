/** Windows gives these to devices, with any extension. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?$/i;

/** Longest name made, in UTF-8 bytes: below every file system's 255, with room for a number. */
const longest = 200;

/**
 * A name from the service as a directory or file name that is good on Windows, macOS and Linux alike, stays one name,
 * and shows what it is: separators and reserved characters become hyphens; control and direction characters go.
 */
export function safeName(name: string, fallback: string): string {
  const plain = name
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/gu, '')
    .replace(/\s*[<>:"/\\|?*]+\s*/g, (match) => (/^\s|\s$/.test(match) ? ' - ' : '-'))
    .replace(/\s+/g, ' ')
    .replace(/^[\s.-]+|[\s.]+$/g, '');
  const cut = shorten(plain).replace(/[\s.]+$/, '');
  if (cut === '') return fallback;
  // Names our own rules or other programs take for temporary files would never be filed.
  return reserved.test(cut) || cut.startsWith('~') ? `_${cut}` : cut;
}

/** The beginning of a name that takes up to so many bytes, without half a character at its end. */
export function shorten(name: string, most = longest): string {
  let bytes = 0;
  let cut = '';
  for (const { segment } of new Intl.Segmenter().segment(name)) {
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
