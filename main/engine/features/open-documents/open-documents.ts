import { basename, join, posix } from 'node:path';
import type { Clock, Timer } from '../../../../shared/base/clock.ts';
import type { FileId, FolderId, MatterId } from '../../../../shared/model/index.ts';
import { ownedName, ownerFiles } from '../../domain/owner-files.ts';
import type { Files } from '../../platform/files.ts';
import type { LocalFile } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';
import { newestNotIncluded } from '../upload/in-history.ts';
import type { NotFiled } from '../watch/not-filed.ts';

/** A document that is open on this computer, and not in its newest version. */
export interface OpenedOlder {
  readonly matterId: MatterId;
  readonly fileId: FileId;
  readonly name: string;
  /** Who filed the newer version, as the service names them; null when it does not say. */
  readonly userId: string | null;
  /** The newest version's place in history: another one is told again. */
  readonly seq: number;
  readonly since: number;
}

interface Ports {
  readonly files: Files;
  readonly stores: Stores;
  readonly notFiled: Pick<NotFiled, 'ownerFiles'>;
  readonly clock: Clock;
  readonly onChange: (matterId: MatterId) => void;
  /** Has the history of a folder read unless it was read since then, in milliseconds since 1970. */
  readonly read: (matterId: MatterId, folderId: FolderId | null, since: number) => void;
}

/** Milliseconds between looks whether a document is still open: its closing is not reported. */
const recheck = 4_000;
/** The history of a folder with an open document is never older, in milliseconds, while the service can be asked. */
const historyAge = 15_000;

/**
 * Notices documents that somebody else files a new version of while they are open here, by the owner files that programs
 * put beside them. Not kept: the next look finds it again.
 */
export class OpenDocuments {
  readonly #ports: Ports;
  readonly #opened = new Map<MatterId, readonly LocalFile[]>();
  readonly #found = new Map<MatterId, readonly OpenedOlder[]>();
  readonly #dismissed = new Set<string>();
  #looking: Promise<void> = Promise.resolve();
  /** Matters whose look has not begun: whatever happens until then, it sees. */
  readonly #asked = new Map<MatterId, Promise<void>>();
  #timer: Timer | null = null;
  #stopped = false;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  all(): OpenedOlder[] {
    return [...this.#found.values()].flat().filter((found) => !this.#dismissed.has(idOf(found)));
  }

  /** The person has read it; a still newer version is told again, and has an id of its own. False when there is nothing of this id. */
  dismiss(id: string): boolean {
    const found = this.all().find((one) => idOf(one) === id);
    if (!found) return false;
    this.#dismissed.add(id);
    this.#ports.onChange(found.matterId);
    return true;
  }

  /** The matter's history has grown, or a document of it was opened. One look after the other. */
  look(matterId: MatterId): Promise<void> {
    const asked = this.#asked.get(matterId);
    if (asked) return asked;
    const begin = () => {
      this.#asked.delete(matterId);
      return this.#look(matterId);
    };
    this.#looking = this.#looking.then(begin).catch(() => undefined);
    this.#asked.set(matterId, this.#looking);
    return this.#looking;
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
  }

  async #look(matterId: MatterId): Promise<void> {
    if (this.#stopped) return;
    const { clock, stores, onChange } = this.#ports;
    const before = this.#found.get(matterId) ?? [];
    const found: OpenedOlder[] = [];
    const opened = await this.#openedIn(matterId);
    if (this.#stopped) return;
    if (opened.length > 0) this.#opened.set(matterId, opened);
    else this.#opened.delete(matterId);
    for (const file of opened) {
      const newest = newerThan(stores, file);
      if (!newest) continue;
      const since = before.find(({ fileId }) => fileId === file.fileId)?.since ?? clock.now();
      const { fileId, path } = file;
      found.push({ matterId, fileId, name: posix.basename(path), ...newest, since });
    }
    if (found.length > 0) this.#found.set(matterId, found);
    else this.#found.delete(matterId);
    this.#lookLater();
    if (JSON.stringify(before) !== JSON.stringify(found)) onChange(matterId);
  }

  /** Documents of the matter with an owner file beside them. */
  async #openedIn(matterId: MatterId): Promise<LocalFile[]> {
    const { files, stores, notFiled } = this.#ports;
    const link = stores.links.of(matterId);
    const opened = new Map<FileId, LocalFile>();
    for (const path of link ? notFiled.ownerFiles(matterId) : []) {
      const owner = basename(path);
      const rest = ownedName(owner);
      if (!link || rest === null) continue;
      const facts = await files.facts(join(link.path, path)).catch(() => null);
      if (facts?.kind !== 'file') continue;
      for (const file of stores.links.filesEndingIn(matterId, posix.dirname(path), rest)) {
        if (ownerFiles(posix.basename(file.path)).includes(owner)) opened.set(file.fileId, file);
      }
    }
    return [...opened.values()];
  }

  #lookLater(): void {
    this.#timer?.cancel();
    this.#timer = null;
    if (this.#opened.size === 0) return;
    this.#timer = this.#ports.clock.timer(recheck, () => {
      for (const [matterId, files] of this.#opened) {
        const looked = this.look(matterId).then(() => this.#readHistory(matterId, files));
        // What is known could not be read: the next look reads it.
        looked.catch(() => undefined);
      }
    });
  }

  #readHistory(matterId: MatterId, files: readonly LocalFile[]): void {
    const { stores, clock, read } = this.#ports;
    const filed = files.flatMap(({ fileId }) => stores.documents.document(matterId, fileId) ?? []);
    const since = clock.now() - historyAge;
    for (const folderId of new Set(filed.map((document) => document.folderId)))
      read(matterId, folderId, since);
  }
}

/** The newest version that the copy here does not include; null while what was saved here is on its way or is asked about. */
function newerThan(stores: Stores, file: LocalFile): { seq: number; userId: string | null } | null {
  const newest = newestNotIncluded(stores, file);
  if (!newest) return null;
  const told = stores.saves.openOf(file.matterId, file.fileId).some(({ state }) => state !== 'waiting');
  return told ? null : { seq: newest.seq, userId: newest.userId };
}

/** The id of its problem, another one for each newer version: what the person says they have read is what they were shown. */
export const idOf = ({ matterId, fileId, seq }: Pick<OpenedOlder, 'matterId' | 'fileId' | 'seq'>): string =>
  `open:${JSON.stringify([matterId, fileId, seq])}`;
