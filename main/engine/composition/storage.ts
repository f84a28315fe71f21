import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FileId } from '../../../shared/model/index.ts';
import { KeptVersions, tidyVersionPreviews } from '../features/fetching/kept-versions.ts';
import { ViewCopies } from '../features/fetching/view-copies.ts';
import { takeOverOrLeave } from '../features/meanwhile/take-over-or-leave.ts';
import { findSavesAgain } from '../features/vault/found-again.ts';
import { Housekeeping } from '../features/vault/housekeeping.ts';
import { VaultIntegrity } from '../features/vault/integrity.ts';
import { VaultKeeper } from '../features/vault/limits.ts';
import { Vault } from '../features/vault/vault.ts';
import { LocalStorageErrors } from '../platform/local-storage-errors.ts';
import type { Database } from '../store/database.ts';
import { GroupCommit } from '../store/group-commit.ts';
import { idInOrder } from '../store/id-in-order.ts';
import { storesOn } from '../store/stores.ts';
import type { WorkspaceEvents } from './events.ts';
import type { EnginePorts, Place } from './ports.ts';

/** Saves told of in the custody log in one transaction. */
const unprovenAtOnce = 1_000;

/** Entries of the custody log looked at whenever the program starts. */
const custodyTail = 200;

export type Storage = Awaited<ReturnType<typeof openStorage>>;

/** What is kept of one person on this computer: database and vault, put in order before anything uses them. */
export async function openStorage(
  ports: EnginePorts,
  place: Place,
  { name, database }: { readonly name: string; readonly database: Database },
  events: WorkspaceEvents,
) {
  const { files, clock, newId, smallContent, keptAfterFiling } = ports;
  const directory = join(place.directory, name);
  const stores = storesOn(database, {
    clock,
    newId,
    computer: ports.computer,
    service: place.baseUrl,
  });
  // After the update from a program that called saves filed which nothing proves to be.
  while (stores.outbox.tellUnproven(unprovenAtOnce) > 0) await setImmediate();
  const newFileId = () => idInOrder(newId(), clock.now()) as FileId;
  const custodyFault = stores.custody.checkTail(custodyTail);
  const now = () => clock.now();
  const inVault = { files, contents: stores.contents, directory: join(directory, 'vault'), now };
  const vault = new Vault({ ...inVault, smallContent, uniqueName: newId });
  const housekeeping = new Housekeeping({
    ...{ ...inVault, vault, uniqueName: newId },
    onForgotten: (sha256) => stores.custody.discarded(sha256, 'vault'),
  });
  // Before anything of the vault is removed: what no save is known of any more may be all there is.
  if (ports.meanwhile) takeOverOrLeave(ports.meanwhile, stores, directory, now(), newFileId);
  await findSavesAgain({ ...inVault, stores, vault }, now(), newFileId);
  await housekeeping.open();
  const commits = new GroupCommit(database, files);
  await tidyVersionPreviews({ files, vault, now }, join(directory, 'earlier'));
  const viewCopies = new ViewCopies({
    ...{ files, directory: join(directory, 'views'), uniqueName: newId, now },
    onRemoved: (sha256) => stores.custody.discarded(sha256, 'view-copy'),
  });
  return {
    directory,
    stores,
    vault,
    commits,
    newFileId,
    /** What was found to be wrong with the custody log at the start; null when nothing was. */
    custodyFault,
    viewCopies,
    keptVersions: new KeptVersions({ copies: viewCopies, vault, stores }),
    localStorageErrors: new LocalStorageErrors(clock, () => events.emit('status')),
    integrity: new VaultIntegrity({
      vault,
      stores,
      clock,
      onChange: (matterId) => events.emit('saved', matterId),
    }),
    keeper: new VaultKeeper({ vault, housekeeping, stores, commits, clock, keptAfterFiling }),
  };
}
