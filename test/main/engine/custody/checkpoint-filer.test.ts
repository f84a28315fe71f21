import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { SignCheckpoint } from '../../../../main/engine/features/custody/checkpoint-keeper.ts';
import { problemsOf } from '../../../../main/engine/use-cases/problems.ts';
import { continuedProblem, filingProblem } from '../../../../main/engine/view/custody-rows.ts';
import type { Cipher } from '../../../../main/secrets/cipher.ts';
import { DeviceKey } from '../../../../main/secrets/device-key.ts';
import { SignedCheckpoints } from '../../../../main/secrets/signed-checkpoints.ts';
import { isSignedWith, parseCheckpoint } from '../../../../shared/evidence/checkpoint.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';

const day = 86_400_000;
const cipher: Cipher = {
  encrypt: async (text) => Buffer.from(text),
  decrypt: async (bytes) => bytes.toString(),
};

/** A computer with a key that lasts, a clock that can be put ahead, and a hand on it while the engine is closed. */
async function openPlace({ remembers = false } = {}) {
  const keys = mkdtempSync(join(tmpdir(), 'matterline-keys-'));
  onTestFinished(() => rmSync(keys, { recursive: true, force: true }));
  const computer = { ahead: 0, whileClosed: () => {} };
  // Unless it is said otherwise, each start of the program remembers nothing of what the key signed before.
  const place = await openWorkplace({
    ports(ports) {
      computer.whileClosed();
      const signed = new SignedCheckpoints(remembers ? join(keys, 'signed') : null, () => {});
      const key = new DeviceKey(join(keys, 'device-key'), cipher, () => {}, signed);
      const signCheckpoint: SignCheckpoint = (text, proof, tree) => key.sign(text, proof, tree);
      const clock = { ...ports.clock, now: () => ports.clock.now() + computer.ahead };
      return { ...ports, clock, signCheckpoint };
    },
  });
  return { place, computer, keys };
}

/** As the firm names it, looked at once more. */
function name(place: Workplace, matter = numberOf(place)) {
  place.workspace.checkpointFiler.setMatter(null);
  place.workspace.checkpointFiler.setMatter(matter);
}
const numberOf = ({ workspace, matterId }: Workplace) => workspace.stores.matters.get(matterId)?.number ?? '';
const filedIn = ({ folder }: Workplace) =>
  readdirSync(folder)
    .filter((file) => file.startsWith('Custody log '))
    .toSorted();
const filed = (place: Workplace, count: number) =>
  vi.waitFor(() => expect(filedIn(place)).toHaveLength(count), eventually);
test('the newest checkpoint is filed into the matter that the firm names, as a document like any other, and again a week later where the log went on', async () => {
  const { place, computer } = await openPlace();
  await using _ = place;
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await place.allFiled();
  name(place);
  await filed(place, 1);
  await place.allFiled(2);
  const [first = ''] = filedIn(place);
  const note = readFileSync(join(place.folder, first), 'utf8');
  const { custody, checkpoints } = place.workspace.stores;
  const checkpoint = parseCheckpoint(note);
  expect(checkpoint?.origin).toBe(custody.treeNow.origin);
  const [key = ''] = custody.signingKeys;
  expect(checkpoint && isSignedWith(checkpoint, Buffer.from(key, 'base64'))).toBe(true);
  expect(place.versionsOf(first)).toEqual([sha256(note)]);
  expect(checkpoints.last?.note).toBe(note);

  // A week later the log tells of nothing but of that: nobody needs another one.
  computer.ahead = 8 * day;
  await place.workspace.checkpointFiler.look();
  expect(filedIn(place)).toHaveLength(1);
  writeFileSync(join(place.folder, 'Brief.docx'), 'second');
  await place.allFiled(3);
  await place.workspace.checkpointFiler.look();
  await filed(place, 2);
  await place.allFiled(4);
  writeFileSync(join(place.folder, 'Brief.docx'), 'third');
  await place.allFiled(5);
  computer.ahead += 6 * day;
  await place.workspace.checkpointFiler.look();
  expect(filedIn(place)).toHaveLength(2);
  expect(continuedProblem(place.workspace.stores)).toEqual([]);
});

test('a computer that was put back from a backup as a whole is noticed by what was filed of its log', async () => {
  const { place, computer } = await openPlace();
  await using _ = place;
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await place.allFiled();
  const made = await place.workspace.checkpointKeeper.now();
  if (!made.ok) throw new Error(made.error.why);
  const engine = join(place.directory, 'engine');
  const backup = join(place.directory, 'backup');
  computer.whileClosed = () => cpSync(engine, backup, { recursive: true });
  await place.restartEngine();
  writeFileSync(join(place.folder, 'Brief.docx'), 'second');
  await place.allFiled(2);
  name(place);
  await filed(place, 1);
  await place.allFiled(3);
  computer.whileClosed = () => {
    rmSync(engine, { recursive: true });
    cpSync(backup, engine, { recursive: true });
  };
  await place.restartEngine();
  expect((await place.workspace.checkpointKeeper.now()).ok).toBe(true);
  expect(continuedProblem(place.workspace.stores)).toEqual([]);
  name(place);
  await vi.waitFor(() => expect(continuedProblem(place.workspace.stores)).toHaveLength(1), eventually);
  expect(continuedProblem(place.workspace.stores)[0]?.why).toContain(
    'an earlier copy of it, such as a backup',
  );
});

test('put back with all that the key remembers as well, the log goes on once from what was filed, and accuses nobody', async () => {
  const { place, computer, keys } = await openPlace({ remembers: true });
  await using _ = place;
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await place.allFiled();
  await place.workspace.checkpointKeeper.now();
  const kept = [
    [join(place.directory, 'engine'), join(place.directory, 'backup')],
    [keys, join(place.directory, 'backup-keys')],
  ] as const;
  const putBack = () => {
    for (const [directory, backup] of kept) {
      rmSync(directory, { recursive: true });
      cpSync(backup, directory, { recursive: true });
    }
  };
  computer.whileClosed = () => {
    for (const [directory, backup] of kept) cpSync(directory, backup, { recursive: true });
  };
  await place.restartEngine();
  computer.whileClosed = () => {};
  for (const [at, text] of ['second', 'third'].entries()) {
    writeFileSync(join(place.folder, 'Brief.docx'), text);
    await place.allFiled(2 * at + 2);
    computer.ahead += 8 * day;
    name(place);
    await filed(place, at + 1);
    await place.allFiled(2 * at + 3);
  }
  const last = readFileSync(join(place.folder, filedIn(place).at(-1) ?? ''), 'utf8');

  computer.whileClosed = putBack;
  await place.restartEngine();
  computer.whileClosed = () => {};
  await place.workspace.checkpointKeeper.now();
  name(place);
  await vi.waitFor(() => expect(continuedProblem(place.workspace.stores)).toHaveLength(1), eventually);
  for (let start = 0; start < 2; start += 1) {
    const { checkpointKeeper, checkpointFiler, stores } = place.workspace;
    await checkpointFiler.look();
    writeFileSync(join(place.folder, 'Brief.docx'), `after ${start}`);
    await vi.waitFor(async () => expect((await checkpointKeeper.now()).ok).toBe(true), eventually);
    expect(stores.custody.origins).toHaveLength(2);
    expect(JSON.parse(stores.custody.treeNow.beginning).slice(1, 4)).toEqual([
      'continued',
      'earlier-copy',
      last,
    ]);
    expect(continuedProblem(stores)[0]?.why).toContain('an earlier copy of it, such as a backup');
    await place.restartEngine();
    name(place);
  }
});

test('what somebody else put into the folder as a checkpoint says nothing', async () => {
  const { place } = await openPlace();
  await using _ = place;
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await place.allFiled();
  const made = await place.workspace.checkpointKeeper.now();
  if (!made.ok) throw new Error(made.error.why);
  const [origin = '', , ...rest] = made.value.note.split('\n');
  const device = place.workspace.stores.custody.deviceId.slice(0, 8);
  for (const [day_, text] of [
    ['01', [origin, '999999', ...rest].join('\n')],
    ['02', 'anything'],
    ['03', 'x'.repeat(100_000)],
  ])
    writeFileSync(join(place.folder, `Custody log 2026-11-${day_} ${device}.txt`), text ?? '');
  await place.allFiled(4);
  name(place);
  await filed(place, 4);
  expect(continuedProblem(place.workspace.stores)).toEqual([]);
  expect(place.workspace.stores.custody.treeNow.origin).toBe(origin);
});

test('a matter that is not there, or has no folder here, is said, and everything else is filed', async () => {
  const { place } = await openPlace();
  await using _ = place;
  const { checkpointFiler } = place.workspace;
  const why = () => filingProblem(checkpointFiler.outage)[0]?.why ?? null;
  name(place, 'no such number');
  await vi.waitFor(() => expect(why()).toContain('No matter has the number “no such number”'), eventually);
  const other = place.service.matterIds()[1] ?? '';
  name(place, other);
  await vi.waitFor(() => expect(why()).toContain('has no folder on this computer'), eventually);
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await place.allFiled();
  name(place);
  await filed(place, 1);
  expect(why()).toBeNull();
  await place.allFiled(2);
});

test('neither a folder of such a name, nor a clock that was ahead for a while, keeps checkpoints from being filed', async () => {
  const { place, computer } = await openPlace();
  await using _ = place;
  const device = place.workspace.stores.custody.deviceId.slice(0, 8);
  mkdirSync(join(place.folder, `Custody log 2026-01-01 ${device}.txt`));
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await place.allFiled();
  computer.ahead = 3650 * day;
  name(place);
  await filed(place, 2);
  await place.allFiled(2);
  computer.ahead = 0;
  writeFileSync(join(place.folder, 'Brief.docx'), 'second');
  await place.allFiled(3);
  await place.workspace.checkpointFiler.look();
  await filed(place, 3);
  expect(filingProblem(place.workspace.checkpointFiler.outage)).toEqual([]);
});

test('where the log lost an entry while the program runs, that is told, and not that the folder took nothing', async () => {
  const { place } = await openPlace();
  await using _ = place;
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await place.allFiled();
  const { stores, checkpointKeeper, checkpointFiler } = place.workspace;
  await checkpointKeeper.now();
  stores.database.exec('DROP TRIGGER custody_never_shrinks; DELETE FROM custody WHERE seq = 3');
  stores.custody.linked(place.matterId, '/elsewhere', 0);
  name(place);
  await checkpointFiler.look();
  expect(filingProblem(checkpointFiler.outage)).toEqual([]);
  expect(problemsOf(place.workspace)).toContainEqual(
    expect.objectContaining({ id: 'custody', why: expect.stringContaining('Entry 3 is missing') }),
  );
  expect(await checkpointKeeper.now()).toMatchObject({
    ok: false,
    error: { why: expect.stringContaining('Entry 3 of the custody log is missing') },
  });
});

test('that the log cannot be signed now is not told as a folder that does not take it', async () => {
  const { place } = await openPlace();
  await using _ = place;
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await place.allFiled();
  place.workspace.stores.database.exec(
    `CREATE TRIGGER full BEFORE INSERT ON custody_checkpoint BEGIN SELECT RAISE(ABORT, 'no room'); END`,
  );
  name(place);
  await place.workspace.checkpointFiler.look();
  expect(filingProblem(place.workspace.checkpointFiler.outage)).toMatchObject([
    { why: 'The custody log could not be signed on this computer just now.' },
  ]);
  expect(filedIn(place)).toEqual([]);
  place.workspace.stores.database.exec('DROP TRIGGER full');
  await place.workspace.checkpointFiler.look();
  expect(filingProblem(place.workspace.checkpointFiler.outage)).toEqual([]);
  expect(filedIn(place)).toHaveLength(1);
});
