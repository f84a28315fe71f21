import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  at,
  historyRead,
  loggedKinds,
  placedHere,
  twoWayPlace,
} from '../../../support/colleague-documents.ts';
import { wastebasket } from '../../../support/wastebasket.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';

const waiting = (place: Workplace) => place.workspace.following.now(place.matterId);
const letGo = (place: Workplace) =>
  place.workspace.following.removeWithoutWastebasket(place.matterId, waiting(place).noWastebasketUpTo);
const gone = (place: Workplace) => loggedKinds(place).filter((kind) => kind === 'removed').length;
/** Waits until one more is gone: it stands in the folder no more a moment before it is known whether a wastebasket takes it. */
async function goes(place: Workplace, name: string): Promise<void> {
  await expect.poll(() => existsSync(at(place, name)), eventually).toBe(false);
  await expect.poll(() => gone(place), eventually).toBeGreaterThan(goneBefore.get(place) ?? 0);
  goneBefore.set(place, gone(place));
}
const goneBefore = new WeakMap<Workplace, number>();

/** Two deleted documents and no wastebasket: one is open, the person was asked about the other. */
async function oneAskedAbout() {
  const basket = wastebasket();
  basket.state.isThere = false;
  const place = await twoWayPlace({ ports: basket.ports, speedUp: 10 });
  const open = await placedHere(place, 'Open.docx', 'open');
  const asked = await placedHere(place, 'Asked.docx', 'asked');
  writeFileSync(at(place, '~$Open.docx'), 'Ann');
  place.service.colleague.deleteFile(open);
  place.service.colleague.deleteFile(asked);
  await historyRead(place);
  await expect.poll(() => [waiting(place).noWastebasket, waiting(place).open], eventually).toEqual([1, 1]);
  return { basket, place };
}

test('agreeing to what has no wastebasket lets nothing go without one that the person was not asked about', async () => {
  const { basket, place } = await oneAskedAbout();
  letGo(place);
  await goes(place, 'Asked.docx');
  basket.state.isThere = true;
  rmSync(at(place, '~$Open.docx'));
  await goes(place, 'Open.docx');
  await expect.poll(() => basket.contents, eventually).toEqual({ 'Open.docx': 'open' });
});

test('what was not asked about is asked about once it would go, while there is no wastebasket', async () => {
  const { place } = await oneAskedAbout();
  letGo(place);
  await goes(place, 'Asked.docx');
  rmSync(at(place, '~$Open.docx'));
  await expect.poll(() => waiting(place).noWastebasket, eventually).toBe(1);
  expect(readFileSync(at(place, 'Open.docx'), 'utf8')).toBe('open');
  letGo(place);
  await goes(place, 'Open.docx');
});

test('what the person let go without a wastebasket goes to one that is there by then', async () => {
  const { basket, place } = await oneAskedAbout();
  basket.state.isThere = true;
  letGo(place);
  await goes(place, 'Asked.docx');
  await expect.poll(() => basket.contents, eventually).toEqual({ 'Asked.docx': 'asked' });
});

test('the person’s word holds for one that is open just then, also after a new start', async () => {
  const { place } = await oneAskedAbout();
  writeFileSync(at(place, '~$Asked.docx'), 'Ann');
  letGo(place);
  await expect.poll(() => waiting(place).open, eventually).toBe(2);
  await place.restartEngine();
  rmSync(at(place, '~$Asked.docx'));
  await goes(place, 'Asked.docx');
  expect(await place.workspace.vault.has(sha256('asked'))).toBe(true);
});
