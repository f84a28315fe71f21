import type { Clock } from '../../../shared/clock.ts';
import type { FileId, MatterId } from '../../../shared/model.ts';
import type { Account } from '../account/account.ts';
import type { HistoryReader } from '../history/history-reader.ts';
import type { Poller } from '../history/poller.ts';
import type { EngineClient } from '../service/client.ts';
import type { GroupCommit } from '../store/group-commit.ts';
import type { Stores } from '../store/stores.ts';
import type { Vault } from '../vault/vault.ts';

/** What the pipeline works with. */
export interface PipelinePorts {
  readonly client: EngineClient;
  readonly account: Account;
  readonly reader: HistoryReader;
  readonly poller: Poller;
  readonly stores: Stores;
  readonly vault: Vault;
  /** Whether the vault has a content, if need be after repairing it. */
  readonly isKept: (sha256: string) => Promise<boolean>;
  readonly commits: GroupCommit;
  readonly clock: Clock;
  readonly random: () => number;
  readonly newFileId: () => FileId;
  readonly onChange: (matterId: MatterId) => void;
  /** Content goes to storage at this origin; the address itself is a secret. */
  readonly onStorage?: (origin: string) => void;
}
