import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../../shared/base/clock.ts';
import type { FileId, FolderId, MatterId } from '../../../../shared/model/index.ts';
import { inParts } from '../../platform/in-parts.ts';
import type { EngineClient } from '../../service/client.ts';
import type { DocumentFile } from '../../service/document-files.ts';
import { withoutWaitingForDisk } from '../../store/database.ts';
import type { ListedDocument } from '../../store/listed-documents.ts';
import type { Stores } from '../../store/stores.ts';
import type { Account } from '../account/account.ts';
import { mayBeNoOperation } from '../capabilities/no-operation.ts';
import type { Offered } from '../capabilities/offered.ts';
import { withEnding } from './asked.ts';

/** Milliseconds for which a list is good, as long as history tells nothing new of the matter, and at least. */
const listKept = 60 * 60_000;
const leastBetween = 10_000;
/** Documents asked for at once. */
const pageLength = 500;
/** Documents kept before others have their turn. */
const putAtOnce = 500;

interface Ports {
  readonly client: Pick<EngineClient, 'beyondSpec' | 'matters'>;
  readonly account: Pick<Account, 'isReady' | 'failed'>;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly offered: Offered;
  readonly onChange: (matterId: MatterId) => void;
}

/** Has the service's own list of a matter's documents, where it offers one: all of them, with their sizes, at the first look. */
export class DocumentLister {
  readonly #ports: Ports;
  readonly #stop = new AbortController();
  readonly #running = new Map<MatterId, Promise<void>>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  stop(): void {
    this.#stop.abort();
  }

  /** False for a service that is known to give no lists out. */
  get isOffered(): boolean {
    return this.#ports.offered.mayBe;
  }

  /** Somebody looks at the matter, or wants all of it: its list is read, unless nothing can have changed in it. */
  look(matterId: MatterId): Promise<void> {
    const running = this.#running.get(matterId);
    if (running) return running;
    // What the disk does not take of it is read again at the next look.
    const run = this.#look(matterId)
      .catch(() => undefined)
      .finally(() => this.#running.delete(matterId));
    this.#running.set(matterId, run);
    return run;
  }

  async #look(matterId: MatterId): Promise<void> {
    const { client, account, stores, clock, offered, onChange } = this.#ports;
    if (!offered.mayBe || !account.isReady || !this.#isDue(matterId)) return;
    const upTo = stores.history.newestSeqOf(matterId);
    const options = { priority: 'view', signal: this.#stop.signal } as const;
    const ids: FileId[] = [];
    for await (const page of client.beyondSpec.allFiles(matterId, { limit: pageLength }, options)) {
      if (this.#stop.signal.aborted) return;
      if (!page.ok) {
        if (account.failed(page.error) || !mayBeNoOperation(page.error)) return;
        // What one matter is answered says nothing of the others, unless that matter is there.
        if ((await client.matters.read(matterId, options)).ok) offered.denied();
        return;
      }
      const listed = page.value.items.flatMap(listedFrom);
      // A service may give all of them in one page.
      for (const some of inParts(listed, putAtOnce)) {
        withoutWaitingForDisk(stores.database, () => stores.listedDocuments.put(matterId, some));
        ids.push(...some.map(({ id }) => id));
        await setImmediate();
      }
    }
    offered.showed('offered');
    withoutWaitingForDisk(stores.database, () =>
      stores.listedDocuments.ends(matterId, ids, clock.now(), upTo),
    );
    onChange(matterId);
  }

  #isDue(matterId: MatterId): boolean {
    const { stores, clock } = this.#ports;
    const before = stores.listedDocuments.listedAt(matterId);
    if (!before) return true;
    const age = Math.abs(clock.now() - before.at);
    return age > listKept || (age > leastBetween && stores.history.newestSeqOf(matterId) > before.upTo);
  }
}

/** What has no content yet, or is gone, is no document to be had. */
function listedFrom(file: DocumentFile): ListedDocument[] {
  const { id, name, versionId, folder, sizeBytes, dateModified, isDeleted, isUploaded } = file;
  if (!id || isDeleted === true || isUploaded === false) return [];
  return [
    {
      id: id as FileId,
      name: withEnding(name ?? 'Document', file.fileExtension),
      folderId: (folder?.id || null) as FolderId | null,
      versionId,
      size: sizeBytes,
      changedAt: dateModified === null ? null : new Date(dateModified).toISOString(),
    },
  ];
}
