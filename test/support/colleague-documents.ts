import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { type Exchange, exchange } from '../../main/engine/service/exchange.ts';
import type { FileId } from '../../shared/model/index.ts';
import type { Variants } from '../service/index.ts';
import { beyondTheSpecification } from '../service/index.ts';
import { eventually, openWorkplace, type Workplace } from './workplace.ts';

export const quickly = { perSecond: 1_000, burst: 1_000 };
export const never = new AbortController().signal;
const nobodyListens = { signal: never, onProgress: () => {} };

/** A workplace whose service offers everything beyond the specification. */
export async function twoWayPlace(
  options: Parameters<typeof openWorkplace>[0] & { variants?: Partial<Variants> } = {},
): Promise<Workplace> {
  const variants = { ...beyondTheSpecification, ...options.variants };
  const place = await openWorkplace({ requestLimit: quickly, ...options, variants });
  onTestFinished(() => place[Symbol.asyncDispose]());
  return place;
}

/** Histories that do not say what the service calls its versions. */
export const withoutVersionIds: Exchange = async (outgoing) => {
  const answer = await exchange(outgoing);
  if (!answer.ok || !outgoing.url.pathname.endsWith('/history')) return answer;
  const without = (text: string) =>
    text.replaceAll(/"documentVersionId":"[^"]*"/g, '"documentVersionId":null');
  const { body, bytes } = answer.value;
  const value = {
    ...answer.value,
    body: without(body),
    ...(bytes && { bytes: Buffer.from(without(bytes.toString('utf8'))) }),
  };
  return { ...answer, value };
};

export const historyRead = async (place: Workplace, folderId: string | null = null): Promise<void> => {
  await place.workspace.reader.read(place.matterId, folderId as never, { priority: 'view', signal: never });
};

/** A document that a colleague filed, once the program knows of it. */
export async function filedByColleague(
  place: Workplace,
  name: string,
  content: string | Uint8Array,
  folderId: string | null = null,
): Promise<FileId> {
  const fileId = place.service.colleague.createFile(place.matterId, name, content, folderId) as FileId;
  await historyRead(place, folderId);
  return fileId;
}

/** Has a document in its place in the matter's folder; gives where it stands, null where it has no place there. */
export async function placed(place: Workplace, fileId: FileId): Promise<string | null> {
  const { watches } = place.workspace;
  await expect.poll(() => watches.isCompared(place.matterId), eventually).toBe(true);
  const got = await place.workspace.intoFolder.fetch({ matterId: place.matterId, fileId }, nobodyListens);
  if (!got.ok) throw new Error(`${got.error.what}: ${got.error.why}`);
  return got.value === 'later' ? null : (got.value?.path ?? null);
}

export const follow = (place: Workplace, fileId: FileId) =>
  place.workspace.intoFolder.follow({ matterId: place.matterId, fileId }, nobodyListens);

/** What is known of a document's file here, once something is. */
export async function knownFile(place: Workplace, fileId: FileId) {
  const file = () => place.workspace.stores.links.fileOfDocument(place.matterId, fileId);
  await expect.poll(() => file()?.removed, eventually).toBe(false);
  return file();
}

export const at = (place: Workplace, ...names: string[]): string => join(place.folder, ...names);

/** Kinds of what the custody log says, in order. */
export const loggedKinds = ({ workspace }: Workplace): string[] =>
  [...workspace.stores.custody.pages(1, workspace.stores.custody.last)].flat().map(({ kind }) => kind);

/** A document that a colleague filed, in its place in the matter's folder. */
export async function placedHere(place: Workplace, name: string, content = 'theirs'): Promise<FileId> {
  const id = await filedByColleague(place, name, content);
  await placed(place, id);
  await knownFile(place, id);
  return id;
}

/** Long enough for a watch, and for what is followed, to do whatever they would do. */
export async function settled(place: Workplace): Promise<void> {
  await expect.poll(() => place.workspace.watches.isCompared(place.matterId), eventually).toBe(true);
  await sleep(1_500);
  await expect.poll(() => place.workspace.watches.unread, eventually).toBe(0);
}
