import { createHash } from 'node:crypto';
import type { EngineClient } from '../../main/engine/service/client.ts';
import type { ServiceError } from '../../main/engine/service/errors.ts';
import { readEntry } from '../../main/engine/service/history.ts';
import type { FileId, FolderId, MatterId } from '../../shared/model.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { FakeClock } from '../support/fake-clock.ts';
import type { Life } from './life.ts';

export interface SimVersion {
  readonly sha256: string;
  readonly by: 'us' | 'colleague';
  /** When the service took the announcement that it came by. */
  readonly announcedAt: number;
  readonly shownAt: number;
}

export interface SimDocument {
  name: string;
  folderId: string | null;
  readonly versions: SimVersion[];
}

interface Upload {
  readonly fileId: string;
  readonly name: string;
  readonly folderId: string | null;
  readonly announcedAt: number;
  readonly expiresAt: number;
  taken: boolean;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A model of the practice service that answers late, wrongly or not at all, and applies what it accepted a while later. */
export class SimService {
  readonly documents = new Map<string, SimDocument>();
  readonly injected: Record<string, number> = {};
  readonly #entries: string[] = [];
  readonly #uploads = new Map<string, Upload>();
  readonly #clock: FakeClock;
  readonly #chance: () => number;
  readonly #matterId: MatterId;
  /** When the last accepted write of each document is applied. */
  readonly #lastApplied = new Map<string, number>();
  #count = 0;
  /** Chance that a call goes wrong. */
  trouble = 0;
  offline = false;

  constructor(clock: FakeClock, chance: () => number, matterId: MatterId) {
    this.#clock = clock;
    this.#chance = chance;
    this.#matterId = matterId;
  }

  /** A colleague files a newer version of a document. */
  colleagueSaves(fileId: string, content: string): void {
    const now = this.#clock.steady();
    this.#addVersion(fileId, Buffer.from(content), 'colleague', now);
  }

  seenBy(life: Life): EngineClient {
    // oxlint-disable-next-line typescript/no-this-alias -- the generator below has a `this` of its own
    const service = this;
    return {
      matters: {
        async *list() {
          const matter = {
            id: service.#matterId,
            number: '1',
            title: 'Simulated',
            status: 'Open',
            isLead: false,
          };
          const answer = await service.#answer(life, 'matters.list', () => ok(matter));
          const page = { malformed: [], offset: 0, limit: 500, size: 1, next: null };
          if (!answer.ok) yield answer;
          else yield ok({ ...page, items: [{ ...blankMatter, ...answer.value, raw: answer.value }] });
        },
      },
      staff: {
        list: () =>
          service.#answer(life, 'staff.list', () =>
            ok({ items: [], malformed: [], offset: null, limit: null, size: 0, next: null }),
          ),
      },
      history: {
        read: (_matterId: MatterId, folderId: FolderId | string) =>
          service.#answer(life, 'history.read', () => {
            if (folderId !== service.#matterId) return service.#refuse('history.read', 'not-found', 404);
            return ok({
              malformed: [],
              entries: service.#entries.flatMap((raw) => {
                const entry = readEntry(raw);
                return entry.ok ? [entry.value] : [];
              }),
              digest: null,
            });
          }),
      },
      documents: {
        putFile: (_matterId, fileId, body) =>
          service.#answer(life, 'documents.putFile', () =>
            service.#announce(fileId, body.fileName, body.folderId),
          ),
        async putContent({ uploadUrl }, content) {
          const chunks: Buffer[] = [];
          for await (const chunk of content.open()) chunks.push(Buffer.from(chunk));
          const bytes = Buffer.concat(chunks);
          return service.#answer(life, 'documents.putContent', () =>
            service.#take(uploadUrl, bytes, content.size),
          );
        },
      },
    };
  }

  #announce(fileId: FileId, name: string, folderId: string | null) {
    this.#count += 1;
    const uploadUrl = `upload:${this.#count}`;
    const now = this.#clock.steady();
    const expiresAt = now + (this.#chance() < 0.05 ? 0 : 60_000);
    this.#uploads.set(uploadUrl, { fileId, name, folderId, announcedAt: now, expiresAt, taken: false });
    const known = this.documents.get(fileId);
    if (known && (known.name !== name || known.folderId !== folderId)) {
      this.#later(fileId, () => {
        const before = { ...known };
        known.name = name;
        known.folderId = folderId;
        this.#entry(fileId, 'Rename', 'us', { oldName: before.name, newName: name, newFolderId: folderId });
      });
    }
    // Clocks that differ are the real client's affair; here only the service knows.
    return ok({ fileId, uploadUrl, expiry: new Date(expiresAt).toISOString(), expiresAt: null });
  }

  #take(uploadUrl: string, bytes: Buffer, size: number): Result<void, ServiceError> {
    const operation = 'documents.putContent' as const;
    const upload = this.#uploads.get(uploadUrl);
    if (!upload || this.#clock.steady() >= upload.expiresAt) {
      this.#injected('expired address');
      return err({ operation, kind: 'upload-expired', status: 403 });
    }
    if (bytes.length !== size) return err({ operation, kind: 'rejected', status: 400, problem: null });
    if (!upload.taken) {
      upload.taken = true;
      this.#later(upload.fileId, () => {
        const known = this.documents.get(upload.fileId);
        if (!known)
          this.documents.set(upload.fileId, { name: upload.name, folderId: upload.folderId, versions: [] });
        this.#addVersion(upload.fileId, bytes, 'us', upload.announcedAt);
      });
    }
    return ok(undefined);
  }

  #addVersion(fileId: string, bytes: Buffer, by: SimVersion['by'], announcedAt: number): void {
    const document = this.documents.get(fileId);
    if (!document) return;
    const first = document.versions.length === 0;
    document.versions.push({ sha256: sha256(bytes), by, announcedAt, shownAt: this.#clock.steady() });
    const { name: newName, folderId: newFolderId } = document;
    const documentVersionId = `v${fileId}-${document.versions.length}`;
    this.#entry(fileId, first ? 'Create' : 'Update', by, { newName, newFolderId, documentVersionId });
  }

  #entry(fileId: string, changeType: string, by: string, more: object): void {
    this.#count += 1;
    const timestamp = new Date(this.#clock.steady()).toISOString();
    const entry = {
      id: `e${this.#count}`,
      type: 'File',
      changeType,
      timestamp,
      file: { id: fileId },
      userId: by,
    };
    this.#entries.push(JSON.stringify({ ...blankEntry, ...entry, ...more }));
  }

  /** Accepted writes are applied a while later; those of one document in order. */
  #later(fileId: string, apply: () => void): void {
    const now = this.#clock.steady();
    const at = Math.max(now + this.#chance() * 2000, this.#lastApplied.get(fileId) ?? 0);
    this.#lastApplied.set(fileId, at + 1);
    this.#clock.timer(at - now, apply);
  }

  /** One exchange: what can go wrong before the service acts, and after. */
  async #answer<Value>(
    life: Life,
    operation: ServiceError['operation'],
    act: () => Result<Value, ServiceError>,
  ): Promise<Result<Value, ServiceError>> {
    return life.takes(300, () => {
      if (this.offline)
        return this.#fault({ operation, kind: 'offline', code: 'ECONNREFUSED', why: 'refused' });
      const hit = this.#chance() < this.trouble;
      if (!hit) return act();
      switch (Math.floor(this.#chance() * 8)) {
        case 0:
          return this.#fault({ operation, kind: 'offline', code: 'ECONNRESET', why: 'interrupted' });
        case 1:
          return this.#fault({
            operation,
            kind: 'rate-limited',
            status: 429,
            problem: null,
            retryAfterMs: 1000,
          });
        case 2:
          return this.#fault({ operation, kind: 'server', status: 503, problem: null, retryAfterMs: null });
        case 3:
          return this.#fault({ operation, kind: 'timeout' });
        case 4:
          return this.#fault({ operation, kind: 'malformed', status: 200, what: 'cut off' });
        case 5:
          return this.#fault({ operation, kind: 'captive-portal', status: 200 });
        case 6: {
          // Carried out, and the answer is lost.
          act();
          return this.#fault({ operation, kind: 'stalled' }, 'lost answer');
        }
        default: {
          act();
          return this.#fault(
            { operation, kind: 'offline', code: 'ECONNRESET', why: 'interrupted' },
            'lost answer',
          );
        }
      }
    });
  }

  #refuse(operation: ServiceError['operation'], kind: 'not-found', status: number) {
    return err({ operation, kind, status, problem: null } as const);
  }

  #fault(error: ServiceError, name: string = error.kind): Result<never, ServiceError> {
    this.#injected(name);
    return err(error);
  }

  #injected(name: string): void {
    this.injected[name] = (this.injected[name] ?? 0) + 1;
  }
}

const blankMatter = {
  href: null,
  versionId: '',
  matterType: null,
  clients: [],
  otherSides: [],
  clientIds: [],
  otherSideIds: [],
  description: '',
  personResponsible: null,
  personAssisting: null,
  openedDate: null,
  items: null,
  lastUpdated: null,
};

const blankEntry = {
  folder: null,
  oldName: null,
  newName: null,
  oldMatterId: null,
  newMatterId: null,
  oldFolderId: null,
  newFolderId: null,
  copySourceFileId: null,
  copySourceFolderId: null,
  documentVersionId: null,
  fileExtension: null,
};
