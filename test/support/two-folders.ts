import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Exchange, exchange } from '../../main/engine/service/exchange.ts';
import { beyondTheSpecification } from '../service/index.ts';
import { historyRead, quickly } from './colleague-documents.ts';
import { eventually, openWorkplace, type Workplace } from './workplace.ts';

/** A workplace with two folders of the service, one with a document, and the changes of folders that it asked for. */
export async function twoFolders(options: Parameters<typeof openWorkplace>[0] = {}) {
  const told: string[] = [];
  const listed: string[] = [];
  const listening: Exchange = (outgoing) => {
    const { method, url } = outgoing;
    if (/\/documents\/folders$/.test(url.pathname)) listed.push(method);
    if (/\/documents\/folders\/[^/]+$/.test(url.pathname) && method !== 'GET') told.push(method);
    return exchange(outgoing);
  };
  const ids = { court: '', other: '' };
  const place = await openWorkplace({
    ...{ variants: beyondTheSpecification, requestLimit: quickly, http: { exchange: listening } },
    before(service, matterId) {
      ids.court = service.colleague.createFolder(matterId, 'Court');
      ids.other = service.colleague.createFolder(matterId, 'Other');
    },
    ...options,
  });
  for (const name of ['Court', 'Other'])
    await expect.poll(() => existsSync(join(place.folder, name)), eventually).toBe(true);
  writeFileSync(join(place.folder, 'Court', 'Claim.docx'), 'claim');
  await place.allFiled(1);
  const { foldersAgreed, links } = place.workspace.stores;
  // Those of the sample firm come one by one.
  const agreed = () => [...foldersAgreed.of(place.matterId).keys()].toSorted();
  const mapped = () => links.folders(place.matterId).map(({ folderId }) => folderId);
  await expect.poll(() => agreed().length === mapped().length, eventually).toBe(true);
  expect(agreed()).toEqual(expect.arrayContaining([ids.court, ids.other]));
  return { place, told, listed, ids, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
}

export const there = ({ service, matterId }: Workplace, id: string) =>
  service.foldersOf(matterId).find(({ folderId }) => folderId === id);
export const rename = (place: Workplace, from: string, to: string) =>
  renameSync(join(place.folder, from), join(place.folder, to));
export const read = async (place: Workplace, ...folders: (string | null)[]) => {
  for (const folder of folders) await historyRead(place, folder);
};
/** Everything that was done to folders is known on both sides, and nothing is under way. */
export async function calm(place: Workplace): Promise<void> {
  place.service.applyPending();
  await read(place, null);
  await place.workspace.watches.mirror(place.matterId);
  place.workspace.folderRenames.retry(place.matterId);
  await sleep(200);
}
