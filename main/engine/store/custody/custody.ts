import type { Clock } from '../../../../shared/base/clock.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import type { Database } from '../database.ts';
import { ChainCheck, type ChainFault } from './chain-check.ts';
import {
  type CustodyContent,
  type CustodyEntry,
  type CustodyKind,
  chainHash,
  contentFields,
  digestOf,
  entryFields,
  genesisHash,
} from './entry.ts';
import { type ExportFormat, type ExportScope, exportDetail } from './header.ts';

/** Who and what writes the log, passed in like every effect. */
export interface AuditContext {
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: () => string;
  readonly computer: { readonly hostName: string | null; readonly userName: string | null };
  /** The service's address: each service has a log of its own. */
  readonly service: string;
  /** The signed-in user's id in the service; null while it is not known. */
  readonly person: () => string | null;
  /** Who is at the computer; its own person where nobody says otherwise. */
  readonly presence?: () => Presence;
}

/**
 * Who is at the computer: the person whose workspace it is, or nobody; somebody who was not asked yet who they are; or another
 * person.
 */
export type Presence = 'own' | 'unknown' | 'another';

/** What a capture says of somebody else at the computer. */
const presenceDetail = {
  own: null,
  unknown: 'unknown-person-signed-in',
  another: 'another-person-signed-in',
} as const satisfies Record<Presence, string | null>;

/** What the log says of a save of the outbox. */
interface SaveFacts {
  readonly id: number;
  readonly kind: 'content' | 'metadata';
  readonly matterId: MatterId;
  readonly fileId: FileId;
  readonly path: string;
  readonly name: string;
  readonly sha256: string;
  readonly size: number;
}

/** What happened to a save, for the outbox to record with the change of its state. */
export type SaveEvent =
  | { readonly kind: 'captured'; readonly detail?: 'taken-over'; readonly who?: Presence }
  | { readonly kind: 'announcing' | 'sending' }
  | { readonly kind: 'sent'; readonly detail?: 'seen-in-history' }
  | { readonly kind: 'filed'; readonly versionId: string | null }
  | {
      readonly kind: 'interrupted' | 'conflict' | 'problem';
      readonly detail: string | null;
      readonly relatedId?: FileId;
    }
  | { readonly kind: 'decided'; readonly detail: string; readonly relatedId?: FileId };

type Facts = {
  readonly kind: CustodyKind;
  readonly at?: number | undefined;
  /** Who was at the computer; who is, unless given. */
  readonly who?: Presence;
} & Partial<
  Pick<
    CustodyContent,
    | 'matterId'
    | 'fileId'
    | 'relatedId'
    | 'versionId'
    | 'saveId'
    | 'change'
    | 'sha256'
    | 'size'
    | 'name'
    | 'path'
    | 'detail'
  >
>;

/** Entries read from the database at once. */
const pageLength = 500;

/** `matterId` as `matter_id`. */
const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const selected = entryFields.map((field) => `${columnOf(field)} AS ${field}`).join(', ');
const insert = `INSERT INTO custody (${entryFields.map(columnOf).join(', ')})
  VALUES (${entryFields.map(() => '?').join(', ')})`;

const deviceSetting = 'device-id';

/**
 * The custody log: what happened to each save, append-only and chained by hashes. An entry is written in the same
 * transaction as the change of state it tells of, so that neither is ever without the other; the stores that change
 * such a state therefore write it themselves. Tokens, upload addresses and contents have no field here.
 */
export class Custody {
  readonly service: string;
  readonly #database: Database;
  readonly #auditContext: AuditContext;
  readonly #deviceId: string;

  constructor(database: Database, auditContext: AuditContext) {
    this.#database = database;
    this.#auditContext = auditContext;
    this.service = auditContext.service;
    database
      .prepare('INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING')
      .run(deviceSetting, auditContext.newId());
    this.#deviceId =
      database
        .prepare<[string], string>('SELECT value FROM setting WHERE name = ?')
        .pluck()
        .get(deviceSetting) ?? '';
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
   * A version was had from the service, whole, to stand on this computer as a copy to look at. `versionId`: its history entry, and
   * `relatedId` what the service calls it; null where that is not known.
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
  }): void {
    this.#append({ kind: 'fetched', change: 'content', ...version });
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
    const detail = exportDetail(scope.scope, format, version);
    return this.#append({ kind: 'exporting', matterId, fileId, path, detail });
  }

  exported(exporting: CustodyEntry, path: string, file: { sha256: string; size: number }): void {
    const { matterId, fileId, detail, seq } = exporting;
    this.#append({ kind: 'exported', matterId, fileId, path, detail, ...file, relatedId: String(seq) });
  }

  /** Entries in order, a page at a time, from one to another. */
  *pages(first: number, last: number): Generator<CustodyEntry[], void> {
    for (let seq = first; seq <= last; seq += pageLength) {
      yield this.#database
        .prepare<[number, number], CustodyEntry>(
          `SELECT ${selected} FROM custody WHERE seq BETWEEN ? AND ? ORDER BY seq`,
        )
        .all(seq, Math.min(seq + pageLength - 1, last));
    }
  }

  /** The first fault in the newest `count` entries: cheap enough for every start. */
  checkTail(count: number): ChainFault | null {
    const last = this.#last();
    const first = Math.max(last - count + 1, 1);
    const pages = this.pages(first, last);
    let check: ChainCheck | null = null;
    for (const page of pages) {
      check ??= new ChainCheck(first === 1 ? this.#genesis : (page[0]?.previousHash ?? ''), first);
      for (const entry of page) check.take({ record: 'entry', entry });
    }
    return check?.end(last) ?? null;
  }

  /** Checks all entries without holding up the engine; how many there are, and the first fault. */
  async check(): Promise<{ entries: number; fault: ChainFault | null }> {
    const last = this.#last();
    const entries = this.#database.prepare<[], number>('SELECT count(*) FROM custody').pluck().get() ?? 0;
    const check = new ChainCheck(this.#genesis);
    for (const page of this.pages(1, last)) {
      for (const entry of page) check.take({ record: 'entry', entry });
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { entries, fault: check.end(last) };
  }

  get #presence(): Presence {
    return this.#auditContext.presence?.() ?? 'own';
  }

  get isEmpty(): boolean {
    return this.#last() === 0;
  }

  get #genesis(): string {
    return genesisHash(this.service, this.#deviceId);
  }

  /** Number of the last entry; 0 when there is none. */
  get last(): number {
    return this.#last();
  }

  #last(): number {
    return this.#database.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM custody').pluck().get() ?? 0;
  }

  /** The end is read from the table each time: one kept in memory would outlive a transaction that is undone. */
  #append(facts: Facts): CustodyEntry {
    const { clock, newId, computer, person } = this.#auditContext;
    const tail = this.#database
      .prepare<[], Pick<CustodyEntry, 'seq' | 'hash'>>(
        'SELECT seq, hash FROM custody ORDER BY seq DESC LIMIT 1',
      )
      .get();
    const now = clock.now();
    const content: CustodyContent = {
      seq: (tail?.seq ?? 0) + 1,
      kind: facts.kind,
      at: new Date(facts.at ?? now).toISOString(),
      writtenAt: new Date(now).toISOString(),
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
      deviceId: this.#deviceId,
      salt: newId(),
    };
    const previousHash = tail?.hash ?? this.#genesis;
    const hash = chainHash(content.seq, previousHash, digestOf(content));
    this.#database.prepare(insert).run(...contentFields.map((field) => content[field]), previousHash, hash);
    return { ...content, previousHash, hash };
  }
}

/** As the database gives it back, so that it is hashed as it is kept: well-formed, and null for nothing. */
const kept = (text: string | null | undefined): string | null =>
  text === null || text === undefined || text === '' ? null : text.toWellFormed();
