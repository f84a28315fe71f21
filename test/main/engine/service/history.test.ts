import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEntry } from '../../../../main/engine/service/history.ts';
import { isObject, parseJson } from '../../../../main/engine/service/json.ts';
import { readText } from '../../../../main/engine/service/tolerant.ts';
import { type FolderId, folderIdSchema, matterIdSchema } from '../../../../shared/model/index.ts';
import { sendJson, tinyService } from './tiny-service.ts';

const matterId = matterIdSchema.parse('m1');
const folderId: FolderId = folderIdSchema.parse('f1');

async function historyFrom(body: string, status = 200) {
  await using service = await tinyService((_request, response) => sendJson(response, body, status));
  return await service.client().history.read(matterId, folderId);
}

describe('folder history', () => {
  it('keeps each entry’s JSON character for character', async () => {
    const entries = [
      '{ "id":"1", "type" : 0,\n "lastUpdated":638999999999999999 }',
      '{"id":"2","type":"File"}',
    ];
    const history = await historyFrom(`{"value": [ ${entries.join(' ,')} ], "size": 2}`);
    expect(history.ok && history.value.entries.map(({ raw }) => raw)).toEqual(entries);
  });

  it('takes words, numbers and unknown values of type and changeType', async () => {
    const history = await historyFrom(
      '{"value":[{"id":"1","type":1,"changeType":16},{"id":"2","type":"Hologram","changeType":"Melt"},{"id":"3","type":{}}]}',
    );
    expect(history).toMatchObject({
      ok: true,
      value: {
        entries: [
          { type: 1, changeType: 16 },
          { type: 'Hologram', changeType: 'Melt' },
          { type: null, changeType: null },
        ],
      },
    });
  });

  it('reports entries without an id, and still gives the others', async () => {
    const history = await historyFrom('{"value":[{"id":""},7,null,{"id":"4"},{"newName":"x"},[]]}');
    expect(history).toMatchObject({
      ok: true,
      value: {
        entries: [{ id: '4' }],
        malformed: [
          { index: 0 },
          { index: 1, raw: '7' },
          { index: 2 },
          { index: 4 },
          { index: 5, raw: '[]' },
        ],
      },
    });
  });

  it.each([
    ['a link', (next: string | null) => (next === null ? null : { href: next, rel: 'next' })],
    ['an address', (next: string | null) => next ?? undefined],
  ])('is read to its last page, where it comes in some and says so by %s', async (_, written) => {
    await using service = await tinyService(({ url }, response) => {
      const from = Number(new URL(url, 'http://x').searchParams.get('from') ?? 0);
      const next = from === 2 ? null : `history?from=${from + 1}`;
      sendJson(
        response,
        JSON.stringify({ value: [{ id: `${from}` }, { id: 'known' }], next: written(next) }),
      );
    });
    const unknown = (ids: readonly string[]) => new Set(ids.filter((id) => id !== 'known'));
    const history = await service.client().history.read(matterId, folderId, { known: null, unknown });
    expect(history).toMatchObject({
      ok: true,
      value: { entries: [{ id: '0' }, { id: '1' }, { id: '2' }], known: { before: 0, among: 2, after: 1 } },
    });
    // Nobody could tell by the first page alone that the others are as they were.
    expect(history.ok && history.value.mark).toBeUndefined();
    expect(service.seen.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['itself', '', 1],
    ['the page before', 'history?from=0', 2],
  ])('ends where its pages lead back to %s', async (_, back, asked) => {
    await using service = await tinyService(({ url }, response) => {
      const isLast = asked === 1 || url.includes('from=1');
      const next = isLast ? back || url : 'history?from=1';
      sendJson(response, JSON.stringify({ value: [{ id: isLast ? 'b' : 'a' }], next: { href: next } }));
    });
    const history = await service.client().history.read(matterId, folderId);
    expect(history.ok && new Set(history.value.entries.map(({ id }) => id))).toEqual(
      new Set(asked === 1 ? ['b'] : ['a', 'b']),
    );
    expect(service.seen.length).toBeLessThanOrEqual(asked + 1);
  });

  it('is refused where its next page is at another host: something would be missing', async () => {
    const history = await historyFrom(
      '{"value":[{"id":"1"}],"next":{"href":"https://elsewhere.example/history"}}',
    );
    expect(history).toMatchObject({
      ok: false,
      error: { kind: 'malformed', what: 'next: leads to another host' },
    });
  });

  it('reads any entry as it is read with every digit kept', () => {
    const number = fc.oneof(
      fc.integer().map(String),
      fc.bigInt({ min: 10n ** 15n, max: 10n ** 22n }).map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    );
    const value = fc.oneof(
      number,
      fc.string().map((text) => JSON.stringify(text)),
      fc.constant('null'),
    );
    const member = fc.constantFrom('type', 'changeType', 'newName', 'file', 'lastUpdated');
    const start = fc.constantFrom('', '\uFEFF', ' ');
    fc.assert(
      fc.property(start, fc.array(fc.tuple(member, value)), (before, members) => {
        const raw = `${before}{"id":"1"${members.map(([name, json]) => `,"${name}":${json}`).join('')}}`;
        const exact = parseJson(raw);
        const json = exact.ok && isObject(exact.value) ? exact.value : {};
        const entry = readEntry(raw);
        const word = (given: unknown) => (['string', 'number'].includes(typeof given) ? given : null);
        expect(entry).toMatchObject({
          ok: true,
          value: {
            id: '1',
            type: word(json['type']),
            changeType: word(json['changeType']),
            newName: readText(json['newName']),
            file: null,
            raw,
          },
        });
      }),
      { numRuns: 10_000 },
    );
  });

  it.each(['{}', '{"value":1}', '{"value":{"0":{}}}', '""', ''])('is malformed as %j', async (body) => {
    expect(await historyFrom(body)).toMatchObject({ ok: false, error: { kind: 'malformed' } });
  });

  it('is empty without content', async () => {
    expect(await historyFrom('', 204)).toEqual({
      ok: true,
      value: {
        entries: [],
        malformed: [],
        known: { before: 0, among: 0, after: 0 },
        isLong: false,
        leftAt: expect.any(Number),
      },
    });
  });

  it('reads nothing of a body that is known, and of another only what is not', async () => {
    const body = '{"value":[{"id":"1"},{"id":"2"},{"id":"\\u0033"},{"id":"\\u0034"},{"id":5}]}';
    await using service = await tinyService((_request, response) => sendJson(response, body));
    const { history } = service.client();
    const asked: string[][] = [];
    const unknown = (ids: readonly string[]) => {
      asked.push([...ids]);
      return new Set(['2', '3']);
    };
    const first = await history.read(matterId, folderId, { known: null, unknown });
    expect(first).toMatchObject({
      ok: true,
      value: { entries: [{ id: '2' }, { id: '3' }], known: { before: 1, among: 0, after: 2 } },
    });
    expect(asked).toEqual([['1', '2', '3', '4', '5']]);
    const known = (first.ok && first.value.mark) || null;
    const again = await history.read(matterId, folderId, { known, unknown });
    expect(again).toMatchObject({ ok: true, value: { entries: [], unchanged: true, mark: known } });
    expect(asked).toHaveLength(1);
  });

  it('asks for the folder in the form it was given', async () => {
    await using service = await tinyService((_request, response) => sendJson(response, '[]'));
    await service.client().history.read(matterId, 'root');
    expect(service.seen[0]?.url).toBe('/practice/matters/m1/documents/folders/root/history');
  });

  it('can be read again from what was kept', () => {
    fc.assert(
      fc.property(fc.json(), (raw) => {
        const entry = readEntry(raw);
        expect(readEntry(entry.ok ? entry.value.raw : raw)).toEqual(entry);
      }),
    );
  });
});
