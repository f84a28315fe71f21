import { type CustodyContent, contentFields } from '../../../../shared/evidence/custody-entry.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import type { StoredRequest } from '../../domain/request-standing.ts';
import type { Database } from '../database.ts';
import { inTrustedLog } from '../log-trust.ts';
import { type AuditContext, type Presence, presenceDetail } from './audit-context.ts';
import type { ChainFault } from './chain-check.ts';
import { CustodyEntries, columnOf } from './entries.ts';
import { type CustodyEntry, chainHash, digestOf, entryFields, genesisHash } from './entry.ts';
import { type ExportFormat, type ExportScope, exportDetail } from './header.ts';
import { faultInTail, faultInWhole } from './log-check.ts';
import type { Discarded, Facts, FormerVersion, RequestEvent, SaveEvent, SaveFacts } from './told.ts';
import { beginningText, CustodyTree, type TreeRow } from './tree.ts';

const insert = `INSERT INTO custody (${entryFields.map(columnOf).join(', ')}, digest)
  VALUES (${entryFields.map(() => '?').join(', ')}, ?)`;

const deviceSetting = 'device-id';

/**
 * The custody log: what happened to each save, append-only and chained by hashes. An entry is written in the same
 * transaction as the change of state it tells of, so that neither is ever without the other; the stores that change
 * such a state therefore write it themselves. Tokens, upload addresses and contents have no field here.
 */
export class Custody extends CustodyEntries {
  readonly service: string;
  readonly #database: Database;
  readonly #auditContext: AuditContext;
  readonly deviceId: string;
  readonly tree: CustodyTree;
  /** Null before the first is begun. */
  #treeRow: TreeRow | null = null;

  constructor(database: Database, auditContext: AuditContext) {
    super(database);
    this.#database = database;
    this.#auditContext = auditContext;
    this.service = auditContext.service;
    database
      .prepare('INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING')
      .run(deviceSetting, auditContext.newId());
    this.deviceId =
      database
        .prepare<[string], string>('SELECT value FROM setting WHERE name = ?')
        .pluck()
        .get(deviceSetting) ?? '';
    this.tree = new CustodyTree(database, (first, last) => this.pages(first, last));
    this.#treeRow = this.tree.current;
    if (this.#treeRow === null) {
      const head = { seq: this.last, hash: this.tail?.hash ?? this.genesis };
      this.beginTree(['chain', this.service, this.deviceId, head.seq, head.hash], 'end');
    }
  }

  /** Of all trees that were begun here. */
  get origins(): readonly string[] {
    return this.#database.prepare<[], string>('SELECT origin FROM custody_tree').pluck().all();
  }

  /** How each of them began. */
  get beginnings(): readonly string[] {
    return this.#database.prepare<[], string>('SELECT beginning FROM custody_tree').pluck().all();
  }

  /** True where entries are not there any more that were there when the tree began, or came into it since. */
  get hasLostMore(): boolean {
    // None that is missing comes back: as many are the same ones, and nobody has to look for them.
    return this.last - this.count !== lengthOf(this.treeNow.missing);
  }

  /** The tree that entries go into now. */
  get treeNow(): TreeRow {
    if (this.#treeRow === null) throw new Error('no tree was begun');
    return this.#treeRow;
  }

  /**
   * From now on entries go into a tree of its own, with all that are there.
   * @param at where the leaf stands that says how it begins: behind the entries that are there, or before them
   */
  beginTree(beginning: readonly unknown[], at: 'start' | 'end'): void {
    const missing = this.missing;
    this.tree.begin({
      origin: `matterline/${this.deviceId}/${this.#auditContext.newId()}`,
      entriesBefore: at === 'end' ? this.last - lengthOf(missing) : 0,
      missing,
      beginning: beginningText(beginning),
    });
    this.#treeRow = this.tree.current;
  }

  /** A key of this device is about to sign checkpoints of the log. */
  signingKey(publicKey: string, lasts: boolean): void {
    this.#append({
      kind: 'signing-key',
      detail: publicKey,
      relatedId: lasts ? 'lasting' : 'until-the-program-ends',
    });
  }

  /** The log goes on although entries are missing that were there. */
  continued(why: string, known: string | null): void {
    this.#append({ kind: 'continued', detail: why, relatedId: known });
  }

  /** @param at when it happened, in milliseconds since 1970; now, unless given */
  ofSave(save: SaveFacts, event: SaveEvent, at?: number): void {
    const content = save.kind === 'content';
    const who = (event.kind === 'captured' ? event.who : undefined) ?? this.#presence;
    this.#append({
      ...(event.kind === 'captured' ? { detail: presenceDetail[who] } : {}),
      ...event,
      who,
      at,
      saveId: save.id,
      change: save.kind,
      matterId: save.matterId,
      fileId: save.fileId,
      sha256: content ? save.sha256 : null,
      size: content ? save.size : null,
      name: save.name,
      path: save.path,
    });
  }

  /** An earlier version was put back into the matter folder. `versionId`: its history entry, when it was filed. */
  restored(version: {
    readonly matterId: MatterId;
    readonly fileId: FileId;
    readonly versionId: string | null;
    readonly sha256: string;
    /** Bytes. */
    readonly size: number;
    readonly name: string;
    /** Below the matter folder, with '/' between names. */
    readonly path: string;
  }): void {
    this.#append({ kind: 'restored', change: 'content', ...version });
  }

  /**
   * A version was had from the service, whole, to stand on this computer: at `path` below the matter folder, or as a copy to look at
   * where that is null. `versionId`: its history entry, and `relatedId` what the service calls it; null where that is not known.
   */
  fetched(version: {
    readonly matterId: MatterId;
    readonly fileId: FileId;
    readonly versionId: string | null;
    readonly relatedId: string | null;
    readonly sha256: string;
    /** Bytes. */
    readonly size: number;
    readonly name: string;
    readonly path: string | null;
  }): void {
    this.#append({ kind: 'fetched', change: 'content', ...version });
  }

  /** A filed version gave way to a newer one in the matter folder: what is told of is the one that stood there. */
  replaced(version: FormerVersion): void {
    this.#append({ kind: 'replaced', change: 'content', ...version });
  }

  /** A filed version left the matter folder to free space, and stays with the service. */
  evicted(version: FormerVersion): void {
    this.#append({ kind: 'evicted', change: 'content', ...version });
  }

  /** What was made of a directory in the service, or told of its folder there, or refused: in the transaction that writes it down. */
  folder(event: {
    readonly kind: 'folder-made' | 'folder-told' | 'folder-refused';
    readonly matterId: MatterId;
    /** Of the folder in the service; null while there is none. */
    readonly relatedId: string | null;
    readonly name: string;
    /** Below the matter folder, with '/' between names. */
    readonly path: string;
    readonly detail: 'adopted' | 'make' | 'rename' | 'move' | 'rename-and-move' | null;
  }): void {
    this.#append(event);
  }

  /** A filed version left the matter folder because its document was deleted in the service; the vault keeps it for a while. */
  removed(version: FormerVersion): void {
    this.#append({ kind: 'removed', change: 'content', ...version });
  }

  /** A copy of a filed version went from the program's own directory: once for each document whose content it was. */
  discarded(sha256: string, detail: Discarded): void {
    for (const document of this.documentsWith(sha256))
      this.#append({ kind: 'discarded', change: 'content', ...document, sha256, detail });
  }

  /** The person had removed a version from the matter folder. @param at when that was noticed, in milliseconds since 1970 */
  gone(version: FormerVersion, at: number): void {
    this.#append({ kind: 'gone', change: 'content', ...version, at });
  }

  /** Everything that is kept here is about to be removed. @param subjects what tokens told of the person, hashed */
  removing(subjects: string | null): void {
    this.#append({ kind: 'removing', relatedId: subjects });
  }

  /** A document got the name or the place here that it has in the service: `detail` says which, and where it stood before. */
  followed(document: {
    readonly matterId: MatterId;
    readonly fileId: FileId;
    readonly name: string;
    /** Below the matter folder, with '/' between names. */
    readonly path: string;
    readonly detail: string;
  }): void {
    this.#append({ kind: 'followed', change: 'metadata', ...document });
  }

  /** Somebody signed in: `detail` says by what they were known, `staff` who they said they are. */
  signedIn(detail: 'token' | 'stated', staff: { readonly id: string; readonly name: string } | null): void {
    this.#append({ kind: 'signed-in', detail, relatedId: staff?.id ?? null, name: staff?.name ?? null });
  }

  /** History showed that whoever was signed in is another person: `versionId` is theirs, `relatedId` their id in the service. */
  notThisPerson(proof: {
    readonly userId: string;
    readonly matterId: MatterId;
    readonly versionId: string;
  }): void {
    const { userId, ...version } = proof;
    this.#append({ kind: 'not-this-person', relatedId: userId, ...version });
  }

  /**
   * `same-folder`: the person said that another directory at the folder's path is it; `taken-over`: it was linked in the workspace of
   * somebody whom they had been taken for.
   */
  linked(
    matterId: MatterId,
    path: string,
    at: number,
    detail: 'same-folder' | 'taken-over' | null = null,
  ): void {
    this.#append({ kind: 'linked', matterId, path, at, detail });
  }

  unlinked(matterId: MatterId, path: string, detail: 'handed-over' | null = null): void {
    this.#append({ kind: 'unlinked', matterId, path, detail });
  }

  /** What happened to a request; nothing of what it is sent with. */
  ofRequest(request: Pick<StoredRequest, 'id' | 'matterId' | 'subject' | 'form'>, event: RequestEvent): void {
    const detail = 'detail' in event ? event.detail : request.form.operation;
    const { id, matterId, subject } = request;
    this.#append({ kind: event.kind, matterId, relatedId: id, name: subject, detail });
  }

  /** Answers the entry with which the export must end. */
  exporting(
    scope: {
      readonly scope: ExportScope;
      readonly matterId: MatterId | null;
      readonly fileId: FileId | null;
    },
    format: ExportFormat,
    version: string,
    path: string,
  ): CustodyEntry {
    const { matterId, fileId } = scope;
    const shown = (matterId === null ? this.count : this.countAbout(matterId, fileId)) + 1;
    const detail = exportDetail(scope.scope, format, version, shown);
    const facts = { kind: 'exporting', matterId, fileId, path, detail } as const;
    return inTrustedLog(this.#database, () => this.#append(facts));
  }

  exported(exporting: CustodyEntry, path: string, file: { sha256: string; size: number }): void {
    const { matterId, fileId, detail, seq } = exporting;
    this.#append({ kind: 'exported', matterId, fileId, path, detail, ...file, relatedId: String(seq) });
  }

  /** Answers the entry that seals a record: it holds the hash and the length of what the record says. */
  sealing(
    scope: { readonly matterId: MatterId; readonly fileId: FileId | null; readonly versionId: string | null },
    detail: string,
    path: string,
    statement: { readonly sha256: string; readonly size: number },
  ): CustodyEntry {
    const { matterId, fileId, versionId } = scope;
    return this.#append({ kind: 'exporting', matterId, fileId, versionId, path, detail, ...statement });
  }

  /** The first fault in the newest `count` entries: cheap enough for every start. */
  checkTail(count: number): ChainFault | null {
    return faultInTail(this, count);
  }

  /** Checks all entries without holding up the engine; how many there are, and the first fault. */
  async check(): Promise<{ entries: number; fault: ChainFault | null }> {
    const entries = this.count;
    return { entries, fault: await faultInWhole(this) };
  }

  get #presence(): Presence {
    return this.#auditContext.presence?.() ?? 'own';
  }

  get genesis(): string {
    return genesisHash(this.service, this.deviceId);
  }

  /** The end is read from the table each time: one kept in memory would outlive a transaction that is undone. */
  #append(facts: Facts): CustodyEntry {
    const { clock, newId, computer, person } = this.#auditContext;
    const tail = this.tail;
    const now = clock.now();
    const writtenAt = new Date(now).toISOString();
    const content: CustodyContent = {
      seq: (tail?.seq ?? 0) + 1,
      kind: facts.kind,
      at: facts.at === undefined || facts.at === now ? writtenAt : new Date(facts.at).toISOString(),
      writtenAt,
      matterId: kept(facts.matterId),
      fileId: kept(facts.fileId),
      relatedId: kept(facts.relatedId),
      versionId: kept(facts.versionId),
      saveId: facts.saveId ?? null,
      change: facts.change ?? null,
      sha256: kept(facts.sha256),
      size: facts.size ?? null,
      name: kept(facts.name),
      path: kept(facts.path),
      detail: kept(facts.detail),
      person: (facts.who ?? this.#presence) === 'own' ? kept(person()) : null,
      userName: kept(computer.userName),
      hostName: kept(computer.hostName),
      deviceId: this.deviceId,
      salt: newId(),
    };
    const previousHash = tail?.hash ?? this.genesis;
    const digest = digestOf(content);
    const hash = chainHash(content.seq, previousHash, digest);
    this.#database
      .prepare(insert)
      .run(...contentFields.map((field) => content[field]), previousHash, hash, Buffer.from(digest, 'hex'));
    return { ...content, previousHash, hash };
  }
}

const lengthOf = (missing: TreeRow['missing']): number =>
  missing.reduce((sum, [from, to]) => sum + to - from + 1, 0);

/** As the database gives it back, so that it is hashed as it is kept: well-formed, and null for nothing. */
const kept = (text: string | null | undefined): string | null =>
  text === null || text === undefined || text === '' ? null : text.toWellFormed();
