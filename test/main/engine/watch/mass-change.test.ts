import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  massChangeLimits,
  setMassChangeLimits,
} from '../../../../main/engine/features/mass-changes/mass-change.ts';
import { decideMassChange } from '../../../../main/engine/features/mass-changes/mass-change-decision.ts';
import { engineRouter } from '../../../../main/engine/router.ts';
import { type Problem, usualMassChangeLimits } from '../../../../shared/model/index.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';
import { filedAs, problemsOf, rowOf } from '../saving/desk.ts';

const count = 8;
const names = Array.from({ length: count }, (_, index) => `Document ${index}.docx`);

let place: Workplace;
const at = (name: string): string => join(place.folder, name);
const versions = (name: string): string[] => filedAs(place, name).flatMap((one) => one.versions);
const massProblems = (): Problem[] => problemsOf(place).filter((one) => one.id.startsWith('mass-change:'));
const said = (problem: Problem | undefined, action: Problem['actions'][number]) =>
  decideMassChange(place.workspace.stores, {
    id: problem?.id ?? '',
    action,
    gathered: problem?.gathered ?? null,
  });
const decide = (action: Problem['actions'][number]): void => {
  expect(said(massProblems()[0], action)).toEqual({ ok: true, value: place.matterId });
  place.workspace.pipeline.wake();
};
const held = (): number => place.workspace.stores.saves.open().filter((save) => save.held !== null).length;

beforeEach(async () => {
  place = await openWorkplace();
  setMassChangeLimits(place.workspace.stores, { ...usualMassChangeLimits, documents: 4 });
  for (const name of names) writeFileSync(at(name), `first of ${name}`);
  await place.allFiled(count);
});
afterEach(() => place[Symbol.asyncDispose]());

test('a folder full of documents is filed without a question when it is linked: nobody knew them', () => {
  expect(massProblems()).toEqual([]);
  expect(massChangeLimits(place.workspace.stores).documents).toBe(4);
});

test('many documents changed at once are captured, held and asked about as one problem; told to, all are filed in order', async () => {
  // Nothing leaves while it is looked at what was held.
  place.workspace.pipeline.pause(true);
  for (const name of names) writeFileSync(at(name), `second of ${name}`);
  await expect.poll(held, eventually).toBe(count);
  writeFileSync(at('Document 3.docx'), 'third of Document 3.docx');
  await expect.poll(held, eventually).toBe(count + 1);
  place.workspace.pipeline.pause(false);
  expect(massProblems()).toMatchObject([
    {
      matterId: place.matterId,
      what: '8 documents of this matter changed at once',
      why: expect.stringContaining('9 saves are kept and not filed'),
      actions: ['file-all', 'keep-all-unfiled', 'look-at-each', 'show-in-folder'],
    },
  ]);
  expect(rowOf(place, 'Document 3.docx')).toMatchObject({
    state: 'problem',
    detail: expect.stringContaining('Problems'),
  });
  expect(place.engine.status.value.problems).toBe(1);
  for (const name of names) expect(versions(name)).toEqual([sha256(`first of ${name}`)]);

  await place.restartEngine();
  expect(held()).toBe(count + 1);
  // Only heads may leave.
  expect(place.workspace.stores.saves.heads()).toEqual([]);
  decide('file-all');
  await place.allFiled(count * 2 + 1);
  for (const name of names) {
    const third = name === 'Document 3.docx' ? [sha256(`third of ${name}`)] : [];
    expect(versions(name)).toEqual([sha256(`first of ${name}`), sha256(`second of ${name}`), ...third]);
  }
  expect(massProblems()).toEqual([]);
});

test('“File all” files no document that changed after the question was shown: it is refused, and asked anew', async () => {
  place.workspace.pipeline.pause(true);
  for (const name of names.slice(0, 6)) writeFileSync(at(name), `second of ${name}`);
  await expect.poll(held, eventually).toBe(6);
  const [shown] = massProblems();
  for (const name of names.slice(6)) writeFileSync(at(name), `second of ${name}`);
  await expect.poll(held, eventually).toBe(count);
  for (const action of ['file-all', 'keep-all-unfiled', 'look-at-each'] as const) {
    expect(said(shown, action)).toMatchObject({ ok: false, error: { code: 'document-changed' } });
  }
  const client = createRouterClient(engineRouter(place.engine, () => {}));
  const { id = '', gathered = null } = shown ?? {};
  const refusedForMore = { data: { code: 'document-changed' } };
  await expect(client.engine.problems.act({ id, action: 'file-all', gathered })).rejects.toMatchObject(
    refusedForMore,
  );
  await expect(client.engine.problems.act({ id, action: 'file-all' })).rejects.toMatchObject(refusedForMore);
  expect(held()).toBe(count);
  expect(massProblems()).toMatchObject([{ id, gathered: { count } }]);
  decide('file-all');
  place.workspace.pipeline.pause(false);
  await place.allFiled(count * 2);
});

test('what a program that encrypts documents did is kept unfiled, and what is put back afterwards is filed', async () => {
  place.workspace.pipeline.pause(true);
  for (const name of names) {
    writeFileSync(at(name), `encrypted ${name}`);
    renameSync(at(name), at(`${name}.locked`));
  }
  await expect.poll(() => massProblems()[0]?.why, eventually).toContain('8 documents changed');
  place.workspace.pipeline.pause(false);
  expect(massProblems()).toMatchObject([
    {
      why: expect.stringContaining('8 of them got another ending'),
      next: expect.stringContaining('Disconnect this computer'),
    },
  ]);
  decide('keep-all-unfiled');
  expect(place.states().filter((state) => state === 'kept').length).toBeGreaterThanOrEqual(count);
  for (const name of names) expect(versions(name)).toEqual([sha256(`first of ${name}`)]);
  expect(readdirSync(place.folder).filter((name) => name.endsWith('.locked'))).toHaveLength(count);
  expect(massProblems()).toEqual([]);
});

test('looked at one by one, each save is a problem of its own, to be filed or kept', async () => {
  place.workspace.pipeline.pause(true);
  for (const name of names) writeFileSync(at(name), `second of ${name}`);
  await expect.poll(held, eventually).toBe(count);
  expect(massProblems()).toHaveLength(1);
  decide('look-at-each');
  expect(problemsOf(place)).toHaveLength(count);
  expect(problemsOf(place)[0]).toMatchObject({ actions: ['file', 'keep-unfiled', 'show-in-folder'] });
  expect(massProblems()).toEqual([]);
});

test('many documents removed at once are one problem that changes nothing, and gone when they are back', async () => {
  for (const name of names.slice(0, 6)) rmSync(at(name));
  await expect.poll(() => rowOf(place, 'Document 5.docx')?.state, eventually).toBe('removed-here');
  await expect.poll(massProblems, { timeout: 25_000, interval: 100 }).toMatchObject([
    {
      what: '6 documents vanished from this matter’s folder at once',
      actions: ['dismiss', 'show-in-folder'],
    },
  ]);
  for (const name of names.slice(0, 6)) writeFileSync(at(name), `first of ${name}`);
  await expect.poll(massProblems, eventually).toEqual([]);
  expect(place.states()).toHaveLength(count);
});

test('after a told removal was dismissed, many documents that change at once are held as ever', async () => {
  for (const name of names.slice(0, 6)) rmSync(at(name));
  await expect.poll(massProblems, { timeout: 25_000, interval: 100 }).toHaveLength(1);
  decide('dismiss');
  expect(massProblems()).toEqual([]);
  place.workspace.pipeline.pause(true);
  for (const name of names) writeFileSync(at(name), `second of ${name}`);
  await expect.poll(held, eventually).toBe(count);
  expect(massProblems()).toMatchObject([{ what: '8 documents of this matter changed at once' }]);
});

test('a folder of documents moved within the matter is no mass change', async () => {
  mkdirSync(at('Bundle'));
  for (const name of names) renameSync(at(name), at(`Bundle/${name}`));
  await expect
    .poll(
      () => place.workspace.stores.links.file(place.matterId, 'Bundle/Document 7.docx')?.removed,
      eventually,
    )
    .toBe(false);
  await place.allFiled(count * 2);
  expect(massProblems()).toEqual([]);
  expect(place.workspace.stores.massChanges.newest(place.matterId)).toBeUndefined();
});

test('what was on its way already when it was held takes nothing from the decision about the others', async () => {
  const { stores, pipeline } = place.workspace;
  pipeline.pause(true);
  for (const name of names) writeFileSync(at(name), `second of ${name}`);
  await expect.poll(held, eventually).toBe(count);
  const [first] = stores.saves.open();
  const id = first?.id ?? 0;
  stores.outbox.announcing(
    id,
    { key: 'one try', seenUpTo: stores.history.newestSeq(), announced: null },
    Date.now(),
  );
  stores.outbox.sent(id, Date.now());
  stores.outbox.filed(id, 'entry', Date.now());
  expect(massProblems()).toMatchObject([{ why: expect.stringContaining('7 saves are kept') }]);
  decide('file-all');
  expect(massProblems()).toEqual([]);
  expect(held()).toBe(0);
  pipeline.pause(false);
  await place.allFiled(2 * count);
});

test('what is held stays held when the documents are moved away and back before the person answers', async () => {
  writeFileSync(at('Stays.docx'), 'stays');
  await place.allFiled(count + 1);
  place.workspace.pipeline.pause(true);
  for (const name of names) writeFileSync(at(name), `encrypted ${name}`);
  await expect.poll(held, eventually).toBe(count);
  const removed = () =>
    place.workspace.stores.links.files(place.matterId).filter((file) => file.removed).length;
  const elsewhere = join(place.folder, '..', 'elsewhere');
  mkdirSync(elsewhere);
  for (const name of names) renameSync(at(name), join(elsewhere, name));
  await expect.poll(removed, eventually).toBe(count);
  for (const name of names) renameSync(join(elsewhere, name), at(name));
  await expect.poll(removed, eventually).toBe(0);
  expect(held()).toBe(count);
  expect(massProblems()).toMatchObject([{ what: '8 documents of this matter changed at once' }]);
  decide('keep-all-unfiled');
});

const someOnTheirWay = async (): Promise<void> => {
  for (const name of names.slice(0, 3)) writeFileSync(at(name), `second of ${name}`);
  await expect.poll(() => place.states(), eventually).toContain('sending');
  for (const name of names.slice(3)) writeFileSync(at(name), `second of ${name}`);
};
const unfinished = (): string[] =>
  place.states().filter((state) => !['filed', 'kept', 'problem'].includes(state));

test.each([
  ['keep-all-unfiled', 'kept'],
  ['look-at-each', 'problem'],
] as const)(
  'what was announced before many changes were noticed, and did not leave yet, is told “%s” as well',
  async (action, state) => {
    const end = place.service.faults.add({ route: 'documents.putFile', kind: 'wait', count: 'always' });
    await someOnTheirWay();
    await expect.poll(held, eventually).toBe(count);
    expect(place.states()).toContain('sending');
    decide(action);
    end();
    await expect.poll(unfinished, eventually).toEqual([]);
    expect(place.states().filter((one) => one === state)).toHaveLength(count);
    for (const name of names) expect(versions(name)).toEqual([sha256(`first of ${name}`)]);
    expect(held()).toBe(0);
    expect(massProblems()).toEqual([]);
  },
  60_000,
);

test('what was announced before many changes were noticed is filed when all are', async () => {
  const end = place.service.faults.add({ route: 'documents.putFile', kind: 'wait', count: 'always' });
  await someOnTheirWay();
  await expect.poll(held, eventually).toBe(count);
  decide('file-all');
  end();
  await place.allFiled(2 * count);
  for (const name of names)
    expect(versions(name)).toEqual([`first of ${name}`, `second of ${name}`].map(sha256));
}, 60_000);

test('a content that was leaving when many changes were noticed, and was broken off, does not leave again once all are kept unfiled', async () => {
  const { faults } = place.service;
  const before = faults.hits;
  const ends = [
    faults.add({ route: 'storage.put', kind: 'wait', count: 'always' }),
    faults.add({ route: 'storage.put', kind: 'reset', count: 'always' }),
  ];
  await someOnTheirWay();
  await expect.poll(held, eventually).toBe(count);
  // Each content that is leaving has met both.
  const leaving = () => place.states().filter((state) => state === 'sending').length;
  await expect.poll(() => faults.hits - before - leaving() * ends.length, eventually).toBe(0);
  decide('keep-all-unfiled');
  await expect.poll(() => place.states(), eventually).toContain('sending');
  for (const end of ends) end();
  await expect.poll(unfinished, eventually).toEqual([]);
  expect(place.states().filter((one) => one === 'kept')).toHaveLength(count);
  for (const name of names) expect(versions(name)).toEqual([sha256(`first of ${name}`)]);
}, 60_000);
