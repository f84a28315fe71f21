import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decide } from '../../../../main/engine/features/upload/decide.ts';
import { readProblem } from '../../../../main/engine/store/save-problem.ts';
import type { Clock } from '../../../../shared/base/clock.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs } from '../saving/desk.ts';

const codes = ({ workspace }: Workplace) =>
  workspace.stores.saves.problems().map(({ problem }) => readProblem(problem)?.code);
const versions = (place: Workplace, name: string) => filedAs(place, name).map((file) => file.versions);

function decideFirst({ workspace }: Workplace, decision: 'keep-unfiled' | 'file-separately'): void {
  const { stores, pipeline, newFileId } = workspace;
  const [save] = stores.saves.problems();
  if (!save) throw new Error('nothing is asked');
  decide(stores, save, { decision, shown: null }, newFileId);
  pipeline.wake();
}

/** A letter filed from here and removed, after `before`; a day later another one of its name is asked about. */
async function anotherAsked(before: (place: Workplace, path: string) => Promise<void> = async () => {}) {
  let later = 0;
  const shifted = (clock: Clock): Clock => ({
    now: () => clock.now() + later,
    steady: () => clock.steady() + later,
    timer: clock.timer.bind(clock),
    sleep: clock.sleep.bind(clock),
  });
  const place = await openWorkplace({
    ports: (ports) => ({ ...ports, clock: shifted(ports.clock) }),
  });
  const path = join(place.folder, 'Letter.docx');
  writeFileSync(path, 'to the court');
  await place.allFiled();
  await before(place, path);
  rmSync(path);
  const { links } = place.workspace.stores;
  await expect.poll(() => links.file(place.matterId, 'Letter.docx')?.removed, eventually).toBe(true);
  later = 25 * 3_600_000;
  writeFileSync(path, 'to Miller');
  return { place, path };
}

/** The same, kept unfiled. */
async function anotherLetter() {
  const { place, path } = await anotherAsked();
  await expect.poll(() => codes(place), eventually).toEqual(['already-filed']);
  decideFirst(place, 'keep-unfiled');
  return { place, path };
}

test('a document that was kept unfiled beside one of its name is asked about again with its next save, not filed as that one’s version', async () => {
  const { place, path } = await anotherLetter();
  await using _ = place;
  writeFileSync(path, 'to Miller, second draft');
  await expect.poll(() => codes(place), eventually).toEqual(['already-filed']);
  expect(versions(place, 'Letter.docx')).toEqual([[sha256('to the court')]]);
  decideFirst(place, 'keep-unfiled');
  writeFileSync(path, 'to Miller, third draft');
  await expect.poll(() => codes(place), eventually).toEqual(['already-filed']);
  decideFirst(place, 'file-separately');
  const filed = [[sha256('to the court')], [sha256('to Miller, third draft')]];
  await expect.poll(() => versions(place, 'Letter.docx'), eventually).toEqual(filed);
});

test('a document that was kept unfiled beside one of its name, and is renamed, leaves that one its name', async () => {
  const { place, path } = await anotherLetter();
  await using _ = place;
  renameSync(path, join(place.folder, 'Letter to Miller.docx'));
  await calm(place);
  expect(versions(place, 'Letter.docx')).toEqual([[sha256('to the court')]]);
  writeFileSync(join(place.folder, 'Letter to Miller.docx'), 'to Miller, second draft');
  await calm(place);
  expect(versions(place, 'Letter.docx')).toEqual([[sha256('to the court')]]);
  expect(versions(place, 'Letter to Miller.docx')).toEqual([[sha256('to Miller, second draft')]]);
});

test('another client’s document that was put over one of its name, and kept unfiled, never becomes a version of it', async () => {
  await using place = await openWorkplace();
  const { linker, watches } = place.workspace;
  const other = place.service.matterIds().find((id) => id !== place.matterId);
  const linked = await linker.link(other as typeof place.matterId, null);
  if (!linked.ok) throw new Error(linked.error.what);
  watches.add(other as typeof place.matterId);
  const here = join(place.folder, 'Agreement.docx');
  const there = join(linked.value, 'Agreement.docx');
  writeFileSync(here, 'of this client');
  writeFileSync(there, 'of the other client');
  await place.allFiled(2);
  renameSync(there, here);
  await expect.poll(() => codes(place), eventually).toEqual(['already-filed']);
  decideFirst(place, 'keep-unfiled');
  writeFileSync(here, 'of the other client, second draft');
  await expect.poll(() => codes(place), eventually).toEqual(['already-filed']);
  expect(versions(place, 'Agreement.docx')).toEqual([[sha256('of this client')]]);
});

test('what was saved of a document before another file took its name is filed without a question', async () => {
  const { place } = await anotherAsked(async ({ workspace, states }, path) => {
    workspace.pipeline.pause(true);
    writeFileSync(path, 'to the court, second draft');
    await expect.poll(states, eventually).toEqual(['filed', 'waiting']);
  });
  await using _ = place;
  await expect.poll(() => codes(place), eventually).toEqual(['already-filed']);
  place.workspace.pipeline.pause(false);
  const both = [[sha256('to the court'), sha256('to the court, second draft')]];
  await expect.poll(() => versions(place, 'Letter.docx'), eventually).toEqual(both);
  expect(codes(place)).toEqual(['already-filed']);
});
