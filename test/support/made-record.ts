import { randomBytes, randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkAside } from '../../main/engine/features/custody/check-aside.ts';
import {
  CheckpointKeeper,
  type SignCheckpoint,
} from '../../main/engine/features/custody/checkpoint-keeper.ts';
import { RecordMaker } from '../../main/engine/features/custody/record.ts';
import { Stamper } from '../../main/engine/features/custody/stamper.ts';
import { systemFiles } from '../../main/engine/platform/system-files.ts';
import { exchange } from '../../main/engine/service/exchange.ts';
import { openDatabase } from '../../main/engine/store/database.ts';
import { storesOn } from '../../main/engine/store/stores.ts';
import { systemClock } from '../../shared/base/clock.ts';
import type { FileId, MatterId } from '../../shared/model/index.ts';
import { testAuditContext } from './audit-context.ts';
import { noJournal } from './no-journal.ts';
import { signsInMemory } from './signing.ts';
import type { StampAuthority } from './stamp-authority.ts';

export const madeDocument = { matterId: 'm1' as MatterId, fileId: 'f1' as FileId };

/** A computer's log with nothing else around it, of which records can be made. */
export function openLog(
  options: {
    /** Milliseconds that its clock is behind, now. */
    behind?: () => number;
    sign?: SignCheckpoint;
    /** A database that it begins with. */
    copyOf?: string;
  } = {},
) {
  const { behind = () => 0, sign = signsInMemory(), copyOf } = options;
  const directory = mkdtempSync(join(tmpdir(), 'matterline-record-'));
  if (copyOf !== undefined) copyFileSync(copyOf, join(directory, 'matterline.db'));
  const database = openDatabase(join(directory, 'matterline.db'));
  const clock = { ...systemClock, now: () => systemClock.now() - behind() };
  const stores = storesOn(database, { ...testAuditContext, clock });
  const files = systemFiles;
  const uniqueName = randomUUID;
  const onChange = () => {};
  const keeper = new CheckpointKeeper({ stores, files, clock, directory, sign, uniqueName, onChange });
  const nonce = () => Uint8Array.from(randomBytes(8));
  const random = () => 0;
  const stamper = new Stamper({ stores, keeper, clock, exchange, random, nonce, onChange });
  const parts = { stores, files, clock, keeper, stamper, journal: noJournal, uniqueName };
  const maker = new RecordMaker({ ...parts, check: checkAside });
  return {
    directory,
    database,
    stores,
    keeper,
    stamper,
    maker,
    /** Steps of saves of a document, one for each entry; the hash is of the name. */
    write(document: { matterId: MatterId; fileId: FileId }, steps: number) {
      const kinds = ['captured', 'announcing', 'sending', 'sent', 'filed'] as const;
      for (let step = 0; step < steps; step += 1) {
        const id = Math.floor(step / kinds.length) + 1;
        const kind = kinds[step % kinds.length] ?? 'captured';
        stores.custody.ofSave(
          {
            ...{ ...document, id, size: 50_000, kind: 'content' },
            name: `Letter ${document.fileId}.docx`,
            path: `Pleadings/Letter ${document.fileId}.docx`,
            sha256: hashOf(id),
          },
          kind === 'filed' ? { kind, versionId: `entry ${id}` } : { kind },
        );
      }
    },
    name(authority: StampAuthority) {
      stamper.setAuthority({ address: authority.address, certificate: authority.root, policy: null });
    },
    async record(
      document = madeDocument,
    ): Promise<{ text: string; page: Buffer; paths: { path: string; proofs: string } }> {
      const part = { scope: 'document', ...document } as const;
      const saved = await maker.save({ part, path: join(directory, 'Record.pdf'), version: '1.0' });
      if (!saved.ok) throw new Error(`${saved.error.what}. ${saved.error.why}`);
      const { path, proofs } = saved.value;
      return { text: readFileSync(proofs, 'utf8'), page: readFileSync(path), paths: saved.value };
    },
    async [Symbol.asyncDispose]() {
      await stamper.stop();
      await keeper.stop();
      database.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const hashOf = (id: number): string => id.toString(16).padStart(64, '0');
