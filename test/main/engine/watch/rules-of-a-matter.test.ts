import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { engineRouter } from '../../../../main/engine/router.ts';
import { eventually, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs, linkAnother, openDesk, rowOf, savedNames } from '../saving/desk.ts';

let place: Workplace;
beforeAll(async () => {
  place = await openDesk();
});
afterAll(() => place[Symbol.asyncDispose]());

/** The engine as the window asks it. */
const ask = () => createRouterClient(engineRouter(place.engine, () => {})).engine;
const at = (name: string): string => join(place.folder, name);

test('a person leaves out names in one matter: not filed, listed with the reason, and filed in every other matter', async () => {
  const { matterId } = place;
  const other = await linkAnother(place);
  await ask().ignoreRules.set({ matterId, own: ['*.bak'], off: [] });
  writeFileSync(at('Brief.bak'), 'backup');
  writeFileSync(join(other.folder, 'Brief.bak'), 'a document there');
  await calm(place);
  expect(savedNames(place, matterId)).toEqual([]);
  await expect
    .poll(() => ask().notFiled({ matterId }), eventually)
    .toEqual({
      files: [{ path: 'Brief.bak', rule: '*.bak', why: expect.stringContaining('You chose') }],
      total: 1,
    });
  await expect.poll(() => filedAs(place, 'Brief.bak', other.matterId), eventually).toHaveLength(1);
  expect(await ask().notFiled({ matterId: other.matterId })).toEqual({ files: [], total: 0 });
});

test('a rule taken back, and a built-in one switched off, file what they left out', async () => {
  const { matterId } = place;
  writeFileSync(at('DEADBEEF'), 'the name of a client');
  await expect.poll(async () => (await ask().notFiled({ matterId })).total, eventually).toBe(2);
  await ask().ignoreRules.set({ matterId, own: [], off: ['excel-save'] });
  await calm(place);
  expect(filedAs(place, 'DEADBEEF')).toHaveLength(1);
  expect(filedAs(place, 'Brief.bak')).toHaveLength(1);
  expect((await ask().notFiled({ matterId })).total).toBe(0);
  const rules = await ask().ignoreRules.get({ matterId });
  expect(rules.own).toEqual([]);
  expect(rules.builtIn.filter((rule) => !rule.on).map((rule) => rule.id)).toEqual(['excel-save']);
});

test('a document that a new rule leaves out is not called filed any more, stays in the service as it is, is listed, and is not taken for removed', async () => {
  const { matterId } = place;
  await ask().ignoreRules.set({ matterId, own: ['*.bak'], off: ['excel-save'] });
  writeFileSync(at('Brief.bak'), 'changed');
  await calm(place);
  expect(filedAs(place, 'Brief.bak')[0]?.versions).toHaveLength(1);
  expect(rowOf(place, 'Brief.bak')).toMatchObject({
    state: 'left-out',
    detail: expect.stringContaining(
      '“*.bak”. You chose to leave these out of this matter. What is saved in it now is not filed; the service has what was filed',
    ),
    onDisk: true,
  });
  expect((await ask().notFiled({ matterId })).files).toMatchObject([{ path: 'Brief.bak' }]);
  await ask().ignoreRules.set({ matterId, own: [], off: ['excel-save'] });
  await expect
    .poll(() => rowOf(place, 'Brief.bak'), eventually)
    .toMatchObject({ state: 'filed', versions: 2 });
});

test('what the watcher would leave out by itself is listed, and filed once its rule is switched off', async () => {
  const { matterId } = place;
  await ask().ignoreRules.set({ matterId, own: [], off: [] });
  writeFileSync(at('Order.docx~'), 'the version before');
  const listed = async () => (await ask().notFiled({ matterId })).files.map(({ path }) => path);
  await expect.poll(listed, eventually).toContain('Order.docx~');
  await ask().ignoreRules.set({ matterId, own: [], off: ['backup'] });
  await expect.poll(() => filedAs(place, 'Order.docx~'), eventually).toHaveLength(1);
  writeFileSync(at('Order.docx~'), 'and another');
  await calm(place);
  expect(filedAs(place, 'Order.docx~')[0]?.versions).toHaveLength(2);
});

test('a pattern that would leave out everything is refused in words', async () => {
  await expect(
    ask().ignoreRules.set({ matterId: place.matterId, own: ['*'], off: [] }),
  ).rejects.toMatchObject({
    data: { why: expect.stringContaining('every document') },
  });
});

test('a paused matter captures its saves and files them when it goes on; other matters are filed meanwhile, also after a restart', async () => {
  const { matterId } = place;
  await ask().pauseMatter({ matterId, paused: true });
  expect(await ask().matters.get({ matterId })).toMatchObject({ paused: true });
  for (const content of ['one', 'two']) {
    writeFileSync(at('Paused.docx'), content);
    await expect
      .poll(
        () =>
          place.workspace.stores.saves.open(matterId).filter((save) => save.name === 'Paused.docx').length,
        eventually,
      )
      .toBe(content === 'one' ? 1 : 2);
  }
  await place.restartEngine();
  const other = place.service.matterIds()[1] as typeof matterId;
  const elsewhere = place.workspace.stores.links.of(other)?.path ?? '';
  writeFileSync(join(elsewhere, 'Not paused.docx'), 'filed');
  await expect.poll(() => filedAs(place, 'Not paused.docx', other)[0]?.versions, eventually).toHaveLength(1);
  expect(filedAs(place, 'Paused.docx')).toEqual([]);
  expect(rowOf(place, 'Paused.docx')).toMatchObject({
    state: 'waiting',
    detail: expect.stringContaining('paused'),
  });
  await ask().pauseMatter({ matterId, paused: false });
  await expect.poll(() => filedAs(place, 'Paused.docx')[0]?.versions, eventually).toHaveLength(2);
  await calm(place);
});
