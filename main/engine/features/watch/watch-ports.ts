import type { Clock } from '../../../../shared/base/clock.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import type { Files } from '../../platform/files.ts';
import type { LocalStorageErrors } from '../../platform/local-storage-errors.ts';
import type { Stores } from '../../store/stores.ts';
import type { CaptureTurns } from '../capture/capture-turns.ts';
import type { Captures } from '../capture/captures.ts';
import type { Registrar } from '../capture/registrar.ts';
import type { HealthIssues } from '../folders/health-issues.ts';
import type { MassRemovals } from '../mass-changes/mass-removals.ts';
import type { FormerNames } from '../replaced-files/former-names.ts';
import type { Vault } from '../vault/vault.ts';
import type { NotFiled } from './not-filed.ts';
import type { WatchTree } from './watch-tree.ts';

/** What watching and capturing the folders of all matters needs. */
export interface WatchPorts {
  readonly files: Files;
  readonly clock: Clock;
  readonly watchTree: WatchTree;
  readonly stores: Stores;
  readonly vault: Vault;
  readonly newFileId: () => FileId;
  readonly formerNames: Pick<FormerNames, 'takeOver'>;
  /** Where the program keeps its own data. */
  readonly ownDirectory: string;
  readonly healthIssues: HealthIssues;
  readonly notFiled: NotFiled;
  readonly massRemovals: MassRemovals;
  readonly localStorageErrors: LocalStorageErrors;
  /** Reads the files of all matters, so many at once. */
  readonly captures: Captures;
  readonly turns: CaptureTurns;
  readonly registrar: Registrar;
  /** Something about this matter's documents changed. */
  readonly onChange: (matterId: MatterId) => void;
  /** A file changed that is not read yet. */
  readonly onUnread: () => void;
}
