import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path/posix';
import type { FakeClock } from '../support/fake-clock.ts';
import { type Chance, oneOf } from './noise.ts';
import { type Offers, SimBeyond } from './sim-beyond.ts';
import type { Author, SimDocument } from './sim-document.ts';
import { SimOffice } from './sim-office.ts';

interface SimFolder {
  readonly id: string;
  readonly matterId: string;
  name: string;
  readonly names: string[];
  parentId: string | null;
  /** Until then its own history answers 404, though the root’s shows it already. */
  readonly thereFrom: number;
}

interface SimEntry {
  readonly matterId: string;
  readonly folderId: string | null;
  readonly visibleFrom: number;
  readonly by: Author;
  readonly json: Record<string, unknown>;
}

interface Announced {
  readonly matterId: string;
  readonly fileId: string;
  readonly name: string;
  readonly folderId: string | null;
  readonly data: Readonly<Record<string, string>>;
  readonly sentAt: number;
  readonly slowness: number;
}

interface Upload extends Announced {
  readonly expiresAt: number;
  /** What came to it first. */
  taken: string | null;
}

const isDeleted = ({ deletions }: SimDocument): boolean => deletions.at(-1)?.endedAt === null;

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** How this service writes what the spec does not show. */
interface Dialect {
  readonly words: Readonly<Record<Change, unknown>>;
  readonly order: 'oldest-first' | 'newest-first' | 'mixed';
  readonly repeats: boolean;
  readonly extraMembers: boolean;
  /** By what the root is asked for: the matter's own id, or one of these words. */
  readonly root: 'matter' | 'root' | 'null';
  /** Whether entries say who made them. */
  readonly names: boolean;
  /** Whether entries of a folder's history say which folder that is. */
  readonly folder: boolean;
  /** Whether a document that is new may be put under an id of one's own. */
  readonly takesNew: boolean;
  /** Whether some of what is accepted is never shown. */
  readonly hides: boolean;
  /** Whether the times of entries are right. */
  readonly times: 'true' | 'false';
  /** Whether a version of a deleted document is taken, and brings it back. */
  readonly takesBack: boolean;
  /** Whether names in a history are without their extension, which stands beside them. */
  readonly extension: 'in the name' | 'beside it';
}
type Change = 'create' | 'update' | 'rename' | 'move' | 'delete' | 'restore';

const unknownWords: Dialect['words'] = {
  create: 'Zeugma',
  update: 'Litotes',
  rename: null,
  move: 'Anaphora',
  delete: 'Ellipsis',
  restore: 'Anastrophe',
};
const vocabularies: readonly [Dialect['words'], ...Dialect['words'][]] = [
  {
    create: 'Create',
    update: 'Update',
    rename: 'Rename',
    move: 'Move',
    delete: 'Delete',
    restore: 'Restore',
  },
  {
    create: 'Added',
    update: 'NewVersion',
    rename: 'Renamed',
    move: 'Moved',
    delete: 'Removed',
    restore: 'Undelete',
  },
  { create: 0, update: 1, rename: 2, move: 3, delete: 4, restore: 5 },
  unknownWords,
];

/** What is counted of a service, beside what it does. */
const traits: readonly { readonly name: string; readonly is: (dialect: Dialect) => boolean }[] = [
  { name: 'in an order of its own', is: ({ order }) => order === 'mixed' },
  { name: 'newest first', is: ({ order }) => order === 'newest-first' },
  { name: 'repeats entries', is: ({ repeats }) => repeats },
  { name: 'root called otherwise', is: ({ root }) => root !== 'matter' },
  { name: 'names nobody', is: ({ names }) => !names },
  { name: 'does not say which folder', is: ({ folder }) => !folder },
  { name: 'takes nothing new', is: ({ takesNew }) => !takesNew },
  { name: 'hides some', is: ({ hides }) => hides },
  { name: 'false times', is: ({ times }) => times === 'false' },
  { name: 'takes back what was deleted', is: ({ takesBack }) => takesBack },
  { name: 'extension beside the name', is: ({ extension }) => extension === 'beside it' },
  { name: 'unknown words', is: ({ words }) => words === unknownWords },
];

/** A model of the practice service: it applies what it accepted, and shows what it applied, a while later. */
export class SimService {
  readonly documents = new Map<string, SimDocument>();
  readonly folders = new Map<string, SimFolder>();
  readonly matterIds: readonly string[];
  readonly office: SimOffice;
  /** What it offers beyond the specification; null for nothing. */
  readonly beyond: SimBeyond | null;
  readonly #entries: SimEntry[] = [];
  readonly #uploads = new Map<string, Upload>();
  readonly #clock: FakeClock;
  readonly #chance: Chance;
  readonly #dialect: Dialect;
  /** When the last accepted write of each document is applied. */
  readonly #lastApplied = new Map<string, number>();
  /** When the last entry of each document or folder appears. */
  readonly #lastVisible = new Map<string, number>();
  readonly injected: Record<string, number> = { 'upload address expired': 0 };
  /** Documents that are in another matter now, under another id. */
  readonly #movedAway = new Set<string>();
  /** True once something was accepted for one of those. */
  #hidesOfMoved = false;
  #count = 0;
  /** Somebody else waits for it. */
  onAnnounced: (fileId: string) => void = () => {};
  /** Milliseconds that passed here while the computer slept. */
  slept = 0;
  /** How wrong the service's clock is, in milliseconds. */
  skew = 0;
  /** Longest that a change stays out of the history after it was applied, in milliseconds. */
  lateness = 200;
  /** Chance that an upload address has run out before it is used. */
  shortLived = 0.03;

  constructor(
    clock: FakeClock,
    chance: Chance,
    matterIds: readonly string[],
    beyond: { readonly offers: Offers; readonly chance: Chance } | null = null,
  ) {
    this.#clock = clock;
    this.#chance = chance;
    this.matterIds = matterIds;
    this.beyond = beyond && new SimBeyond(this, beyond.offers, beyond.chance);
    this.office = new SimOffice(() => this.now, chance, matterIds);
    this.#dialect = {
      words: oneOf(chance, vocabularies),
      order: oneOf(chance, ['oldest-first', 'oldest-first', 'newest-first', 'mixed']),
      repeats: chance() < 0.3,
      extraMembers: chance() < 0.3,
      root: oneOf(chance, ['matter', 'matter', 'null', 'null', 'root']),
      names: chance() < 0.9,
      folder: chance() < 0.7,
      times: chance() < 0.85 ? 'true' : 'false',
      takesNew: chance() < 0.97,
      hides: chance() < 0.06,
      takesBack: chance() < 0.5,
      extension: chance() < 0.7 ? 'in the name' : 'beside it',
    };
    for (const { name, is } of traits) if (is(this.#dialect)) this.injected[`service: ${name}`] = 1;
  }

  /** Milliseconds by a clock that nobody sets, of a world that does not sleep with the computer. */
  get now(): number {
    return this.#clock.steady() + this.slept;
  }

  /** What the service's own clock shows, in milliseconds since 1970. */
  get shown(): number {
    return Date.UTC(2026, 10, 20, 9) + this.now + this.skew;
  }

  /** True where something accepted may never be shown. */
  get hides(): boolean {
    return this.#dialect.hides || this.#hidesOfMoved;
  }

  /** False for what this service does not have, and takes under no id that it did not give, and for what it does not take back. */
  mayPut(fileId: string): boolean {
    const document = this.documents.get(fileId);
    if (this.#movedAway.has(fileId)) return false;
    return document ? this.#dialect.takesBack || !isDeleted(document) : this.#dialect.takesNew;
  }

  /** False where a history is in no order, or its times are false: which of two entries came last, nobody can tell. */
  get tellsOrder(): boolean {
    return this.#dialect.times === 'true' && this.#dialect.order !== 'mixed';
  }

  /** False where no word of the history says that something was deleted. */
  get tellsOfDeletions(): boolean {
    return ['Delete', 'Removed'].includes(String(this.#dialect.words.delete));
  }

  /** False where nobody is named: what anybody filed may be the person's then. */
  get namesPeople(): boolean {
    return this.#dialect.names;
  }

  isDeleted = isDeleted;
  isMovedAway = (fileId: string): boolean => this.#movedAway.has(fileId);
  hasMatter = (matterId: string): boolean => this.matterIds.includes(matterId);

  /** A version from anywhere but this computer. */
  files(by: Exclude<Author, 'us'>, fileId: string, content: Buffer): void {
    const document = this.documents.get(fileId);
    if (document && isDeleted(document)) return;
    this.#addVersion(fileId, content, by, { sentAt: this.now, slowness: 0 });
  }

  colleagueFiles(matterId: string, name: string, folderId: string | null, content: Buffer): void {
    this.#count += 1;
    const fileId = `theirs-${this.#count}`;
    this.#makeDocument({ matterId, fileId, name, folderId }, 'colleague');
    this.#addVersion(fileId, content, 'colleague', { sentAt: this.now, slowness: 0 });
  }

  deletes(fileId: string): void {
    const document = this.documents.get(fileId);
    if (!document || isDeleted(document)) return;
    const { matterId, name: oldName, folderId } = document;
    const entry = this.#entry(matterId, folderId, fileId, 'delete', 'colleague', {
      file: { id: fileId },
      oldName,
      ...this.#folderLink(folderId),
    });
    const entryId = String(entry.json['id']);
    document.deletions.push({ shownAt: entry.visibleFrom, entryId, endedAt: null, endedBy: null });
  }

  /** What was a document of this matter is one of another from now on, where it has another id. */
  movesToMatter(fileId: string, newMatterId: string): void {
    const document = this.documents.get(fileId);
    if (!document || isDeleted(document)) return;
    const { matterId, name, folderId } = document;
    const places = { oldMatterId: matterId, newMatterId, oldFolderId: folderId, newFolderId: null };
    const more = { file: { id: fileId }, oldName: name, newName: name, ...places };
    const entry = this.#entry(matterId, folderId, fileId, 'move', 'colleague', more);
    const entryId = String(entry.json['id']);
    document.deletions.push({ shownAt: entry.visibleFrom, entryId, endedAt: null, endedBy: null });
    this.#movedAway.add(fileId);
    this.colleagueFiles(newMatterId, name, null, Buffer.from(`moved ${fileId}`));
  }

  /** Brought back from the bin. */
  restores(fileId: string, by: Author = 'colleague'): void {
    const document = this.documents.get(fileId);
    const deletion = document?.deletions.at(-1);
    if (!document || deletion?.endedAt !== null || this.#movedAway.has(fileId)) return;
    deletion.endedAt = this.now;
    const { matterId, name: newName, folderId } = document;
    // Of two names of the same moment a history without an order says not which came last.
    const named = this.tellsOrder ? { newName } : {};
    const more = { file: { id: fileId }, ...named, ...this.#folderLink(folderId) };
    const entry = this.#entry(matterId, folderId, fileId, 'restore', by, more);
    deletion.endedBy = String(entry.json['id']);
  }

  colleaguePlaces(fileId: string, name: string, folderId: string | null): void {
    const document = this.documents.get(fileId);
    if (!document || isDeleted(document)) return;
    this.#place(document, name, folderId, 'colleague');
  }

  makeFolder(matterId: string, name: string, parentId: string | null): void {
    this.#count += 1;
    const id = `folder-${this.#count}`;
    this.folders.set(id, {
      id,
      matterId,
      name,
      names: [name],
      parentId,
      thereFrom: this.now + this.#chance() * 3000,
    });
    this.#entry(matterId, parentId, id, 'create', 'colleague', {
      type: 'Folder',
      folder: { id },
      newName: name,
      newFolderId: parentId,
    });
  }

  renameFolder(id: string, name: string): void {
    const folder = this.folders.get(id);
    if (!folder) return;
    const oldName = folder.name;
    folder.name = name;
    folder.names.push(name);
    this.#entry(folder.matterId, folder.parentId, id, 'rename', 'colleague', {
      type: 'Folder',
      folder: { id },
      oldName,
      newName: name,
      newFolderId: folder.parentId,
    });
  }

  foldersOf(matterId: string): SimFolder[] {
    return [...this.folders.values()].filter((folder) => folder.matterId === matterId);
  }

  /** The entries that a folder's history shows now; null when there is no such folder yet. */
  history(matterId: string, folderId: string): readonly Record<string, unknown>[] | null {
    const isRoot = folderId === (this.#dialect.root === 'matter' ? matterId : this.#dialect.root);
    const folder = this.folders.get(folderId);
    if (!isRoot && (folder?.matterId !== matterId || folder.thereFrom > this.now)) return null;
    const at = this.now;
    const entries = this.#entries
      .filter((entry) => entry.matterId === matterId && entry.folderId === (isRoot ? null : folderId))
      .filter((entry) => entry.visibleFrom <= at)
      .map((entry) => entry.json);
    if (this.#dialect.order === 'newest-first') entries.reverse();
    if (this.#dialect.order === 'mixed') entries.sort((a, b) => mixed(a) - mixed(b));
    const [first] = entries;
    if (this.#dialect.repeats && first) entries.push(first);
    return entries;
  }

  /** The entries about one document that histories show now, oldest first. */
  historyOf(fileId: string): readonly Record<string, unknown>[] {
    const isOf = ({ json }: SimEntry) => (json['file'] as { id?: string } | undefined)?.id === fileId;
    return this.#entries.filter((one) => isOf(one) && one.visibleFrom <= this.now).map(({ json }) => json);
  }

  announce(announced: Announced) {
    const { fileId, name, folderId } = announced;
    this.#count += 1;
    const key = String(this.#count);
    const expired = this.#chance() < this.shortLived;
    if (expired) this.injected['upload address expired'] = (this.injected['upload address expired'] ?? 0) + 1;
    const lifetime = expired ? 0 : 60_000;
    this.#uploads.set(key, { ...announced, expiresAt: this.now + lifetime, taken: null });
    const known = this.documents.get(fileId);
    if (known) this.onAnnounced(fileId);
    if (known) known.data = announced.data;
    if (known && isDeleted(known)) this.#later(fileId, () => this.restores(fileId, 'us'));
    if (known && (known.name !== name || known.folderId !== folderId)) {
      this.#later(fileId, () => this.#place(known, name, folderId, 'us'));
    }
    const expiry = new Date(this.shown + lifetime).toISOString();
    return { fileId, uploadUrl: `https://storage.example/${key}`, expiry };
  }

  /** The document that an upload address was given for. */
  documentOf(key: string): string | undefined {
    return this.#uploads.get(key)?.fileId;
  }

  /** False when the address is unknown or has run out. */
  take(key: string, bytes: Buffer): boolean {
    const upload = this.#uploads.get(key);
    if (!upload || this.now >= upload.expiresAt) return false;
    if (upload.taken !== null) return true;
    upload.taken = sha256(bytes);
    this.#later(upload.fileId, () => {
      if (!this.documents.has(upload.fileId)) this.#makeDocument(upload, 'us');
      this.#addVersion(upload.fileId, bytes, 'us', upload);
    });
    return true;
  }

  /** How often these bytes were taken for a document. */
  taken(fileId: string, hash: string): number {
    let times = 0;
    for (const upload of this.#uploads.values())
      if (upload.fileId === fileId && upload.taken === hash) times += 1;
    return times;
  }

  #makeDocument(
    {
      matterId,
      fileId,
      name,
      folderId,
      data = {},
    }: Pick<Announced, 'matterId' | 'fileId' | 'name' | 'folderId'> & Partial<Announced>,
    by: string,
  ) {
    const document = {
      matterId,
      fileId,
      name,
      data,
      names: [name],
      theirNames: [],
      folderId,
      namedAt: this.#clock.steady(),
      namedBy: by,
      placedBy: by,
      placing: null,
      placings: 0,
      versions: [],
      hidden: 0,
      deletions: [],
    };
    this.documents.set(fileId, document);
  }

  #place(document: SimDocument, newName: string, newFolderId: string | null, by: Author): void {
    const { matterId, fileId, name: oldName, folderId: oldFolderId } = document;
    document.name = newName;
    document.names.push(newName);
    if (oldName !== newName) {
      document.namedBy = by;
      document.namedAt = this.#clock.steady();
      if (by !== 'us') document.theirNames.push({ name: newName, at: document.namedAt });
    }
    if (oldFolderId !== newFolderId) document.placedBy = by;
    document.folderId = newFolderId;
    const file = { id: fileId };
    const moved = oldFolderId !== newFolderId;
    const more = { file, oldName, newName, oldFolderId, newFolderId, ...this.#folderLink(newFolderId) };
    const entry = this.#entry(matterId, newFolderId, fileId, moved ? 'move' : 'rename', by, more);
    document.placing = { entryId: String(entry.json['id']) };
    document.placings += 1;
  }

  #addVersion(
    fileId: string,
    bytes: Buffer,
    by: Author,
    { sentAt, slowness }: Pick<Announced, 'sentAt' | 'slowness'>,
  ): void {
    const document = this.documents.get(fileId);
    if (!document) return;
    // What was accepted before it was moved is shown where it is now.
    if (this.#movedAway.has(fileId)) {
      this.#hidesOfMoved = true;
      document.hidden += 1;
      return;
    }
    const { matterId, name: newName, folderId: newFolderId, versions } = document;
    const documentVersionId = `v${fileId}-${versions.length + 1}`;
    const more = {
      file: { id: fileId },
      newName,
      newFolderId,
      documentVersionId,
      ...this.#folderLink(newFolderId),
    };
    const change = versions.length === 0 ? 'create' : 'update';
    const entry = this.#entry(matterId, newFolderId, fileId, change, by, more);
    const shownAt = entry.visibleFrom;
    const entryId = String(entry.json['id']);
    // What was accepted before it was deleted is applied all the same, and is a version of what is there again.
    const deletion = document.deletions.at(-1);
    if (deletion?.endedAt === null) Object.assign(deletion, { endedAt: this.now, endedBy: entryId });
    versions.push({
      content: bytes,
      sha256: sha256(bytes),
      versionId: documentVersionId,
      by,
      name: newName,
      announcedAt: sentAt,
      slowness,
      shownAt,
      entryId,
    });
  }

  #entry(
    matterId: string,
    folderId: string | null,
    subject: string,
    change: Change,
    by: Author,
    more: Readonly<Record<string, unknown>>,
  ): SimEntry {
    this.#count += 1;
    const document = this.documents.get(subject);
    // What comes first is shown: whoever sees nothing of their own does not know who they are.
    const isKnown = this.#entries.some((one) => one.by === 'us' && one.visibleFrom < this.now - 60_000);
    const isHidden = by === 'us' && isKnown && this.#dialect.hides && this.#chance() < 0.2;
    if (isHidden && document) document.hidden += 1;
    const entry = {
      matterId,
      folderId,
      by,
      visibleFrom: isHidden ? Number.POSITIVE_INFINITY : this.#visibleFrom(subject),
      json: {
        ...(this.#dialect.extraMembers
          ? { '@odata.type': '#Practice.Entry', weight: 1.5, nested: [{}] }
          : {}),
        id: `e${this.#count}`,
        type: 'File',
        changeType: this.#dialect.words[change],
        // Who recorded it had a clock of their own.
        timestamp: new Date(this.shown - this.skew - this.#falseBy()).toISOString(),
        // The same person, whichever computer they sit at.
        ...(this.#dialect.names ? { userId: by === 'elsewhere' ? 'us' : by } : {}),
        ...(document && this.#dialect.extension === 'beside it' ? withoutExtension(more) : more),
      },
    };
    this.#entries.push(entry);
    return entry;
  }

  #folderLink(id: string | null): object {
    return id === null || !this.#dialect.folder ? {} : { folder: { id } };
  }

  /** Milliseconds. */
  #falseBy(): number {
    return this.#dialect.times === 'true' ? 0 : Math.floor((this.#chance() - 0.5) * 48 * 3_600_000);
  }

  /** Entries may appear in another order than they were made in; those of one document keep to it. */
  #visibleFrom(of: string): number {
    const from = Math.max(this.now + this.#chance() * this.lateness, this.#lastVisible.get(of) ?? 0);
    this.#lastVisible.set(of, from);
    return from;
  }

  /** Accepted writes are applied a while later; those of one document in order. */
  #later(fileId: string, apply: () => void): void {
    const now = this.#clock.steady();
    const at = Math.max(now + this.#chance() * 2000, this.#lastApplied.get(fileId) ?? 0);
    this.#lastApplied.set(fileId, at + 1);
    this.#clock.timer(at - now, apply);
  }
}

/** An order that has nothing to do with time, and stays the same. */
const mixed = (entry: Record<string, unknown>): number =>
  Math.imul(Number(String(entry['id']).slice(1)), 0x9e3779b1) >>> 8;

/** The names in an entry without their extension, which stands beside them; left as they are where two have different ones. */
function withoutExtension(entry: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { oldName, newName } = entry;
  const named = Object.entries({ oldName, newName }).flatMap(([member, name]) =>
    typeof name === 'string' ? [{ member, name }] : [],
  );
  const [fileExtension, ...others] = new Set(named.map(({ name }) => extname(name)));
  if (fileExtension === undefined || others.length > 0) return entry;
  const bare = named.map(({ member, name }) => [member, basename(name, fileExtension)]);
  return { ...entry, ...Object.fromEntries(bare), fileExtension };
}
