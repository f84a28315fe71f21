import type { Clock } from '../../../../shared/base/clock.ts';
import type { Result } from '../../../../shared/base/result.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import type { EngineClient } from '../../service/client.ts';
import type { ServiceError } from '../../service/errors.ts';
import type { GroupCommit } from '../../store/group-commit.ts';
import type { Stores } from '../../store/stores.ts';
import type { Account } from '../account/account.ts';
import type { Offered } from '../capabilities/offered.ts';
import type { HistoryReader } from '../history/history-reader.ts';
import type { Poller } from '../history/poller.ts';
import type { FolderReady } from '../service-folders/folder-maker.ts';
import type { Vault } from '../vault/vault.ts';
import type { DocumentCheck } from './document-check.ts';
import type { SendPace } from './send-pace.ts';

/** What the pipeline works with. */
export interface PipelinePorts {
  readonly client: EngineClient;
  readonly account: Account;
  readonly reader: HistoryReader;
  readonly poller: Poller;
  readonly documentCheck: DocumentCheck;
  /** Whether new documents go by POST. */
  readonly postOffered: Pick<Offered, 'state' | 'mayBe' | 'showed' | 'denied'>;
  readonly stores: Stores;
  readonly vault: Vault;
  /** Whether the vault has a content, if need be after repairing it. */
  readonly isKept: (sha256: string) => Promise<boolean>;
  readonly commits: GroupCommit;
  readonly sendPace: Pick<SendPace, 'take'>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly newFileId: () => FileId;
  /** @param documents those of which something changed that is not in the database: how far they are on their way */
  readonly onChange: (matterId: MatterId, documents?: readonly FileId[]) => void;
  /** What a document of this matter is has to be decided again, before anything of it leaves. */
  readonly onUndecided: (matterId: MatterId) => void;
  /** The hash of a version's bytes as the service gives them out, by its history entry; null where it does not. Left out where nothing is asked beyond the spec. */
  readonly hashOf?: (
    document: { readonly matterId: MatterId; readonly fileId: FileId },
    entryId: string,
    signal: AbortSignal,
  ) => Promise<string | null>;
  /** What was announced with a document, as the service's record of it tells; null where it does not. */
  readonly attemptOf?: (
    document: { readonly matterId: MatterId; readonly fileId: FileId },
    signal: AbortSignal,
  ) => Promise<{ readonly key: string | null; readonly isUploaded: boolean } | null>;
  /** Has the service make the folder of a directory below the matter folder, before documents in it are announced. Left out where nothing is asked beyond the spec. */
  readonly folderReady?: (
    matterId: MatterId,
    directory: string,
    signal: AbortSignal,
  ) => Promise<Result<FolderReady, ServiceError>>;
  /** Content goes to storage at this origin; the address itself is a secret. */
  readonly onStorage?: (origin: string) => void;
}
