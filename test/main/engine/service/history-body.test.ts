import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BodyFault,
  type ElementText,
  elementsOf,
} from '../../../../main/engine/service/history-body.ts';

function read(text: string): { elements: ElementText[]; fault: BodyFault | null } {
  const elements: ElementText[] = [];
  const batches = elementsOf(text, 'value');
  for (;;) {
    const batch = batches.next();
    if (batch.done) return { elements, fault: batch.value };
    elements.push(...batch.value);
  }
}
const texts = (text: string) => read(text).elements.map(({ raw }) => raw);

describe('the elements of a body', () => {
  const space = fc.constantFrom('', ' ', '\n\t', '\r\n  ');
  it('are character for character what came, in an array or in a member', () => {
    fc.assert(
      fc.property(fc.array(fc.json()), space, fc.json(), (elements, gap, other) => {
        const trimmed = elements.map((element) => element.trim());
        const list = `[${gap}${elements.join(`${gap},${gap}`)}${gap}]`;
        expect(read(list)).toMatchObject({ fault: null });
        expect(texts(list)).toEqual(trimmed);
        const text = `{${gap}"a"${gap}:${other},"value"${gap}:${gap}${list}${gap},"z":${other}}${gap}`;
        expect(read(text)).toMatchObject({ fault: null });
        expect(texts(text)).toEqual(trimmed);
      }),
    );
  });

  it('tell their id as JSON.parse would, or do not tell it', () => {
    const id = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null));
    const name = fc.constantFrom('id', 'i\\u0064', 'x', 'self');
    const member = fc.tuple(name, fc.oneof(id, fc.record({ id }), fc.array(fc.record({ id }))));
    fc.assert(
      fc.property(fc.array(member), (members) => {
        const element = `{${members.map(([key, value]) => `"${key}":${JSON.stringify(value)}`).join(', ')}}`;
        const told = read(`[${element}]`).elements[0]?.id ?? null;
        expect([null, JSON.parse(element).id]).toContain(told);
      }),
      { numRuns: 2_000 },
    );
    expect(read('[{"self":{"id":"no"},"id":"7"}]').elements[0]?.id).toBe('7');
  });

  it('are found under a name that is spelt with escapes', () => {
    expect(texts('{"other":[1],"val\\u0075e":[2, {"value":[3]}]}')).toEqual(['2', '{"value":[3]}']);
  });

  it.each(['{}', '{"other":[1]}', '{"value":{"value":[1]}}', '{"value":1}', '"value"', '7', 'null'])(
    'are none in %s',
    (text) => expect(read(text)).toEqual({ elements: [], fault: 'no-array' }),
  );

  it('are an empty list where a service writes it as null', () =>
    expect(read('{"size":0, "value" : null}')).toEqual({ elements: [], fault: null }));

  it('are not taken for whole when the body breaks off, wherever it does', () => {
    const body = JSON.stringify({ size: 2, value: [{ id: 'a', name: 'x\\"]}' }, { id: 'b' }], more: [1] });
    for (let length = 1; length < body.length; length += 1) {
      expect(read(body.slice(0, length)).fault).toBe('not-json');
    }
    expect(read(body).fault).toBeNull();
    expect(read(`${body}x`).fault).toBe('not-json');
  });

  it('hold a string of many megabytes', () => {
    const long = JSON.stringify('ab"c'.repeat(4_000_000));
    expect(texts(`[${long}]`)[0]?.length).toBe(long.length);
  });

  it('never end in an exception or without an end, whatever the text is', () => {
    const text = fc.oneof(
      fc.string(),
      fc
        .array(fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '\\', 'id', '1', ' '))
        .map((signs) => signs.join('')),
    );
    fc.assert(
      fc.property(text, (any) => {
        expect(read(any)).toBeDefined();
      }),
      { numRuns: 5_000 },
    );
  });
});
