import { setImmediate } from 'node:timers/promises';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import type { FolderId, MatterId } from '../../../shared/model/index.ts';
import { type BodyMark, markOf } from './body-mark.ts';
import { callOf } from './calls.ts';
import type { ServiceError } from './errors.ts';
import { type BodyFault, type ElementText, elementsOf } from './history-body.ts';
import { isObject, type Json, parseJson } from './json.ts';
import type { LongBody } from './long-body.ts';
import type { MalformedItem } from './page.ts';
import { nextUrl } from './paging.ts';
import { type Link, readLink, readText } from './tolerant.ts';
import type { Answer, Call, CallOptions, Transport } from './transport.ts';
import { withoutSecrets } from './without-secrets.ts';

/** spec: Folder history entry; `raw` is its JSON, character for character. */
export interface HistoryEntry {
  readonly href: string | null;
  readonly relation: string | null;
  readonly method: string | null;
  readonly self: Link | null;
  readonly id: string;
  /** Words or numbers; their values are not shown. */
  readonly type: string | number | null;
  readonly changeType: string | number | null;
  /** ISO 8601, as it came. */
  readonly timestamp: string | null;
  readonly file: Link | null;
  /** True when there is anything in the member `file`, be it a link with an id or not. */
  readonly hasFile: boolean;
  readonly folder: Link | null;
  readonly oldName: string | null;
  readonly newName: string | null;
  readonly oldMatterId: string | null;
  readonly newMatterId: string | null;
  readonly oldFolderId: string | null;
  readonly newFolderId: string | null;
  readonly copySourceFileId: string | null;
  readonly copySourceFolderId: string | null;
  readonly documentVersionId: string | null;
  /** Not in the spec: some services keep it apart from the names. */
  readonly fileExtension: string | null;
  readonly userId: string | null;
  readonly raw: string;
}

/** How many elements of an answer were known: before the first new one, among the new ones, and after the last of them. */
export interface KnownAround {
  readonly before: number;
  readonly among: number;
  readonly after: number;
}

export interface FolderHistory {
  /** In the service's order, without those said to be known. */
  readonly entries: readonly HistoryEntry[];
  /** Entries that are no objects or have no id; the others are not held up by them. */
  readonly malformed: readonly (MalformedItem & { readonly raw: string })[];
  /** Where those said to be known stand among the others. */
  readonly known?: KnownAround;
  /** What the body is recognised by next time; only when the reader said what it knows. */
  readonly mark?: BodyMark;
  /** When the question left for the network, by the clock that nobody sets. */
  readonly leftAt?: number;
  /** Nothing is listed, since the body is the one known already. */
  readonly unchanged?: boolean;
  /** Address of the page that comes after this one, as it stands there. */
  readonly next?: string;
  /** Whether all there is takes long to be read; undefined where none of it came. */
  readonly isLong?: boolean;
}

/** Which of these entries, by id, are not known yet: the others are not read. */
export type Unknown = (ids: readonly string[]) => ReadonlySet<string>;

/** Reads such a history beside everything else; gives back what is not kept yet. `known` is the mark of the one read last. */
export type ReadAside = (
  body: LongBody,
  known: BodyMark | null,
  signal: AbortSignal | undefined,
) => Promise<Result<FolderHistory, string>>;

export interface HistoryOptions extends CallOptions {
  /** Who reads a long answer; it is read here unless said. */
  readonly aside?: ReadAside | undefined;
  /** The mark of the body read last from this address; null when there is none. */
  readonly known?: BodyMark | null;
  /** Milliseconds that what the firm's hub tells may be older than the question; none unless said. */
  readonly maxAge?: number | undefined;
  /** All of them unless said. */
  readonly unknown?: Unknown;
}

/** Bytes from which on an answer is long: about three hundred entries, read in some milliseconds. */
const longFrom = 256 * 1024;

/** Bytes: 100,000 entries are 80 MB and come in one piece. */
const answerLimit = 400 * 1024 * 1024;

export function createHistory(transport: Transport) {
  return {
    /**
     * What happened in a folder, in the service's order. The form of the root folder's id is not shown: give whichever
     * the connection uses (spec: GET /matters/{matterId}/documents/folders/{folderId}/history).
     */
    async read(
      matterId: MatterId,
      folderId: FolderId | string,
      options: HistoryOptions = {},
    ): Promise<Result<FolderHistory, ServiceError>> {
      const { known, maxAge } = options;
      const call = callOf(transport, 'history.read', { matterId, folderId }, { known, maxAge }, options);
      return call.ok ? historyAt(transport, { ...call.value, answerLimit }, options) : call;
    },
  };
}

/** Sends a call that a history answers, and follows its pages where it comes in some (spec: paged collections). */
export async function historyAt(
  transport: Transport,
  call: Call,
  options: HistoryOptions,
): Promise<Result<FolderHistory, ServiceError>> {
  const first = await pageAt(transport, call, options);
  if (!first.ok || first.value.next === undefined) return first;
  // Nothing tells by the first page alone that the others are as they were.
  const { mark: _, ...whole } = first.value;
  const { known: __, ...following } = call;
  const { known: ___, ...asked } = options;
  return withPages(transport, following, asked, whole);
}

/** The pages after the first, joined to it. One that leads to another host is refused, for something may be missing then. */
async function withPages(
  transport: Transport,
  call: Call,
  options: HistoryOptions,
  first: FolderHistory,
): Promise<Result<FolderHistory, ServiceError>> {
  const { operation } = call;
  const visited = new Set([call.url.href]);
  let whole = first;
  for (let from = call.url; whole.next !== undefined; ) {
    const url = nextUrl(whole.next, from, new Set());
    if (!url.ok) return err({ operation, kind: 'malformed', status: null, what: url.error });
    // Back in a circle: all pages were read.
    if (url.value === null || visited.has(url.value.href)) return ok(whole);
    if (visited.size === mostPages)
      return err({ operation, kind: 'malformed', status: null, what: 'next: no end of the pages' });
    from = url.value;
    visited.add(from.href);
    const page = await pageAt(transport, { ...call, url: from }, options);
    if (!page.ok) return page;
    whole = joined(whole, page.value);
  }
  return ok(whole);
}

/** 100,000 entries in pages of 25. */
const mostPages = 4_000;

function joined(first: FolderHistory, second: FolderHistory): FolderHistory {
  const { next: _, ...before } = first;
  return {
    ...before,
    entries: [...first.entries, ...second.entries],
    malformed: [...first.malformed, ...second.malformed],
    known: knownIn(first, second),
    isLong: first.isLong === true || second.isLong === true,
    ...(second.next === undefined ? {} : { next: second.next }),
  };
}

const none: KnownAround = { before: 0, among: 0, after: 0 };

/** Those known stand before the first new one, among the new ones, or after the last of both pages. */
function knownIn(first: FolderHistory, second: FolderHistory): KnownAround {
  const [one, other] = [first.known ?? none, second.known ?? none];
  const between = one.after + other.before;
  if (first.entries.length === 0) return { ...other, before: one.before + between };
  if (second.entries.length === 0) return { ...one, after: between + other.among + other.after };
  return { before: one.before, among: one.among + between + other.among, after: other.after };
}

async function pageAt(
  transport: Transport,
  call: Call,
  { known = null, unknown = all, aside, signal }: HistoryOptions,
): Promise<Result<FolderHistory, ServiceError>> {
  const answer = await transport.send({ ...call, asText: true, ...(aside ? { longFrom } : {}) });
  if (!answer.ok) return answer;
  const { long, text, leftAt, status } = answer.value;
  const history =
    long && aside
      ? await aside({ ...long, status }, known, signal)
      : await historyOf(answer.value, unknown, signal);
  const { operation } = call;
  if (history.ok) {
    const size = status === 304 ? {} : { isLong: long !== undefined || text.length >= longFrom };
    return ok({ ...history.value, ...size, leftAt });
  }
  if (signal?.aborted) return err({ operation, kind: 'aborted' });
  return err({ operation, kind: 'malformed', status, what: history.error });
}

const all: Unknown = (ids) => new Set(ids);

const faults: Record<BodyFault, string> = {
  'no-array': 'value: an array was expected',
  'not-json': 'not JSON',
};

/** What a long body says, whichever thread reads it. */
export async function readLongBody(
  { bytes, status, etag, secrets }: LongBody,
  known: BodyMark | null,
  unknownOf: Unknown,
): Promise<Result<FolderHistory, string>> {
  const text = withoutSecrets(bytes.toString('utf8'), secrets);
  const mark = { ...(await markOf(text, {})), etag };
  return historyOf({ text, status, mark, unchanged: mark.hash === known?.hash }, unknownOf, undefined);
}

async function historyOf(
  answer: Pick<Answer, 'text' | 'status' | 'mark' | 'unchanged'>,
  unknownOf: Unknown,
  signal: AbortSignal | undefined,
): Promise<Result<FolderHistory, string>> {
  const { text, status } = answer;
  const recognised = answer.mark ? { mark: answer.mark } : {};
  if (answer.unchanged) return ok({ entries: [], malformed: [], ...recognised, unchanged: true });
  if (text === '') {
    return status === 204
      ? ok({ entries: [], malformed: [], known: { before: 0, among: 0, after: 0 }, ...recognised })
      : err('a collection was expected, the body is empty');
  }
  const entries: HistoryEntry[] = [];
  const malformed: (MalformedItem & { raw: string })[] = [];
  let index = 0;
  let [before, among, after] = [0, 0, 0];
  let following: { readonly next?: string } = {};
  const elements = elementsOf(text, 'value', (name, json) => {
    if (name === 'next') following = nextIn(json);
  });
  for (;;) {
    const batch = elements.next();
    if (batch.done)
      return batch.value
        ? err(faults[batch.value])
        : ok({ entries, malformed, known: { before, among, after }, ...recognised, ...following });
    if (index > 0) await setImmediate();
    if (signal?.aborted) return err('aborted');
    // An id that is a number, or has escapes, is known by reading the entry alone.
    const read = batch.value.map(({ raw, id }) => (id === null ? readEntry(raw) : null));
    const idOf = ({ id }: ElementText, at: number) => id ?? (read[at]?.ok ? read[at].value.id : null);
    const ids = batch.value.map(idOf);
    const unknown = unknownOf(ids.filter((id) => id !== null));
    for (const [at, { raw }] of batch.value.entries()) {
      const id = ids[at] ?? null;
      if (id === null || unknown.has(id)) {
        const entry = read[at] ?? readEntry(raw);
        if (entry.ok) {
          entries.push(entry.value);
          [among, after] = [among + after, 0];
        } else if (entry.error === notJson) return err(notJson);
        else malformed.push({ index, what: entry.error, raw });
      } else if (entries.length === 0) before += 1;
      else after += 1;
      index += 1;
    }
  }
}

/** Where a link to the next page leads, be it written as a link or as its address alone. */
function nextIn(json: string): { readonly next?: string } {
  const value = parseJson(json);
  const link = value.ok ? value.value : null;
  const href = typeof link === 'string' ? link : (readLink(link)?.href ?? null);
  return href === null || href === '' ? {} : { next: href };
}

const notJson = 'not JSON';
/** spec: limits of ids are not shown; a longer one is nobody's id. */
const longestId = 1024;

/** Reads one entry from its JSON, also from one kept earlier: entries are stored raw and projected again at any time. */
export function readEntry(raw: string): Result<HistoryEntry, string> {
  const read = parseEntry(raw);
  if (!read.ok) return err(notJson);
  const json = read.value;
  if (!isObject(json)) return err('an object was expected');
  const given = json['id'];
  const id = typeof given === 'number' && Number.isSafeInteger(given) ? String(given) : given;
  if (typeof id !== 'string' || id === '' || id.length > longestId) return err('id: a text was expected');
  return ok({
    href: readText(json['href']),
    relation: readText(json['relation']),
    method: readText(json['method']),
    self: readLink(json['self']),
    id,
    type: word(json['type']),
    changeType: word(json['changeType']),
    timestamp: readText(json['timestamp']),
    file: readLink(json['file']),
    hasFile: (json['file'] ?? null) !== null,
    folder: readLink(json['folder']),
    oldName: readText(json['oldName']),
    newName: readText(json['newName']),
    oldMatterId: readText(json['oldMatterId']),
    newMatterId: readText(json['newMatterId']),
    oldFolderId: readText(json['oldFolderId']),
    newFolderId: readText(json['newFolderId']),
    copySourceFileId: readText(json['copySourceFileId']),
    copySourceFolderId: readText(json['copySourceFolderId']),
    documentVersionId: readText(json['documentVersionId']),
    fileExtension: readText(json['fileExtension']),
    userId: readText(json['userId']),
    raw,
  });
}

/** Of an entry only the words may be numbers, and only a long one needs more care than the runtime's own parser takes. */
function parseEntry(raw: string): Result<Json, 'not-json'> {
  try {
    const json: Json = JSON.parse(raw);
    if (!isObject(json) || !(isLong(json['type']) || isLong(json['changeType']))) return ok(json);
  } catch {
    // It may begin with a byte order mark.
  }
  return parseJson(raw);
}

const isLong = (value: Json | undefined): boolean =>
  typeof value === 'number' && !Number.isSafeInteger(value);

const word = (value: unknown): string | number | null =>
  typeof value === 'string' || typeof value === 'number' ? value : null;
