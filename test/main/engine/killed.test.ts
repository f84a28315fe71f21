import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { verifyExport } from '../../../main/engine/features/custody/verify-export.ts';
import type { FileId } from '../../../shared/model/index.ts';
import { type KillableDesk, openKillableDesk } from '../../support/killable-desk.ts';
import { eventually, sha256 } from '../../support/workplace.ts';

const stateOf = async (desk: KillableDesk, name: string) => {
  const { documents } = await desk.engine.client.documents.list({ matterId: desk.matterId });
  return documents.find((document) => document.name === name)?.state;
};

/**
 * The person looks at each version that may be their save, and says that it is: nobody else files anything here.
 * Resolves once nothing is on its way any more.
 */
async function settled(desk: KillableDesk, name: string): Promise<void> {
  const state = async () => {
    const { problems } = desk.engine.client.engine;
    for (const { id, actions, conflict } of await problems.list()) {
      if (!actions.includes('already-there')) continue;
      await problems.act({ id, action: 'already-there', shown: conflict?.theirs.version ?? null });
    }
    return stateOf(desk, name);
  };
  await expect.poll(state, { ...eventually, timeout: 30_000 }).toBe('filed');
}

test('killed after the service has the content but before it said so: nothing is lost, nothing is filed twice', async () => {
  await using desk = await openKillableDesk();
  // The content is taken and applied at once; only the answer is still to come.
  desk.service.faults.add({ route: 'storage.put', kind: 'holdAnswer' });
  const content = randomBytes(50_000);
  writeFileSync(join(desk.folder, 'Brief.docx'), content);
  await expect.poll(() => desk.versions('Brief.docx'), eventually).toEqual([sha256(content)]);
  expect(await stateOf(desk, 'Brief.docx')).toBe('sending');
  await desk.engine.kill();
  await desk.start();
  // Whether the version that appeared is this save, nothing told: the person is shown it.
  await expect.poll(() => stateOf(desk, 'Brief.docx'), eventually).toBe('problem');
  expect(desk.versions('Brief.docx')).toEqual([sha256(content)]);
});

test('killed in the middle of sending: the whole document is sent after the restart, once', async () => {
  await using desk = await openKillableDesk();
  desk.service.faults.add({ route: 'storage.put', kind: 'stall' });
  const content = randomBytes(5_000_000);
  writeFileSync(join(desk.folder, 'Bundle.pdf'), content);
  await expect.poll(() => desk.service.faults.hits, eventually).toBe(1);
  expect(await stateOf(desk, 'Bundle.pdf')).toBe('sending');
  await desk.engine.kill();
  await desk.start();
  await expect.poll(() => stateOf(desk, 'Bundle.pdf'), { ...eventually, timeout: 30_000 }).toBe('filed');
  expect(desk.versions('Bundle.pdf')).toEqual([sha256(content)]);
});

test('killed in the middle of a capture: the save is captured after the restart, and filed once', async () => {
  await using desk = await openKillableDesk();
  const unfinished = () => (existsSync(desk.unfinished) ? readdirSync(desk.unfinished) : []);
  const contents = new Map<string, Buffer>();
  // A copy takes some hundredths of a second: looked for without a pause, and again with another when it was over already.
  do {
    const content = randomBytes(60_000_000);
    const name = `Recording ${contents.size}.mp4`;
    contents.set(name, content);
    writeFileSync(join(desk.folder, name), content);
    for (const end = performance.now() + 5_000; unfinished().length === 0 && performance.now() < end; );
    await desk.engine.kill();
    if (unfinished().length === 0) await desk.start();
  } while (unfinished().length === 0 && contents.size < 8);
  expect(unfinished()).not.toEqual([]);
  await desk.start();
  for (const [name, content] of contents) {
    await expect.poll(() => stateOf(desk, name), { ...eventually, timeout: 30_000 }).toBe('filed');
    expect(desk.versions(name)).toEqual([sha256(content)]);
  }
  expect(unfinished()).toEqual([]);
});

/** What the custody log says of a document, as whoever exports it reads it. */
async function entriesOf({ engine, matterId, folder }: KillableDesk, fileId: FileId) {
  const path = join(folder, '..', `Custody log ${fileId}.jsonl`);
  const part = { scope: 'document', matterId, fileId } as const;
  await engine.client.custody.export({ part, format: 'json', path, version: '1.0' });
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines
    .map((line) => JSON.parse(line) as { record: string; kind: string; sha256: string })
    .filter(({ record, kind }) => record === 'entry' && !kind.startsWith('export'));
}

test('killed again and again while documents are filed: the custody log tells of each, in order, without a gap', async () => {
  await using desk = await openKillableDesk();
  const names = Array.from({ length: 8 }, (_, index) => `Letter ${index}.docx`);
  for (const [index, name] of names.entries()) {
    writeFileSync(join(desk.folder, name), name);
    // Another moment of the filing each time.
    await sleep(150 + index * 120);
    await desk.engine.kill();
    await desk.start();
  }
  for (const name of names) await settled(desk, name);
  for (const name of names) expect(desk.versions(name)).toEqual([sha256(name)]);
  const { client } = desk.engine;
  expect((await client.engine.custody.check()).fault).toBeNull();
  for (const { fileId, name } of (await client.documents.list({ matterId: desk.matterId })).documents) {
    if (!names.includes(name)) continue;
    const entries = await entriesOf(desk, fileId);
    const kinds = entries.map((entry) => entry.kind);
    const end = kinds.at(-1) === 'decided' ? ['conflict', 'decided'] : ['sent', 'filed'];
    expect([kinds[0], kinds[1], ...kinds.slice(-2)]).toEqual(['captured', 'announcing', ...end]);
    expect(new Set(entries.map((entry) => entry.sha256))).toEqual(new Set([sha256(name)]));
  }
  const part = { scope: 'all' } as const;
  const path = join(desk.folder, '..', 'Custody log.csv');
  expect(await client.custody.export({ part, format: 'csv', path, version: '1.0' })).toEqual({ path });
  expect(await verifyExport(createReadStream(path))).toMatchObject({ outcome: 'whole' });
});
