import type { Clock } from '../../../../shared/base/clock.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import type { EngineClient } from '../../service/client.ts';
import type { GroupCommit } from '../../store/group-commit.ts';
import type { Stores } from '../../store/stores.ts';
import type { Account } from '../account/account.ts';
import type { HistoryReader } from '../history/history-reader.ts';
import type { Poller } from '../history/poller.ts';
import type { Vault } from '../vault/vault.ts';
import type { DocumentCheck } from './document-check.ts';

/** What the pipeline works with. */
export interface PipelinePorts {
  readonly client: EngineClient;
  readonly account: Account;
  readonly reader: HistoryReader;
  readonly poller: Poller;
  readonly documentCheck: DocumentCheck;
  readonly stores: Stores;
  readonly vault: Vault;
  /** Whether the vault has a content, if need be after repairing it. */
  readonly isKept: (sha256: string) => Promise<boolean>;
  readonly commits: GroupCommit;
  readonly clock: Clock;
  readonly random: () => number;
  readonly newFileId: () => FileId;
  /** @param documents those of which something changed that is not in the database: how far they are on their way */
  readonly onChange: (matterId: MatterId, documents?: readonly FileId[]) => void;
  /** What a document of this matter is has to be decided again, before anything of it leaves. */
  readonly onUndecided: (matterId: MatterId) => void;
  /** Content goes to storage at this origin; the address itself is a secret. */
  readonly onStorage?: (origin: string) => void;
}
