import { dirname, join } from 'node:path';
import type { FileId } from '../../../shared/model/index.ts';
import type { EnginePorts } from '../compose.ts';
import { CaptureTurns } from '../features/capture/capture-turns.ts';
import { Captures } from '../features/capture/captures.ts';
import { Registrar } from '../features/capture/registrar.ts';
import { HealthIssues } from '../features/folders/health-issues.ts';
import { MassRemovals } from '../features/mass-changes/mass-removals.ts';
import { Vault } from '../features/vault/vault.ts';
import { MatterWatches } from '../features/watch/matter-watches.ts';
import { NotFiled } from '../features/watch/not-filed.ts';
import { LocalStorageErrors } from '../platform/local-storage-errors.ts';
import { undoneOnFailure } from '../platform/undone-on-failure.ts';
import type { Presence } from '../store/custody/audit-context.ts';
import type { Database } from '../store/database.ts';
import { GroupCommit } from '../store/group-commit.ts';
import { idInOrder } from '../store/id-in-order.ts';
import { storesOn } from '../store/stores.ts';

/** Captures what is saved while there is no room to prepare the database, and does nothing else. */
export interface Meanwhile {
  /**
   * Who is at the computer from here on: what is captured says so, as it does in the database itself.
   * @param isSignedIn its own person is, and not nobody
   */
  present(who: Presence, isSignedIn: boolean): void;
  /** This sign-in is asked who it is from here on. */
  isAsked(signIn: string): void;
  stop(): Promise<void>;
}

/**
 * @param asked the sign-in of which it is not known yet whose it is; null while nobody is signed in
 * @throws when there is no room for that either
 */
export function captureMeanwhile(
  { files, clock, watchTree, newId, computer, smallContent }: EnginePorts,
  database: Database,
  service: string,
  directory: string,
  asked: string | null,
): Promise<Meanwhile> {
  return undoneOnFailure(async (onFailure) => {
    onFailure(() => database.close());
    const stores = storesOn(database, { clock, newId, computer, service });
    const isAsked = (signIn: string) => {
      stores.outbox.isAsked(signIn);
      stores.whoWasHere.becomes('unknown');
    };
    if (asked === null) stores.whoWasHere.becomes('own');
    else isAsked(asked);
    const now = () => clock.now();
    const vaultDirectory = join(directory, 'vault');
    for (const below of ['unfinished', 'packs']) await files.makeDirectories(join(vaultDirectory, below));
    const { contents } = stores;
    const vault = new Vault({
      files,
      contents,
      directory: vaultDirectory,
      uniqueName: newId,
      smallContent,
      now,
    });
    const nothing = () => {};
    const localStorageErrors = new LocalStorageErrors(clock, nothing);
    const watches = new MatterWatches({
      files,
      clock,
      watchTree,
      stores,
      vault,
      newFileId: () => idInOrder(newId(), clock.now()) as FileId,
      healthIssues: new HealthIssues(now, nothing),
      notFiled: new NotFiled(files, stores),
      massRemovals: new MassRemovals({ clock, stores, localStorageErrors, onChange: nothing }),
      localStorageErrors,
      captures: new Captures(),
      turns: new CaptureTurns(),
      registrar: new Registrar(clock, new GroupCommit(database, files)),
      // Nothing is moved in a matter folder meanwhile.
      formerNames: { takeOver: async () => null },
      ownDirectory: dirname(directory),
      onChange: nothing,
      onUnread: nothing,
    });
    watches.start();
    return {
      present(who, isSignedIn) {
        if (who === 'own' && isSignedIn) stores.outbox.unknownIsOwn();
        else if (who !== 'unknown') stores.outbox.unknownIsAnother();
        stores.whoWasHere.becomes(who);
      },
      isAsked,
      async stop() {
        localStorageErrors.stop();
        await watches.stop();
        database.close();
      },
    };
  });
}
