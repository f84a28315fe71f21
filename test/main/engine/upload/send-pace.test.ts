import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentsAtOnce } from '../../../../main/engine/features/upload/lanes.ts';
import { paced, SendPace } from '../../../../main/engine/features/upload/send-pace.ts';
import { err, ok } from '../../../../shared/base/result.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

test('without a limit everything leaves at once', async () => {
  const pace = new SendPace(new FakeClock());
  await pace.take(1e12);
  await expect(pace.take(1e12)).resolves.toBeUndefined();
});

test('whatever is sent, in no time more leaves than the limit allows, and everything leaves in the end', async () => {
  const pieces = fc.array(fc.integer({ min: 1, max: 65_536 }), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(pieces, fc.integer({ min: 16_000, max: 1_000_000 }), async (sizes, limit) => {
      const clock = new FakeClock();
      const pace = new SendPace(clock);
      pace.setLimit(limit);
      const left: { at: number; bytes: number }[] = [];
      for (const bytes of sizes) void pace.take(bytes).then(() => left.push({ at: clock.steady(), bytes }));
      const total = sizes.reduce((sum, size) => sum + size, 0);
      await clock.advance((total / limit) * 1_000 + sizes.length * 5 + 2_000);
      expect(left.map(({ bytes }) => bytes)).toEqual(sizes);
      for (const [first, { at: from }] of left.entries()) {
        let bytes = 0;
        for (const { at, bytes: more } of left.slice(first)) {
          bytes += more;
          expect(bytes).toBeLessThanOrEqual(limit * ((at - from) / 1_000 + 1) + 2 * 65_536);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('a limit that is taken away lets go within a second what waits', async () => {
  const clock = new FakeClock();
  const pace = new SendPace(clock);
  pace.setLimit(16_000);
  await pace.take(10_000_000);
  let left = false;
  void pace.take(1).then(() => (left = true));
  await clock.advance(500);
  pace.setLimit(null);
  await clock.advance(1_000);
  expect(left).toBe(true);
});

test('only contents are slowed down, byte for byte as they were', async () => {
  const clock = new FakeClock();
  const pace = new SendPace(clock);
  pace.setLimit(16_000);
  const sent: Buffer[] = [];
  const send = paced(
    async ({ body }) => {
      if (body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body)) {
        for await (const chunk of body) sent.push(Buffer.from(chunk));
      }
      return { ok: true, value: { status: 200, headers: {}, body: '' } };
    },
    pace,
    clock,
  );
  const delays = { lookup: 1, connect: 1, secureConnect: 1, socket: 1 };
  const common = {
    method: 'PUT',
    url: new URL('https://x.example'),
    answerLimit: 1,
    beyondLimit: 'cut',
    delays,
  } as const;
  const content = Buffer.alloc(100_000, 'abc');
  const sending = send({
    ...common,
    headers: { 'content-type': '' },
    body: Readable.from([content.subarray(0, 50_000), content.subarray(50_000)]),
  });
  const said = await send({ ...common, headers: { 'content-type': 'application/json' }, body: '{}' });
  expect(said.ok).toBe(true);
  await clock.advance(1_000);
  // A second's worth that was saved up, one more, and a piece.
  expect(Buffer.concat(sent).length).toBeLessThanOrEqual(2 * 16_000 + 4 * 1024);
  await clock.advance(10_000);
  await sending;
  expect(Buffer.concat(sent).equals(content)).toBe(true);
});

const outgoing = {
  method: 'PUT',
  url: new URL('https://x.example'),
  headers: { 'content-type': '' },
  answerLimit: 1,
  beyondLimit: 'cut',
  delays: { lookup: 1, connect: 1, secureConnect: 1, socket: 60_000 },
} as const;

test('four documents that the limit holds back for minutes are not taken for stalled: each leaves once, whole', async () => {
  const clock = new FakeClock();
  const pace = new SendPace(clock);
  pace.setLimit(16_000);
  let taken = 0;
  const send = paced(
    async ({ body, delays, signal }) => {
      // Whatever else measures silence would take ours for the network's.
      expect(delays.socket).toBeUndefined();
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        if (signal?.aborted) return err({ kind: 'aborted' });
        taken += chunk.length;
      }
      return ok({ status: 200, headers: {}, body: '' });
    },
    pace,
    clock,
  );
  const content = Buffer.alloc(1_000_000);
  const chunks = () =>
    Readable.from([0, 1, 2, 3].map((chunk) => content.subarray(chunk * 262_144, (chunk + 1) * 262_144)));
  const all = Promise.all([1, 2, 3, 4].map(() => send({ ...outgoing, body: chunks() })));
  await clock.advance(260_000);
  expect((await all).map(({ ok: went }) => went)).toEqual([true, true, true, true]);
  expect(taken).toBe(4_000_000);
});

test('a network that takes nothing for a minute is stalled also where a limit is set, in the content and after it', async () => {
  for (const piecesTaken of [1, Number.POSITIVE_INFINITY]) {
    const clock = new FakeClock();
    const pace = new SendPace(clock);
    pace.setLimit(16_000);
    const send = paced(
      async ({ body, signal }) => {
        let pieces = 0;
        for await (const _ of body as AsyncIterable<Uint8Array>) if ((pieces += 1) >= piecesTaken) break;
        await new Promise((resolve) => signal?.addEventListener('abort', resolve));
        return err({ kind: 'aborted' });
      },
      pace,
      clock,
    );
    const result = send({ ...outgoing, body: hold(Buffer.alloc(20_000)) });
    let over = false;
    void result.then(() => (over = true));
    await clock.advance(59_000);
    expect(over).toBe(false);
    await clock.advance(10_000);
    expect(await result).toEqual(err({ kind: 'stalled' }));
  }
});

/** A body that is asked for piece by piece and not closed by whoever stops asking. */
const hold = (content: Buffer): AsyncIterable<Uint8Array> => {
  const parts = [content.subarray(0, 8_000), content.subarray(8_000)][Symbol.iterator]();
  return { [Symbol.asyncIterator]: () => ({ next: async () => parts.next() }) };
};

test('a cancelled sending is cancelled, not stalled', async () => {
  const clock = new FakeClock();
  const pace = new SendPace(clock);
  pace.setLimit(16_000);
  const cancel = new AbortController();
  const send = paced(
    ({ signal }) =>
      new Promise((resolve) => signal?.addEventListener('abort', () => resolve(err({ kind: 'aborted' })))),
    pace,
    clock,
  );
  const result = send({ ...outgoing, body: Readable.from([Buffer.alloc(1)]), signal: cancel.signal });
  cancel.abort();
  expect(await result).toEqual(err({ kind: 'aborted' }));
});

test('with little to share, fewer documents are on their way at once, and there is always room for a small one', () => {
  expect([null, 16_000, 48_000, 128_000, 10_000_000].map(documentsAtOnce)).toEqual([8, 2, 3, 8, 8]);
});
