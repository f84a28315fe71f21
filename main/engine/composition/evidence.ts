import { createHash } from 'node:crypto';
import { err } from '../../../shared/base/result.ts';
import { checkHere } from '../features/custody/check-aside.ts';
import { CheckpointFiler } from '../features/custody/checkpoint-filer.ts';
import { CheckpointKeeper } from '../features/custody/checkpoint-keeper.ts';
import { CustodyExporter } from '../features/custody/export.ts';
import { RecordMaker } from '../features/custody/record.ts';
import { Stamper } from '../features/custody/stamper.ts';
import type { WorkspaceEvents } from './events.ts';
import type { History } from './history.ts';
import type { MatterFolders } from './matter-folders.ts';
import type { EnginePorts } from './ports.ts';
import type { Storage } from './storage.ts';

export type Evidence = ReturnType<typeof composeEvidence>;

/** What is made of the custody log: checkpoints, time stamps, records and exports. */
export function composeEvidence(
  { files, clock, random, newId: uniqueName, signCheckpoint, exchange, checkRecord = checkHere }: EnginePorts,
  { directory, stores }: Storage,
  { account }: History,
  { stagingFiles }: MatterFolders,
  events: WorkspaceEvents,
) {
  const onChange = () => events.emit('status');
  const checkpointKeeper = new CheckpointKeeper({
    ...{ stores, files, clock, directory, uniqueName, onChange },
    sign: signCheckpoint ?? (async () => null),
  });
  const stamper = new Stamper({
    ...{ stores, clock, random, onChange },
    keeper: checkpointKeeper,
    nonce: () => Uint8Array.from(createHash('sha256').update(uniqueName()).digest().subarray(0, 8)),
    exchange: exchange ?? (async () => err({ kind: 'offline', code: '', why: 'unreachable' })),
  });
  return {
    checkpointKeeper,
    stamper,
    checkpointFiler: new CheckpointFiler({
      ...{ files, stores, clock, account, stagingFiles, uniqueName, onChange },
      keeper: checkpointKeeper,
    }),
    recordMaker: new RecordMaker({
      ...{ stores, files, clock, stamper, uniqueName },
      keeper: checkpointKeeper,
      check: checkRecord,
      journal: stagingFiles,
    }),
    custodyExporter: new CustodyExporter({
      ...{ files, uniqueName },
      custody: stores.custody,
      journal: stagingFiles,
      async before() {
        const newest = stamper.authority && (await checkpointKeeper.now());
        if (newest?.ok) await stamper.stampSoon(newest.value);
      },
    }),
  };
}
