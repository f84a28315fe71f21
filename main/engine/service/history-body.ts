/** One element of an array, in the text it was read from. */
export interface ElementText {
  /** Its JSON, character for character. */
  readonly raw: string;
  /** Its member `id`, read without reading the rest; null when that needs the whole element to be parsed. */
  readonly id: string | null;
}

/** What is wrong with the text as a whole. */
export type BodyFault = 'no-array' | 'not-json';

/** Told of a member of the object beside the array: its name, and its JSON as it stands there. */
export type OtherMember = (name: string, json: string) => void;

/** Longest name and value that somebody is told of, in UTF-16 units. */
const longestOther = 4_096;

/** Elements after which whoever reads is given the chance to let others have their turn. */
const elementsAtOnce = 1_000;

/**
 * The elements of an array, or of the array that is the member `member` of an object, a batch at a time: 100,000 history
 * entries come as one array, and only the few that are new are worth parsing. The elements themselves are not checked to be
 * JSON, only that they begin and end where they should.
 * @returns the fault when there is no such array or the text breaks off
 */
export function* elementsOf(
  text: string,
  member: string,
  other: OtherMember = () => {},
): Generator<ElementText[], BodyFault | null> {
  const start = skipSpace(text, text.startsWith('\uFEFF') ? 1 : 0);
  if (text.charCodeAt(start) === openBracket) {
    const end = yield* elementsFrom(text, start + 1);
    return end !== null && skipSpace(text, end) === text.length ? null : 'not-json';
  }
  if (text.charCodeAt(start) !== openBrace) return isScalar(text) ? 'no-array' : 'not-json';
  let found = false;
  for (let at = skipSpace(text, start + 1); ; ) {
    const sign = text.charCodeAt(at);
    if (sign === closeBrace) {
      if (skipSpace(text, at + 1) !== text.length) return 'not-json';
      return found ? null : 'no-array';
    }
    if (sign === comma) {
      at = skipSpace(text, at + 1);
      continue;
    }
    if (sign !== quote) return 'not-json';
    const nameEnd = stringEnd(text, at);
    const colonAt = skipSpace(text, nameEnd);
    if (text.charCodeAt(colonAt) !== colon) return 'not-json';
    const valueAt = skipSpace(text, colonAt + 1);
    if (nameIs(text.slice(at, nameEnd), member) && text.charCodeAt(valueAt) === openBracket) {
      found = true;
      const end = yield* elementsFrom(text, valueAt + 1);
      if (end === null) return 'not-json';
      at = skipSpace(text, end);
    } else {
      // Some services write an empty list as null.
      if (nameIs(text.slice(at, nameEnd), member) && text.startsWith('null', valueAt)) found = true;
      const end = valueEnd(text, valueAt).end;
      if (end === null) return 'not-json';
      if (end - at <= longestOther) other(text.slice(at + 1, nameEnd - 1), text.slice(valueAt, end));
      at = skipSpace(text, end);
    }
  }
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Elements up to the closing bracket; where that ends, or null when it does not come. */
function* elementsFrom(text: string, position: number): Generator<ElementText[], number | null> {
  let batch: ElementText[] = [];
  for (let at = skipSpace(text, position); at < text.length; ) {
    const sign = text.charCodeAt(at);
    if (sign === closeBracket) {
      if (batch.length > 0) yield batch;
      return at + 1;
    }
    if (sign === comma) {
      at = skipSpace(text, at + 1);
      continue;
    }
    const { end, id } = valueEnd(text, at);
    if (end === null || end === at) return null;
    batch.push({ raw: text.slice(at, end), id });
    if (batch.length === elementsAtOnce) {
      yield batch;
      batch = [];
    }
    at = skipSpace(text, end);
  }
  return null;
}

/** Where the value at `start` ends (null: it does not), and the member `id` of an object when it is plain text. */
function valueEnd(text: string, start: number): { end: number | null; id: string | null } {
  let depth = 0;
  let id: string | null = null;
  let plain = true;
  let afterColon = false;
  let isId = false;
  let seen = false;
  for (let at = start; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote: {
        const end = stringEnd(text, at);
        if (depth === 0) return { end: end > text.length ? null : end, id: null };
        if (depth === 1) {
          if (!afterColon) {
            isId = end - at === 4 && text.startsWith('"id"', at);
            // Of a member that is repeated the last counts, and it may be no text.
            if (isId && seen) plain = false;
            seen ||= isId;
          } else if (isId) id = text.slice(at + 1, end - 1);
          // An escaped name may spell `id`, and an escaped id is not the text between its quotes.
          if ((!afterColon || isId) && text.slice(at, end).includes('\\')) plain = false;
        }
        at = end - 1;
        break;
      }
      case colon:
        if (depth === 1) afterColon = true;
        break;
      case comma:
        if (depth === 0) return { end: at, id: null };
        if (depth === 1) afterColon = false;
        break;
      case openBrace:
      case openBracket:
        depth += 1;
        break;
      case closeBrace:
      case closeBracket:
        if (depth === 0) return { end: at, id: null };
        depth -= 1;
        if (depth === 0) return { end: at + 1, id: plain && id !== '' ? id : null };
        break;
      case 0x20:
      case 0x09:
      case 0x0a:
      case 0x0d:
        if (depth === 0) return { end: at, id: null };
    }
  }
  return { end: depth === 0 ? text.length : null, id: null };
}

/** Where the string that opens at `start` ends; beyond the text when it does not. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
  return text.length + 1;
}

function skipSpace(text: string, position: number): number {
  for (let at = position; ; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign !== 0x20 && sign !== 0x0a && sign !== 0x0d && sign !== 0x09) return at;
  }
}

function nameIs(quoted: string, member: string): boolean {
  if (!quoted.includes('\\')) return quoted.slice(1, -1) === member;
  try {
    return JSON.parse(quoted) === member;
  } catch {
    return false;
  }
}

function isScalar(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
