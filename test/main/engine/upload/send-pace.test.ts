import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paced, SendPace } from '../../../../main/engine/upload/send-pace.ts';
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
  const send = paced(async ({ body }) => {
    if (body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body)) {
      for await (const chunk of body) sent.push(Buffer.from(chunk));
    }
    return { ok: true, value: { status: 200, headers: {}, body: '' } };
  }, pace);
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
  expect(Buffer.concat(sent).length).toBe(50_000);
  await clock.advance(10_000);
  await sending;
  expect(Buffer.concat(sent).equals(content)).toBe(true);
});
