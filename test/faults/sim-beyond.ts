import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path/posix';
import { between, type Chance, oneOf, stream } from './noise.ts';
import type { SimDocument, SimVersion } from './sim-document.ts';

/** What a service offers beyond the specification, and how. */
export interface Offers {
  /** Whether a document has a history of its own. */
  readonly fileHistory: boolean;
  /** Whether it gives out the version that it is asked for, and not the newest whatever that is. */
  readonly byVersion: boolean;
  /** What the storage states of a content. */
  readonly states: 'sha-256' | 'md5' | 'length' | 'nothing';
  /** Whether the storage goes on where it was cut off. */
  readonly goesOn: boolean;
  /** How a document that was deleted is told of. */
  readonly deleted: 'as deleted' | '404';
  /** Who says how long a content is. */
  readonly sizes: 'record' | 'download' | 'both';
}

/** What the service of a seed offers beyond the specification; null in two seeds of three. */
export function offersOf(seed: number): Offers | null {
  const chance = stream(seed, 'offers');
  if (chance() >= 1 / 3) return null;
  return {
    fileHistory: chance() < 0.5,
    byVersion: chance() < 0.7,
    states: oneOf(chance, ['sha-256', 'md5', 'length', 'nothing']),
    goesOn: chance() < 0.5,
    deleted: chance() < 0.7 ? 'as deleted' : '404',
    sizes: oneOf(chance, ['record', 'download', 'both']),
  };
}

/** What is wrong with a content that the storage gives out. */
export type ContentFault = 'wrong bytes' | 'too long' | 'another version' | 'address expired' | 'not found';

/** The documents of a service, as far as they are given out. */
interface Holdings {
  readonly documents: ReadonlyMap<string, SimDocument>;
  /** Milliseconds: by this computer's steady clock, and by the clock that the service's answers tell. */
  readonly now: number;
  readonly shown: number;
  hasMatter(matterId: string): boolean;
  isMovedAway(fileId: string): boolean;
  isDeleted(document: SimDocument): boolean;
  historyOf(fileId: string): readonly Record<string, unknown>[];
}

interface Asked {
  readonly method: string;
  /** Below the service's address. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

interface Said {
  readonly status: number;
  readonly value: unknown;
}

/** What the storage gives out at an address. */
export interface Given {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** Of which document it is all of which bytes; null for what is no content, or not as it should be. */
  readonly of: { readonly fileId: string; readonly sha256: string } | null;
}

const notFound: Said = { status: 404, value: { title: 'Not found', status: 404 } };
const digestOf = (algorithm: string, bytes: Buffer): string =>
  createHash(algorithm).update(bytes).digest('base64');

/** The operations that a service has beyond the specification. */
export class SimBeyond {
  readonly injected: Record<string, number> = {};
  readonly #service: Holdings;
  readonly #offers: Offers;
  readonly #chance: Chance;
  readonly #addresses = new Map<
    string,
    { readonly document: SimDocument; readonly version: SimVersion; readonly expiresAt: number }
  >();
  /** What is wrong with the next contents that are asked for. */
  readonly faults: ContentFault[] = [];
  #count = 0;

  constructor(service: Holdings, offers: Offers, chance: Chance) {
    this.#service = service;
    this.#offers = offers;
    this.#chance = chance;
    for (const [name, value] of Object.entries(offers)) this.injected[`offers: ${name} ${value}`] = 1;
  }

  /** Null for what it does not offer. */
  answer({ method, path, query }: Asked): Said | null {
    const [, matterId = '', kind, id, what] =
      /^\/matters\/([^/]+)\/documents\/(files)(?:\/([^/]+)(?:\/(\w+))?)?$/.exec(path) ?? [];
    if (kind !== 'files' || method !== 'GET' || !this.#service.hasMatter(matterId)) return null;
    if (id === undefined) return this.#list(matterId);
    const document = this.#service.documents.get(id);
    const isThere = document?.matterId === matterId && !this.#service.isMovedAway(id);
    if (what === 'history') {
      if (!this.#offers.fileHistory) return null;
      return isThere ? { status: 200, value: { value: this.#service.historyOf(id) } } : notFound;
    }
    if (!isThere || (this.#service.isDeleted(document) && this.#offers.deleted === '404')) return notFound;
    if (what === undefined) return { status: 200, value: this.#record(document) };
    return what === 'download' ? this.#download(document, query.get('versionId')) : null;
  }

  #list(matterId: string): Said {
    const there = [...this.#service.documents.values()].filter(
      (document) =>
        document.matterId === matterId &&
        !this.#service.isMovedAway(document.fileId) &&
        !this.#service.isDeleted(document),
    );
    return { status: 200, value: { value: there.map((document) => this.#record(document)) } };
  }

  #record(document: SimDocument): object {
    const { fileId, name, folderId, versions, data } = document;
    const newest = versions.at(-1);
    const fileExtension = extname(name);
    return {
      id: fileId,
      versionId: newest?.versionId ?? null,
      name: basename(name, fileExtension),
      fileExtension,
      folder: folderId === null ? null : { id: folderId },
      ownerId: versions[0]?.by ?? null,
      additionalData: data,
      ...(this.#offers.sizes === 'download' ? {} : { sizeBytes: newest?.content.length ?? 0 }),
      isUploaded: newest !== undefined,
      isDeleted: this.#service.isDeleted(document),
    };
  }

  #download(document: SimDocument, versionId: string | null): Said {
    const { versions, fileId, name } = document;
    const asked = versions.find((one) => one.versionId === versionId);
    if (versionId !== null && !asked && this.#offers.byVersion) return notFound;
    const version = (this.#offers.byVersion ? asked : undefined) ?? versions.at(-1);
    if (!version) return notFound;
    this.#count += 1;
    const key = `g${this.#count}`;
    const lifetime = this.#chance() < 0.03 ? 0 : between(this.#chance, 5_000, 60_000);
    this.#addresses.set(key, { document, version, expiresAt: this.#service.now + lifetime });
    const fileExtension = extname(name);
    const value = {
      fileId,
      name: basename(name, fileExtension),
      fileExtension,
      downloadUrl: `https://given.example/${key}`,
      expiry: new Date(this.#service.shown + lifetime).toISOString(),
      ...(this.#offers.sizes === 'record' ? {} : { sizeBytes: version.content.length }),
    };
    return { status: 200, value };
  }

  /** What stands at an address that was given, from a byte on where the storage goes on there. */
  give(key: string, headers: Readonly<Record<string, string>>): Given {
    const address = this.#addresses.get(key);
    const refused = (status: number, why: string): Given => ({
      ...{ status, headers: {}, bytes: Buffer.from(why), of: null },
    });
    const fault = this.faults.shift();
    if (fault === 'not found' || !address) return refused(404, 'no such thing');
    if (fault === 'address expired' || this.#service.now >= address.expiresAt)
      return refused(403, 'the address has expired');
    const { document, version } = address;
    const whole = this.#wrong(fault, document, version);
    const isRight = whole === version.content;
    const etag = `"${version.sha256.slice(0, 16)}"`;
    const { goesOn, states } = this.#offers;
    const from = Number(/^bytes=(\d+)-$/.exec(headers['range'] ?? '')?.[1] ?? 0);
    const isRest = goesOn && isRight && from > 0 && from < whole.length && headers['if-range'] === etag;
    const bytes = isRest ? whole.subarray(from) : whole;
    const stated = {
      'sha-256': { 'repr-digest': `sha-256=:${digestOf('sha256', version.content)}:` },
      md5: { 'content-md5': digestOf('md5', version.content) },
      length: {},
      nothing: {},
    }[states];
    if (fault && !isRight) this.#inject(`content: ${fault}`);
    return {
      status: isRest ? 206 : 200,
      headers: {
        ...stated,
        ...(states === 'nothing'
          ? { 'transfer-encoding': 'chunked' }
          : { 'content-length': String(bytes.length) }),
        ...(goesOn ? { etag } : {}),
        ...(isRest ? { 'content-range': `bytes ${from}-${whole.length - 1}/${whole.length}` } : {}),
      },
      bytes,
      of: isRight ? { fileId: document.fileId, sha256: version.sha256 } : null,
    };
  }

  /** Where neither length nor hash shows that it is wrong, nobody could know: that is not played. */
  #wrong(fault: ContentFault | undefined, { versions }: SimDocument, { content }: SimVersion): Buffer {
    const isHashed = this.#offers.states === 'sha-256' || this.#offers.states === 'md5';
    if (fault === 'too long') return Buffer.concat([content, Buffer.from('and more')]);
    if (fault === 'wrong bytes' && isHashed && content.length > 0) {
      const wrong = Buffer.from(content);
      wrong.writeUInt8(wrong.readUInt8(0) ^ 1, 0);
      return wrong;
    }
    const other = versions.findLast((one) => one.content.length !== content.length);
    return fault === 'another version' && other ? other.content : content;
  }

  #inject(name: string): void {
    this.injected[name] = (this.injected[name] ?? 0) + 1;
  }
}
