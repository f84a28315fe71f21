import { z } from 'zod';
import type { FolderId, MatterId } from '../../../shared/model.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { BodyMark } from './body-mark.ts';
import { answerTo, callOf } from './calls.ts';
import type { ServiceError } from './errors.ts';
import { isObject, parseJson } from './json.ts';
import { elementTexts } from './json-texts.ts';
import type { MalformedItem } from './page.ts';
import { linkMembers, linkOrNull, textOrNull, wordOrNull } from './tolerant.ts';
import type { Answer, CallOptions, Transport } from './transport.ts';

const entrySchema = z.object({
  ...linkMembers,
  id: z.string().min(1).max(1024),
  /** Words or numbers; their values are not shown. */
  type: wordOrNull,
  changeType: wordOrNull,
  /** ISO 8601, as it came. */
  timestamp: textOrNull,
  file: linkOrNull,
  folder: linkOrNull,
  oldName: textOrNull,
  newName: textOrNull,
  oldMatterId: textOrNull,
  newMatterId: textOrNull,
  oldFolderId: textOrNull,
  newFolderId: textOrNull,
  copySourceFileId: textOrNull,
  copySourceFolderId: textOrNull,
  documentVersionId: textOrNull,
  /** Not in the spec: some services keep it apart from the names. */
  fileExtension: textOrNull,
  userId: textOrNull,
});

/** spec: Folder history entry; `raw` is its JSON, character for character. */
export type HistoryEntry = z.infer<typeof entrySchema> & { readonly raw: string };

export interface FolderHistory {
  readonly entries: readonly HistoryEntry[];
  /** Entries that are no objects or have no id; the others are not held up by them. */
  readonly malformed: readonly (MalformedItem & { readonly raw: string })[];
  /** What the body is recognised by next time; only when the reader said what it knows. */
  readonly mark?: BodyMark;
  /** Nothing is listed, since the body is the one known already. */
  readonly unchanged?: boolean;
}

export interface HistoryOptions extends CallOptions {
  /** The mark of the body read last from this address; null when there is none. */
  readonly known?: BodyMark | null;
}

export function createHistory(transport: Transport) {
  return {
    /**
     * What happened in a folder, in the service's order. The form of the root folder's id is not shown: give whichever
     * the connection uses (spec: GET /matters/{matterId}/documents/folders/{folderId}/history).
     */
    read(
      matterId: MatterId,
      folderId: FolderId | string,
      options: HistoryOptions = {},
    ): Promise<Result<FolderHistory, ServiceError>> {
      const call = callOf(
        transport,
        'history.read',
        { matterId, folderId },
        { known: options.known },
        options,
      );
      return answerTo(transport, call, (_json, answer) => historyOf(answer));
    },
  };
}

function historyOf(answer: Answer): Result<FolderHistory, string> {
  const recognised = answer.mark ? { mark: answer.mark } : {};
  if (answer.unchanged) return ok({ entries: [], malformed: [], ...recognised, unchanged: true });
  if (answer.json === undefined) {
    return answer.status === 204
      ? ok({ entries: [], malformed: [], ...recognised })
      : err('a collection was expected, the body is empty');
  }
  const raws = elementTexts(answer.text, 'value');
  if (raws === null) return err('value: an array was expected');
  const entries: HistoryEntry[] = [];
  const malformed: (MalformedItem & { raw: string })[] = [];
  for (const [index, raw] of raws.entries()) {
    const entry = readEntry(raw);
    if (entry.ok) entries.push(entry.value);
    else malformed.push({ index, what: entry.error, raw });
  }
  return ok({ entries, malformed, ...recognised });
}

/** Reads one entry from its JSON, also from one kept earlier: entries are stored raw and projected again at any time. */
export function readEntry(raw: string): Result<HistoryEntry, string> {
  const json = parseJson(raw);
  if (!json.ok || !isObject(json.value)) return err('an object was expected');
  const entry = entrySchema.safeParse(json.value);
  return entry.success ? ok({ ...entry.data, raw }) : err('id: a text was expected');
}
