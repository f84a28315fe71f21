import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Housekeeping } from '../../../../main/engine/features/vault/housekeeping.ts';
import { VaultIntegrity } from '../../../../main/engine/features/vault/integrity.ts';
import { VaultKeeper } from '../../../../main/engine/features/vault/limits.ts';
import { Vault } from '../../../../main/engine/features/vault/vault.ts';
import type { Files } from '../../../../main/engine/platform/files.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { openDatabase } from '../../../../main/engine/store/database.ts';
import { GroupCommit } from '../../../../main/engine/store/group-commit.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

export const matterId = 'matter' as MatterId;
export const smallContent = 1000;
const keptAfterFiling = 7 * 86_400_000;

/** A vault on the real disk with a real list, and documents beside it. */
export async function smallVault(change: (files: Files) => Partial<Files> = () => ({})) {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  const folder = join(directory, 'matter');
  mkdirSync(folder);
  const database = openDatabase(join(directory, 'matterline.db'));
  const stores = storesOn(database, testAuditContext);
  stores.links.link(matterId, folder, 0);
  const clock = new FakeClock();
  const files: Files = { ...systemFiles, ...change(systemFiles) };
  let names = 0;
  const openWith = async ({ contents }: Pick<typeof stores, 'contents'>) => {
    const now = () => clock.now();
    const inVault = { files, contents, directory: join(directory, 'vault'), now };
    const uniqueName = () => {
      names += 1;
      return `name-${names}`;
    };
    const vault = new Vault({ ...inVault, smallContent, uniqueName });
    const housekeeping = new Housekeeping({ ...inVault, vault, uniqueName });
    await housekeeping.open();
    return { vault, housekeeping };
  };
  const open = async () => {
    const { vault, housekeeping } = await openWith(stores);
    const commits = new GroupCommit(database, files);
    return {
      vault,
      housekeeping,
      keeper: new VaultKeeper({ vault, housekeeping, stores, commits, clock, keptAfterFiling }),
      integrity: new VaultIntegrity({ vault, stores, clock, onChange: () => {} }),
    };
  };
  return {
    directory,
    folder,
    stores,
    clock,
    ...(await open()),
    /** As after the program ended and started again. */
    reopen: open,
    /** As a program does that has another list. */
    openWith,
    document(name: string, content: string | Uint8Array): string {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    /** Puts a save of a content into the outbox. */
    save(name: string, sha256: string, size: number, state = 'waiting'): number {
      const id = stores.outbox.add({
        matterId,
        fileId: name as FileId,
        kind: 'content',
        path: name,
        name,
        sha256,
        size,
        capturedAt: clock.now(),
        state: 'waiting',
        problem: null,
      });
      database.prepare('UPDATE save SET state = ? WHERE id = ?').run(state, id);
      return id;
    },
    [Symbol.dispose]() {
      database.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(Buffer.from(chunk));
  return Buffer.concat(all);
}
