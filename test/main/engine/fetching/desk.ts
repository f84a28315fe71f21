import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Exchange, exchange } from '../../../../main/engine/service/exchange.ts';
import type { Result } from '../../../../shared/base/result.ts';
import type { FileId, Refusal } from '../../../../shared/model/index.ts';
import type { Variants } from '../../../service/index.ts';
import { openWorkplace, type Workplace } from '../../../support/workplace.ts';

export const requestLimit = { perSecond: 1_000, burst: 1_000 };

export const offered = { documentFiles: 'offered' } as const;

/** A workplace, and whatever the program asks of the service, in order. */
export async function workplace(variants: Partial<Variants> = offered) {
  const asked: string[] = [];
  const listening: Exchange = (outgoing) => {
    const { pathname } = outgoing.url;
    if (/\/documents\/files(\/[^/]+(\/download)?)?$/.test(pathname) && outgoing.method === 'GET')
      asked.push(pathname.endsWith('/download') ? 'download' : pathname.endsWith('/files') ? 'list' : 'file');
    else if (pathname.startsWith('/contents/')) asked.push('content');
    return exchange(outgoing);
  };
  const place = await openWorkplace({ variants, requestLimit, http: { exchange: listening } });
  onTestFinished(() => place[Symbol.asyncDispose]());
  return { place, asked };
}

/** A document that a colleague filed, once the program knows of it. */
export async function filedByColleague(
  place: Workplace,
  name: string,
  content: string | Uint8Array,
): Promise<FileId> {
  const fileId = place.service.colleague.createFile(place.matterId, name, content) as FileId;
  await historyRead(place);
  return fileId;
}

export const historyRead = async (place: Workplace): Promise<void> => {
  await place.workspace.reader.read(place.matterId, null, { priority: 'view', signal: never });
};

export const never = new AbortController().signal;

export const fetched = (
  place: Workplace,
  fileId: FileId,
  versionId: string | null = null,
  onProgress: (done: number, of: number | null) => void = () => {},
  signal = never,
) => place.workspace.fetcher.fetch({ matterId: place.matterId, fileId }, versionId, { signal, onProgress });

export function pathIn(result: Result<{ readonly path: string }, Refusal>): string {
  if (!result.ok) throw new Error(`${result.error.what}: ${result.error.why}`);
  return result.value.path;
}

export const views = (place: Workplace): string => join(place.workspace.directory, 'views');

export const copiesIn = (place: Workplace): string[] =>
  existsSync(views(place)) ? readdirSync(views(place)).filter((name) => name !== 'unfinished') : [];

export const leftUnfinished = (place: Workplace): string[] =>
  existsSync(join(views(place), 'unfinished')) ? readdirSync(join(views(place), 'unfinished')) : [];

export const logged = ({ workspace }: Pick<Workplace, 'workspace'>) =>
  [...workspace.stores.custody.pages(1, workspace.stores.custody.last)]
    .flat()
    .filter(({ kind }) => kind === 'fetched');

export const entriesOf = (place: Workplace, fileId: FileId): string[] =>
  place.workspace.stores.history
    .ofDocumentSince(place.matterId, fileId, 0)
    .map(({ raw }) => `entry:${JSON.parse(raw).id}`);

export const size = 400_000;

export const large = Buffer.from(Array.from({ length: size }, (_, at) => (at * 37) % 253));

/** Says something else in the answers about one document. */
export const stating =
  (fileId: () => FileId | null, path: RegExp, change: object): Exchange =>
  async (outgoing) => {
    const answered = await exchange(outgoing);
    const { pathname } = outgoing.url;
    const isAbout = path.test(pathname) && pathname.includes(`/files/${fileId()}`);
    if (!isAbout || outgoing.method !== 'GET' || !answered.ok) return answered;
    const { body } = answered.value;
    return {
      ...answered,
      value: { ...answered.value, body: JSON.stringify({ ...JSON.parse(body), ...change }) },
    };
  };

export const ofDocument = /\/documents\/files\/[^/]+$/;

export const ofDownload = /\/documents\/files\/[^/]+\/download$/;
