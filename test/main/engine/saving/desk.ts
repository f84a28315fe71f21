import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { setMassChangeLimits } from '../../../../main/engine/features/mass-changes/mass-change.ts';
import { documentRows } from '../../../../main/engine/view/document-rows.ts';
import { problemList } from '../../../../main/engine/view/problem-list.ts';
import type { DocumentRow, MatterId } from '../../../../shared/model/index.ts';
import { eventually, openWorkplace, type Workplace } from '../../../support/workplace.ts';

/** A workplace where any number of documents may change at once without a question. */
export async function openDesk(options: Parameters<typeof openWorkplace>[0] = {}): Promise<Workplace> {
  const place = await openWorkplace(options);
  const { stores } = place.workspace;
  setMassChangeLimits(stores, { documents: 100_000, percent: 100, ofMoreThan: 100_000, withinSeconds: 1 });
  return place;
}

let markers = 0;

/**
 * Waits until everything that was done to files so far has been seen and everything captured is filed: a document saved
 * afterwards has arrived too, and nothing is on its way.
 */
export async function calm(
  place: Workplace,
  matterId = place.matterId,
  folder = place.folder,
): Promise<void> {
  markers += 1;
  const name = `Marker ${markers}.txt`;
  writeFileSync(join(folder, name), name);
  await expect.poll(() => filedAs(place, name, matterId), eventually).toHaveLength(1);
  await expect
    .poll(
      () =>
        // What is larger, or in a directory that takes longer to be asked for, is captured after the one saved last.
        place.workspace.watches.unread === 0 &&
        place.states().every((state) => state === 'filed' || state === 'kept'),
      eventually,
    )
    .toBe(true);
}

/** Every document that the service has under this name, with the hashes of its versions, oldest first. */
export const filedAs = (place: Workplace, name: string, matterId: MatterId = place.matterId) =>
  place.service
    .filesOf(matterId)
    .filter((file) => file.fileName === name)
    .map((file) => ({
      fileId: file.fileId,
      folderId: file.folderId,
      additional: file.additional,
      versions: place.service.contentOf(matterId, file.fileId).map((version) => version.sha256),
    }));

/** Names of everything that was captured here to be filed, without this file's markers. */
export const savedNames = ({ workspace }: Workplace, matterId?: MatterId): string[] =>
  workspace.stores.database
    .prepare<[string | null, string | null], string>(
      'SELECT DISTINCT name FROM save WHERE (? IS NULL OR matter_id = ?) ORDER BY name',
    )
    .pluck()
    .all(matterId ?? null, matterId ?? null)
    .filter((name) => !name.startsWith('Marker '));

/** The one row of this name: of several, their random ids would decide which comes first. */
export function rowOf(place: Workplace, name: string, matterId = place.matterId): DocumentRow | undefined {
  const { documents } = documentRows(place.workspace.stores, matterId, () => null);
  const named = documents.filter((row) => row.name === name);
  if (named.length > 1) throw new Error(`${named.length} documents are named ${name}`);
  return named[0];
}

export const problemsOf = ({ workspace }: Workplace) =>
  problemList(workspace.stores, workspace.healthIssues.all(), workspace.refresher.failure);

/** Links another matter to a folder of its own. */
export async function linkAnother(place: Workplace): Promise<{ matterId: MatterId; folder: string }> {
  const matterId = place.service.matterIds()[1] as MatterId;
  const linked = await place.workspace.linker.link(matterId, null);
  if (!linked.ok) throw new Error(linked.error.what);
  place.workspace.watches.add(matterId);
  place.workspace.poller.wake();
  return { matterId, folder: linked.value };
}
