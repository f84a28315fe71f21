import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { CheckpointKeeper } from '../../../../main/engine/features/custody/checkpoint-keeper.ts';
import { Stamper } from '../../../../main/engine/features/custody/stamper.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { exchange } from '../../../../main/engine/service/exchange.ts';
import { askForStamp } from '../../../../main/engine/service/time-stamp-request.ts';
import { openDatabase } from '../../../../main/engine/store/database.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import { stampProblem } from '../../../../main/engine/view/custody-rows.ts';
import { certificateIn } from '../../../../shared/evidence/time-stamp.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { signsInMemory } from '../../../support/signing.ts';
import { openStampAuthority, type StampAuthority } from '../../../support/stamp-authority.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

let authority: StampAuthority;
beforeAll(async () => {
  authority = await openStampAuthority();
});
afterAll(() => authority[Symbol.asyncDispose]());

function opened() {
  authority.answers(null);
  const directory = mkdtempSync(join(tmpdir(), 'matterline-stamper-'));
  const database = openDatabase(join(directory, 'matterline.db'));
  // The authority’s clock is the system’s.
  const clock = new FakeClock(Date.now());
  const stores = storesOn(database, { ...testAuditContext, clock });
  const keeper = new CheckpointKeeper({
    ...{ stores, directory, clock },
    sign: signsInMemory(),
    files: systemFiles,
    uniqueName: testAuditContext.newId,
    onChange: () => {},
  });
  const patience = { isShort: false };
  const stamper = new Stamper({
    ...{ stores, keeper, clock },
    exchange: (request) =>
      exchange(patience.isShort ? { ...request, delays: { response: 200, request: 300 } } : request),
    random: () => 0,
    nonce: () => Uint8Array.from(randomBytes(8)),
    onChange: () => {},
  });
  onTestFinished(async () => {
    await stamper.stop();
    await keeper.stop();
    database.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const append = () => stores.custody.linked('m1' as MatterId, '/folder', 0);
  const stamps = () => database.prepare('SELECT count(*) FROM custody_stamp').pluck().get();
  const { address, root: certificate } = authority;
  const named = { address, certificate, policy: null };
  const checkpoint = async () => {
    append();
    const made = await keeper.now();
    if (!made.ok) throw new Error(made.error.why);
    return made.value;
  };
  const why = () => stampProblem(stamper.outage)[0]?.why ?? null;
  return { stores, stamper, clock, patience, append, stamps, named, checkpoint, why };
}

test('the newest checkpoint is stamped once a day, and not at all while nobody is named', async () => {
  const { stamper, clock, append, stamps, named } = opened();
  append();
  stamper.start();
  await clock.advance(2 * hour);
  expect(stamps()).toBe(0);
  stamper.setAuthority(named);
  await vi.waitFor(() => expect(stamps()).toBe(1), { timeout: 30_000 });
  append();
  await clock.advance(20 * hour);
  expect(stamps()).toBe(1);
  await clock.advance(5 * hour);
  await vi.waitFor(() => expect(stamps()).toBe(2), { timeout: 30_000 });
});

test('an authority that cannot be reached is tried again, and told of once nothing was stamped for a day', async () => {
  const { stamper, clock, stamps, named, checkpoint, why } = opened();
  await checkpoint();
  stamper.setAuthority({ ...named, address: 'http://127.0.0.1:9/' });
  stamper.start();
  await vi.waitFor(() => expect(stamper.outage ?? clock.now()).not.toBeNull());
  let passed = 0;
  const told = async () => {
    await clock.advance(10 * minute);
    passed += 10 * minute;
    expect(why()).toBe('The time-stamping authority could not be reached.');
  };
  await vi.waitFor(told, { timeout: 30_000, interval: 5 });
  expect(passed).toBeGreaterThanOrEqual(day);
  clock.set(Date.now());
  stamper.setAuthority(named);
  await vi.waitFor(() => expect(stamps()).toBe(1), { timeout: 30_000 });
  expect(why()).toBeNull();
});

test('an authority that lies, or is another one, is told of at once, and nothing of it is kept', async () => {
  await using other = await openStampAuthority();
  const { stamper, stamps, named, checkpoint, why } = opened();
  const point = await checkpoint();
  for (const [how, words] of [
    [{ certificate: other.root }, 'not by the authority whose certificate'],
    [{ certificate: '-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n' }, 'cannot be read'],
  ] as const) {
    stamper.setAuthority({ ...named, ...how });
    expect(await stamper.stamp(point)).toMatchObject({ ok: false });
    expect(why()).toContain(words);
  }
  stamper.setAuthority(named);
  let before: Buffer | null = null;
  authority.answers((question, response) => {
    response.setHeader('content-type', 'application/timestamp-reply');
    before ??= authority.reply(question);
    response.end(before);
  });
  expect(await stamper.stamp(point)).toEqual({ ok: true, value: undefined });
  expect(await stamper.stamp(await checkpoint())).toEqual({ ok: false, error: 'of-something-else' });
  expect(why()).toContain('something else');
  authority.answers((_question, response) => response.end('<html>Sign in to the hotel’s network</html>'));
  expect(await stamper.stamp(await checkpoint())).toEqual({ ok: false, error: 'not-a-stamp' });
  authority.answers((_question, response) => {
    response.statusCode = 503;
    response.end();
  });
  expect(await stamper.stamp(await checkpoint())).toEqual({ ok: false, error: 'refused' });
  expect(stamps()).toBe(1);
});

test('an authority that answers too slowly, or not what it was asked for, is tried again until it does', async () => {
  const { stamper, clock, patience, stamps, named, checkpoint, why } = opened();
  authority.answers(() => {});
  patience.isShort = true;
  stamper.setAuthority(named);
  expect(await stamper.stamp(await checkpoint())).toEqual({ ok: false, error: 'slow' });
  patience.isShort = false;
  expect(why()).toBeNull();
  await clock.advance(day + hour);
  expect(why()).toBe('The time-stamping authority did not answer in time.');
  authority.answers((question, response) => {
    response.setHeader('content-type', 'application/timestamp-reply');
    // Half of an answer, and nothing more.
    response.setHeader('content-length', '4000');
    response.write(authority.reply(question).subarray(0, 100));
    response.socket?.destroy();
  });
  expect(await stamper.stamp(await checkpoint())).toMatchObject({ ok: false });
  authority.answers((_question, response) => {
    response.setHeader('content-type', 'application/timestamp-reply');
    response.end(Buffer.alloc(300 * 1024));
  });
  expect(await stamper.stamp(await checkpoint())).toMatchObject({ ok: false });
  stamper.setAuthority({ ...named, policy: '1.9.9.9' });
  authority.answers(null);
  expect(await stamper.stamp(await checkpoint())).toEqual({ ok: false, error: 'not-granted' });
  expect(stamps()).toBe(0);
  clock.set(Date.now());
  stamper.setAuthority(named);
  stamper.start();
  await vi.waitFor(() => expect(stamps()).toBe(1), { timeout: 30_000 });
  expect(why()).toBeNull();
});

test('an answer with something behind the stamp is none', async () => {
  const { stamper, checkpoint, named, stamps } = opened();
  stamper.setAuthority(named);
  authority.answers((request, response) => {
    response.setHeader('content-type', 'application/timestamp-reply');
    response.end(Buffer.concat([authority.reply(request), Buffer.alloc(200_000, 0x41)]));
  });
  expect(await stamper.stamp(await checkpoint())).toEqual({ ok: false, error: 'not-a-stamp' });
  expect(stamps()).toBe(0);
});

test('a stamp whose clock is days from this computer’s is kept, and told of until the two agree', async () => {
  const { stamper, clock, checkpoint, named, stamps } = opened();
  stamper.setAuthority(named);
  const what = () => stampProblem(stamper.outage)[0]?.what ?? null;
  clock.set(Date.now() - 4 * day);
  expect(await stamper.stamp(await checkpoint())).toMatchObject({ ok: true });
  expect(stamps()).toBe(1);
  expect(what()).toBe('Time stamps say another day than this computer');
  clock.set(Date.now());
  expect(await stamper.stamp(await checkpoint())).toMatchObject({ ok: true });
  expect(what()).toBeNull();
});

test('nobody waits for a slow authority longer than they want', async () => {
  const { stamper, stamps, named, checkpoint } = opened();
  authority.answers(() => {});
  stamper.setAuthority(named);
  const enough = new AbortController();
  const stamping = stamper.stamp(await checkpoint(), enough.signal);
  enough.abort();
  expect(await stamping).toEqual({ ok: false, error: 'ends' });
  expect(stamps()).toBe(0);
});

test('a stamp is kept beside the checkpoint that it is on, though a newer one was signed meanwhile', async () => {
  const { stores, stamper, named, checkpoint } = opened();
  const certificate = certificateIn(named.certificate) ?? Buffer.of();
  const stamped = await checkpoint();
  const newer = await checkpoint();
  stamper.setAuthority(named);
  expect(await stamper.stamp(stamped)).toEqual({ ok: true, value: undefined });
  expect([stamped, newer].map(({ id }) => stores.checkpoints.isStamped(id, certificate))).toEqual([
    true,
    false,
  ]);
});

test('a stamp of a time to come, by a clock that was wrong, does not keep the next one away', async () => {
  const { stamper, stores, clock, stamps, named, checkpoint, append } = opened();
  const { id } = await checkpoint();
  const none = Buffer.alloc(0);
  stores.checkpoints.addStamp({
    ...{ checkpoint: id, at: clock.now() + 3650 * day, authority: 'tsa.example' },
    ...{ certificate: none, request: none, response: none },
  });
  append();
  stamper.setAuthority(named);
  stamper.start();
  await vi.waitFor(() => expect(stamps()).toBe(2), { timeout: 30_000 });
  append();
  await clock.advance(3 * hour);
  expect(stamps()).toBe(2);
});

test('while the log cannot be signed, or nothing is due, the stamper waits an hour and does not ask again and again', async () => {
  const { stores, clock, named, checkpoint } = opened();
  const point = await checkpoint();
  let asked = 0;
  let isSigned = true;
  const keeper = {
    now: async () => {
      asked += 1;
      return isSigned ? { ok: true as const, value: point } : { ok: false as const, error: {} as never };
    },
  };
  const stamper = new Stamper({
    ...{ stores, clock },
    keeper: keeper as never,
    exchange: async () => ({ ok: false, error: { kind: 'unreachable' } }) as never,
    random: () => 0,
    nonce: () => Uint8Array.from(randomBytes(8)),
    onChange: () => {},
  });
  onTestFinished(() => stamper.stop());
  stamper.setAuthority({ ...named, address: 'http://127.0.0.1:9/' });
  expect((await stamper.stamp(point)).ok).toBe(false);
  isSigned = false;
  stamper.start();
  await clock.advance(2 * minute);
  asked = 0;
  await clock.advance(3 * hour);
  expect(asked).toBeLessThanOrEqual(4);
});

test('a record has for each of its entries the first stamp that covers it, and no other', () => {
  const { stores } = opened();
  const { checkpoints } = stores;
  let tree = 0;
  const stamp = (lastSeq: number) => {
    const made = { tree, size: lastSeq + 1, lastSeq, at: 0, publicKey: Buffer.alloc(32), lasting: 1 };
    const { id } = checkpoints.add({ ...made, note: `${tree} ${lastSeq}` });
    const bytes = { certificate: Buffer.of(1), request: Buffer.of(2), response: Buffer.of(3) };
    checkpoints.addStamp({ checkpoint: id, at: 0, authority: 'stamps.example', ...bytes });
    return id;
  };
  const number = fc.integer({ min: 1, max: 30 });
  fc.assert(
    fc.property(
      fc.array(number, { maxLength: 8 }),
      fc.uniqueArray(number, { maxLength: 8 }),
      (stamped, some) => {
        tree += 1;
        const points = stamped.map((lastSeq) => ({ lastSeq, id: stamp(lastSeq) }));
        const seqs = some.toSorted((a, b) => a - b);
        const wanted = seqs.flatMap((seq) => points.find(({ lastSeq }) => lastSeq >= seq)?.id ?? []);
        expect(checkpoints.stampedOf(tree, seqs).map(({ id }) => id)).toEqual([...new Set(wanted)]);
      },
    ),
    { numRuns: 50 },
  );
});

test('a clock that was a year ahead while the authority could not be reached keeps no stamp away once it is right again', async () => {
  const { stores, clock, named, checkpoint, append } = opened();
  const start = clock.now();
  const point = await checkpoint();
  let asked = 0;
  const stamper = new Stamper({
    ...{ stores, clock },
    keeper: { now: async () => ({ ok: true, value: { ...point, id: 1 } }) } as never,
    exchange: async () => {
      asked += 1;
      return { ok: false, error: { kind: 'offline' } } as never;
    },
    random: () => 0,
    nonce: () => Uint8Array.from(randomBytes(8)),
    onChange: () => {},
  });
  onTestFinished(() => stamper.stop());
  clock.set(start + 365 * day);
  stamper.setAuthority(named);
  stamper.start();
  await clock.advance(2 * hour);
  expect(asked).toBeGreaterThan(0);
  clock.set(start + 3 * hour);
  asked = 0;
  append();
  await clock.advance(7 * hour);
  expect(asked).toBeGreaterThan(0);
  expect(stamper.outage).toBeNull();
  await clock.advance(day);
  expect(stampProblem(stamper.outage)[0]?.why).toBe('The time-stamping authority could not be reached.');
});

test('an authority that the firm names instead of another is asked, also for what the former one stamped', async () => {
  await using another = await openStampAuthority('Another');
  const { stores, stamper, append, clock, stamps, named, checkpoint } = opened();
  stamper.setAuthority(named);
  const point = await checkpoint();
  expect(await stamper.stamp(point)).toEqual({ ok: true, value: undefined });
  // Its own address changed nothing: who it is, its certificate says.
  stamper.setAuthority({ ...named, address: `${named.address}?` });
  expect(await stamper.stamp(point)).toEqual({ ok: true, value: undefined });
  expect(stamps()).toBe(1);
  stamper.setAuthority({ address: another.address, certificate: another.root, policy: null });
  stamper.start();
  await vi.waitFor(() => expect(stamps()).toBe(2), { timeout: 30_000 });
  expect(another.asked).toBe(1);
  for (const { root } of [authority, another])
    expect(stores.checkpoints.isStamped(point.id, certificateIn(root) ?? new Uint8Array())).toBe(true);
  append();
  await clock.advance(2 * hour);
  expect(another.asked).toBe(1);
  // A record has both.
  expect(stores.checkpoints.stampedOf(point.tree, [point.lastSeq])).toHaveLength(2);
});

test('an answer that is longer than any stamp is not read', async () => {
  opened();
  authority.answers((_question, response) => {
    response.setHeader('content-type', 'application/timestamp-reply');
    response.end(Buffer.alloc(70_000));
  });
  const answer = await askForStamp(exchange, authority.address, Buffer.from('question'));
  expect(answer).toMatchObject({ ok: false });
});
