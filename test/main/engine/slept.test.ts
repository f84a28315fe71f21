import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { MatterId } from '../../../shared/model/index.ts';
import { startPracticeService } from '../../service/index.ts';
import { startEngineProcess } from '../../support/engine-process.ts';
import { eventually, sha256 } from '../../support/workplace.ts';
import { calm, filedAs, openDesk } from './saving/desk.ts';

test('a computer that slept in the middle of sending goes on by itself when it wakes, with what was saved meanwhile too', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  mkdirSync(join(directory, 'matters'));
  const service = await startPracticeService({ directory: join(directory, 'service'), applyDelayMs: 20 });
  const engine = startEngineProcess(join(directory, 'engine'), service.tokensFor().accessToken);
  const matterId = service.matterIds()[0] as MatterId;
  try {
    const { baseUrl, apiKey } = service;
    const rootFolder = join(directory, 'matters');
    await engine.client.configure({ connection: { baseUrl, apiKey }, signedIn: true, rootFolder });
    const known = () => engine.client.engine.matters.get({ matterId }).catch(() => null);
    await expect.poll(known, eventually).not.toBeNull();
    const folder = (await engine.client.folders.link({ matterId, path: null })).path;
    service.faults.add({ route: 'storage.put', kind: 'latency', ms: 500 });
    writeFileSync(join(folder, 'Before.docx'), 'before');
    await expect.poll(() => service.faults.hits, eventually).toBe(1);

    // Asleep, nothing of the program runs; connections are cut off meanwhile, addresses run out, people elsewhere work.
    engine.process.kill('SIGSTOP');
    await sleep(1500);
    service.expireUploadAddresses();
    writeFileSync(join(folder, 'Meanwhile.docx'), 'by another system');
    engine.process.kill('SIGCONT');

    const filed = async () => {
      const { documents } = await engine.client.documents.list({ matterId });
      return documents.filter((row) => row.state === 'filed' && row.onDisk).map((row) => row.name);
    };
    await expect.poll(filed, eventually).toEqual(['Before.docx', 'Meanwhile.docx']);
    const versions = (name: string) =>
      service
        .filesOf(matterId)
        .filter((file) => file.fileName === name)
        .flatMap((file) => service.contentOf(matterId, file.fileId).map((version) => version.sha256));
    expect(versions('Before.docx')).toEqual([sha256('before')]);
    expect(versions('Meanwhile.docx')).toEqual([sha256('by another system')]);
  } finally {
    await engine.kill();
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});

test('what another system saved while the computer slept is found by the time alone, when nothing told of it', async () => {
  let isAsleep = false;
  let slept = 0;
  const lost: string[] = [];
  await using place = await openDesk({
    ports: (ports) => ({
      ...ports,
      clock: {
        ...ports.clock,
        now: () => ports.clock.now() + slept,
        // Everything is compared now and then by itself too: not in this hour.
        timer: (ms, ring) => ports.clock.timer(ms > 5_000 ? 3_600_000 : ms, ring),
      },
      watchTree: (root, handlers) =>
        ports.watchTree(root, {
          ...handlers,
          onPath(path, seen) {
            if (isAsleep) lost.push(basename(path));
            else handlers.onPath(path, seen);
          },
        }),
    }),
  });
  await calm(place);
  isAsleep = true;
  writeFileSync(join(place.folder, 'Meanwhile.docx'), 'by another system');
  await expect.poll(() => lost, eventually).toContain('Meanwhile.docx');
  expect(filedAs(place, 'Meanwhile.docx')).toEqual([]);
  isAsleep = false;
  slept = 3_600_000;
  await expect
    .poll(() => filedAs(place, 'Meanwhile.docx'), eventually)
    .toMatchObject([{ versions: [sha256('by another system')] }]);
});
