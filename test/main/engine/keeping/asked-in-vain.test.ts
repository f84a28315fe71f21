import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { setMassChangeLimits } from '../../../../main/engine/features/mass-changes/mass-change.ts';
import { type Exchange, exchange } from '../../../../main/engine/service/exchange.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { at, filedByColleague, historyRead, twoWayPlace } from '../../../support/colleague-documents.ts';
import { eventually, type Workplace } from '../../../support/workplace.ts';

const keep = ({ workspace, matterId }: Workplace) =>
  workspace.keeping.keep(matterId, { kind: 'matter' }, true);
const now = ({ workspace, matterId }: Workplace) => workspace.keeping.now(matterId);
const complete = async (place: Workplace) => {
  await expect.poll(() => now(place).completeAt, eventually).not.toBeNull();
  await expect.poll(() => now(place).isRunning, eventually).toBe(false);
};

/** Counts what is asked for, once told to. */
function counted(
  what: RegExp,
  answered: (answer: Awaited<ReturnType<Exchange>>) => typeof answer = (same) => same,
) {
  const count = { asked: 0, isOn: false };
  const http: Exchange = async (outgoing) => {
    if (count.isOn && what.test(outgoing.url.pathname)) count.asked += 1;
    return answered(await exchange(outgoing));
  };
  return { count, http: { exchange: http } };
}

const passed = async ({ workspace }: Workplace, milliseconds: number) => {
  const began = workspace.clock.now();
  await expect.poll(() => workspace.clock.now() - began, eventually).toBeGreaterThan(milliseconds);
};

test('a kept document whose content is never what was stated is fetched ever more seldom, and that is said', async () => {
  const { count, http } = counted(/download/);
  await using place = await twoWayPlace({ speedUp: 20, http });
  keep(place);
  await complete(place);
  await filedByColleague(place, 'Big.pdf', 'x'.repeat(200_000));
  const remove = place.service.faults.add({ route: 'storage.get', kind: 'wrongBytes', count: 'always' });
  count.isOn = true;
  await passed(place, 5 * 60_000);
  expect(now(place).why).not.toBeNull();
  // At once, and after 10, 20, 40, 80 and 160 seconds more.
  expect(count.asked).toBeGreaterThan(3);
  expect(count.asked).toBeLessThan(10);
  remove();
  // Wanted by the person, it is had at once.
  keep(place);
  await complete(place);
  expect(readFileSync(at(place, 'Big.pdf'), 'utf8')).toBe('x'.repeat(200_000));
});

test('a version that was put back under its own id is fetched once', async () => {
  const ids = { first: '', third: '' };
  const { count, http } = counted(/\/download$/, (answer) => {
    if (ids.third === '' || !answer.ok) return answer;
    const { body, bytes } = answer.value;
    const asFirst = (text: string) => text.replaceAll(ids.third, ids.first);
    const value = {
      ...answer.value,
      body: asFirst(body),
      ...(bytes && { bytes: Buffer.from(asFirst(bytes.toString('latin1')), 'latin1') }),
    };
    return { ...answer, value };
  });
  await using place = await twoWayPlace({ speedUp: 20, http });
  const id = await filedByColleague(place, 'Draft.docx', 'first');
  const versions = () => place.service.contentOf(place.matterId, id).map((one) => one.documentVersionId);
  ids.first = versions()[0] ?? '';
  place.service.colleague.addVersion(id, 'second');
  await historyRead(place);
  keep(place);
  await complete(place);
  place.service.colleague.restoreVersion(id, ids.first);
  ids.third = versions()[2] ?? '';
  count.isOn = true;
  await historyRead(place);
  await expect.poll(() => readFileSync(at(place, 'Draft.docx'), 'utf8'), eventually).toBe('first');
  await passed(place, 5 * 60_000);
  expect(count.asked).toBe(1);
});

test('versions by others that come a few at a time are asked about once they are too many', async () => {
  await using place = await twoWayPlace();
  const ids: FileId[] = [];
  for (let number = 0; number < 12; number += 1)
    ids.push(await filedByColleague(place, `Draft ${number}.docx`, `first ${number}`));
  keep(place);
  await complete(place);
  setMassChangeLimits(place.workspace.stores, {
    ...{ documents: 3, percent: 90, ofMoreThan: 20, withinSeconds: 300 },
  });
  const isEncrypted = (number: number) =>
    readFileSync(at(place, `Draft ${number}.docx`), 'utf8').startsWith('encrypted');
  const replaced = () => ids.filter((_, number) => isEncrypted(number)).length;
  for (const [number, id] of ids.entries()) {
    place.service.colleague.addVersion(id, `encrypted ${number}`);
    await historyRead(place);
    // Three are let through, one at a time; the others wait with all that wait.
    const seen = () => [replaced(), now(place).tooMany];
    await expect.poll(seen, eventually).toEqual([Math.min(number + 1, 3), Math.max(number - 2, 0)]);
  }
  expect(replaced()).toBe(3);
  // What the person agrees to is fetched.
  place.workspace.keeping.agree(place.matterId);
  await expect.poll(replaced, eventually).toBe(12);
  await expect.poll(() => now(place).tooMany, eventually).toBe(0);
});

test('not called complete while a colleague’s newer version of a document that was changed here is not here', async () => {
  await using place = await twoWayPlace();
  const id = await filedByColleague(place, 'Draft.docx', 'first');
  keep(place);
  await complete(place);
  place.service.colleague.addVersion(id, 'theirs');
  writeFileSync(at(place, 'Draft.docx'), 'mine');
  await expect.poll(() => place.states(), eventually).toEqual(['problem']);
  await historyRead(place);
  await expect.poll(() => now(place), eventually).toMatchObject({ changed: 1, isRunning: false });
  const before = new Date(place.workspace.clock.now()).toISOString();
  await filedByColleague(place, 'Another.docx', 'another');
  await expect.poll(() => now(place), eventually).toMatchObject({ here: 63, changed: 1, isRunning: false });
  expect((now(place).completeAt ?? '') < before).toBe(true);
});

test('not called complete while a folder was never read and the list of documents fails', async () => {
  await using place = await twoWayPlace({ speedUp: 10 });
  keep(place);
  await complete(place);
  const list = { route: 'documents.listFiles', kind: 'status', status: 500, count: 'always' } as const;
  const removals = [place.service.faults.add(list)];
  const { colleague } = place.service;
  const folder = colleague.createFolder(place.matterId, 'Letters');
  colleague.createFile(place.matterId, 'Reply.docx', 'reply', folder);
  const route = new RegExp(`^GET .*folders/${folder}/history`);
  removals.push(place.service.faults.add({ route, kind: 'status', status: 500, count: 'always' }));
  await historyRead(place);
  const before = new Date(place.workspace.clock.now()).toISOString();
  colleague.createFile(place.matterId, 'Known.docx', 'known', null);
  await historyRead(place);
  await expect.poll(() => now(place), eventually).toMatchObject({ here: 62, isRunning: false });
  expect((now(place).completeAt ?? '') < before).toBe(true);
  for (const remove of removals) remove();
  await expect.poll(() => now(place).here, eventually).toBe(63);
  await expect.poll(() => (now(place).completeAt ?? '') > before, eventually).toBe(true);
});

test('a newer version of what could not be had is asked for at once, also where nothing of it is here', async () => {
  await using place = await twoWayPlace({ speedUp: 20 });
  keep(place);
  await complete(place);
  const id = await filedByColleague(place, 'Big.pdf', 'x'.repeat(200_000));
  const remove = place.service.faults.add({ route: 'storage.get', kind: 'wrongBytes', count: 'always' });
  await expect.poll(() => now(place).why, eventually).not.toBeNull();
  await passed(place, 3 * 60_000);
  remove();
  const began = place.workspace.clock.now();
  place.service.colleague.addVersion(id, 'good');
  await historyRead(place);
  await expect.poll(() => existsSync(at(place, 'Big.pdf')), eventually).toBe(true);
  expect(place.workspace.clock.now() - began).toBeLessThan(60_000);
});

test('a matter is complete though the service refuses this person one of its folders, and is not looked through again and again', async () => {
  const { count, http } = counted(/documents\/files$/);
  await using place = await twoWayPlace({ speedUp: 20, http });
  const folder = place.service.colleague.createFolder(place.matterId, 'Partners only');
  const route = new RegExp(`^GET .*folders/${folder}/history`);
  place.service.faults.add({ route, kind: 'status', status: 403, count: 'always' });
  await historyRead(place);
  await historyRead(place, folder).catch(() => undefined);
  keep(place);
  await complete(place);
  count.isOn = true;
  await passed(place, 4 * 60_000);
  expect(count.asked).toBeLessThan(3);
});
