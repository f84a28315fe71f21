/** One token after the space before it: a string's opening quote, a bracket, a comma or colon, any other scalar. */
const token = /\s*(["[\]{},:]|[^\s[\]{},:"]+)/y;

/**
 * The exact texts of the elements of an array, or of the array that is the member `member` of an object, in order.
 * @param text JSON already known to be well-formed
 * @returns null when there is no such array; of repeated members the last counts, as in `JSON.parse`
 */
export function elementTexts(text: string, member: string): string[] | null {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const first = tokenAt(text, start);
  if (first?.text === '[') return elementsFrom(text, first.end).texts;
  if (first?.text !== '{') return null;
  let found: string[] | null = null;
  let position = first.end;
  for (;;) {
    const name = tokenAt(text, position);
    if (!name || name.text === '}') return found;
    if (name.text === ',') {
      position = name.end;
      continue;
    }
    const valueStart = tokenAt(text, name.end)?.end ?? text.length;
    const value = tokenAt(text, valueStart);
    const wanted = JSON.parse(name.text) === member;
    if (wanted && value?.text === '[') {
      const elements = elementsFrom(text, value.end);
      found = elements.texts;
      position = elements.end;
    } else {
      if (wanted) found = null;
      position = valueEnd(text, valueStart).end;
    }
  }
}

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function tokenAt(text: string, position: number): Token | null {
  token.lastIndex = position;
  const match = token.exec(text);
  if (!match?.[1]) return null;
  const start = token.lastIndex - match[1].length;
  const end = match[1] === '"' ? stringEnd(text, start) : token.lastIndex;
  return { text: text.slice(start, end), start, end };
}

/** Where the string that opens at `start` ends. By hand: a pattern runs out of stack on strings of megabytes. */
function stringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

/** Start and end of the value that begins at or after `position`. */
function valueEnd(text: string, position: number): { start: number; end: number } {
  const first = tokenAt(text, position);
  if (!first) return { start: text.length, end: text.length };
  let depth = 0;
  for (let next: Token | null = first; next; next = tokenAt(text, next.end)) {
    if (next.text === '[' || next.text === '{') depth += 1;
    if (next.text === ']' || next.text === '}') depth -= 1;
    if (depth === 0) return { start: first.start, end: next.end };
  }
  return { start: first.start, end: text.length };
}

/** The values up to the closing bracket of the array whose first value begins at or after `position`. */
function elementsFrom(text: string, position: number): { texts: string[]; end: number } {
  const texts: string[] = [];
  for (let next = tokenAt(text, position); next; next = tokenAt(text, position)) {
    if (next.text === ']') return { texts, end: next.end };
    if (next.text === ',') {
      position = next.end;
      continue;
    }
    const { start, end } = valueEnd(text, next.start);
    texts.push(text.slice(start, end));
    position = end;
  }
  return { texts, end: text.length };
}
