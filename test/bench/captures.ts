import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { registerCapture } from '../../main/engine/features/capture/register.ts';
import { Housekeeping } from '../../main/engine/features/vault/housekeeping.ts';
import { Vault } from '../../main/engine/features/vault/vault.ts';
import { systemFiles } from '../../main/engine/platform/system-files.ts';
import { openDatabase } from '../../main/engine/store/database.ts';
import { GroupCommit } from '../../main/engine/store/group-commit.ts';
import { idInOrder } from '../../main/engine/store/id-in-order.ts';
import { storesOn } from '../../main/engine/store/stores.ts';
import type { FileId, MatterId } from '../../shared/model/index.ts';
import { testAuditContext } from '../support/audit-context.ts';
import type { Bar } from './bar.ts';
import { median } from './figures.ts';

const files = 20_000;
const inDirectory = 100;
const repeats = 5;
/** As many as the engine captures at once. */
const atOnce = 512;
/** A tenth is enough to know how fast the peer is. */
const peerFiles = files / 10;

/** Small saves a second, each safe on disk and in the outbox; beside files written with an fsync each, which is only shown. */
export async function captures(): Promise<Bar[]> {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-bench-'));
  try {
    const paths = writeDocuments(join(directory, 'matter'));
    const own: number[] = [];
    const peer: number[] = [];
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      own.push(await captured(join(directory, `own-${repeat}`), paths));
      peer.push(await copied(join(directory, `peer-${repeat}`)));
    }
    const value = Math.round(median(own));
    const against = Math.round(median(peer));
    return [
      {
        bench: 'captures',
        what: `${files} saves of 1 KiB, hashed, in the vault and in the outbox`,
        value,
        unit: 'saves/s',
        against: `${peerFiles} files of 1 KiB written with an fsync each, as many at once (${against}/s)`,
        ratio: Number((value / against).toFixed(2)),
        limit: 'at least 12,000 saves/s',
        holds: value >= 12_000,
      },
    ];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function writeDocuments(root: string): string[] {
  return Array.from({ length: files }, (_, index) => {
    const room = join(root, String(Math.floor(index / inDirectory)));
    if (index % inDirectory === 0) mkdirSync(room, { recursive: true });
    const path = join(room, `${index}.docx`);
    writeFileSync(path, randomBytes(1024));
    return path;
  });
}

async function captured(directory: string, paths: readonly string[]): Promise<number> {
  mkdirSync(directory);
  const database = openDatabase(join(directory, 'matterline.db'));
  const stores = storesOn(database, testAuditContext);
  const now = () => Date.now();
  const inVault = { files: systemFiles, contents: stores.contents, directory: join(directory, 'vault'), now };
  const vault = new Vault({ ...inVault, smallContent: 64 * 1024, uniqueName: randomUUID });
  await new Housekeeping({ ...inVault, vault, uniqueName: randomUUID }).open();
  const commits = new GroupCommit(database, systemFiles);
  const limit = pLimit(atOnce);
  const startedAt = performance.now();
  await Promise.all(
    paths.map((path) =>
      limit(async () => {
        const result = await vault.capture(path);
        if (!result.ok) throw new Error(result.error.kind);
        await commits.run(() =>
          registerCapture(stores, {
            matterId: 'matter' as MatterId,
            path: path.slice(1),
            captured: result.value,
            gone: [],
            newFileId: () => idInOrder(randomUUID(), now()) as FileId,
            now: now(),
          }),
        );
      }),
    ),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  database.close();
  return paths.length / seconds;
}

async function copied(directory: string): Promise<number> {
  mkdirSync(directory);
  const bytes = randomBytes(1024);
  const limit = pLimit(atOnce);
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: peerFiles }, (_, index) =>
      limit(async () => {
        const handle = await open(join(directory, String(index)), 'wx');
        await handle.write(bytes);
        await handle.sync();
        await handle.close();
      }),
    ),
  );
  return peerFiles / ((performance.now() - startedAt) / 1000);
}
