/** Longest line kept, in UTF-16 units. */
const longestLine = 500;

/** A line of one of our own messages, with everything taken out that is not words of ours. */
export function redact(line: string): string {
  const frame = frameOf(line);
  if (frame !== null) return frame;
  return plain(line)
    .replaceAll(/\b(?:https?|wss?):\/\/[^\s"'<>]+/gi, originOf)
    .replaceAll(/\b(Bearer|Basic)\s+\S+/gi, '$1 [removed]')
    .replaceAll(/[\w.+-]+@[\w-]+\.[\w.-]+/g, '[removed]')
    .replaceAll(path, '[path]')
    .replaceAll(/[\w~+/=-]{16,}/g, (word) => (/\d/.test(word) ? '[removed]' : word))
    .slice(0, longestLine);
}

/**
 * What may be kept of a line that the engine, or a runtime in it, wrote by itself: the kind and code of an error and where
 * in the program it happened. Its message may quote anything, also a client's name, and is left out whole.
 */
export function redactForeign(line: string): string {
  const frame = frameOf(line);
  if (frame !== null) return frame;
  const known = [
    /^\(node:\d+\) (?:\[\w+\] )?\w*Warning\b/,
    /^(?:Uncaught )?(?:\w+Error|AggregateError|Error)(?: \[\w+\])?(?=:|$)/,
    /^\s*(?:code: '[A-Z][A-Z_\d]{1,40}'|errno: -?\d{1,6}|syscall: '[a-z]{1,20}'),?$/,
    /^(?:FATAL ERROR|Node\.js v[\d.]+|\[\d+:\d+\/[\d.]+:(?:ERROR|FATAL))/,
  ];
  const kept = known.map((form) => form.exec(line)?.[0]).find((found) => found !== undefined);
  if (kept?.length === line.length) return kept;
  return `${kept === undefined ? '' : `${kept} `}[${line.length - (kept?.length ?? 0)} characters left out]`;
}

// A path with blanks in it ends only where a quotation mark, a bracket or the line does.
const path = /(?:file:\/\/|\b[a-z]:[\\/]|\\\\|~\/|(?<!https?:|wss?:|[\w./])\/(?=[^\s/]))[^"'“”‘’`()[\]<>]*/gi;

/** A frame of a stack trace, with the name of the program's file instead of its path; null for any other line. */
function frameOf(line: string): string | null {
  const found =
    /^\s+at (?:([\w.#<>$ [\]]{1,100}) \()?(?:\S.*?[\\/])?([\w.-]+\.[cm]?[jt]s|node:[\w/]+):(\d+):(\d+)\)?$/.exec(
      line,
    );
  if (!found) return null;
  const [, where, file, row, column] = found;
  return `    at ${where === undefined ? '' : `${where} `}(${file}:${row}:${column})`;
}

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : '[address]');

const plain = (line: string): string => line.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');
