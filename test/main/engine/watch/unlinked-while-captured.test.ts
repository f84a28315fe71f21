import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, test, vi } from 'vitest';
import { engineRouter } from '../../../../main/engine/router.ts';
import { eventually, type Workplace } from '../../../support/workplace.ts';
import { calm, linkAnother, openDesk, savedNames } from '../saving/desk.ts';

vi.setConfig({ testTimeout: 60_000 });

const names = ({ workspace }: Workplace) =>
  workspace.stores.database.prepare<[], string>('SELECT name FROM save ORDER BY id').pluck().all();
const isLinked = ({ workspace, matterId }: Workplace) => workspace.stores.links.of(matterId) !== undefined;

test('a save that is being captured when its folder is unlinked is in the outbox before it is', async () => {
  await using place = await openDesk();
  const { workspace, matterId, folder } = place;
  writeFileSync(join(folder, 'Brief.docx'), 'one');
  await place.allFiled();
  writeFileSync(join(folder, 'Recording.wav'), Buffer.alloc(70 * 1024 * 1024, 7));
  await expect.poll(() => workspace.watches.unread, eventually).toBe(1);
  expect(await workspace.unlink(matterId)).toEqual({ unlinked: true });
  expect(names(place)).toContain('Recording.wav');
  expect(isLinked(place)).toBe(false);
});

test('a folder with a file that goes on changing is unlinked once the person knows that it stays unfiled', async () => {
  await using place = await openDesk();
  const { workspace, matterId, folder } = place;
  writeFileSync(join(folder, 'Brief.docx'), 'one');
  await place.allFiled();
  let count = 0;
  const writing = setInterval(() => writeFileSync(join(folder, 'Growing.log'), `${(count += 1)}`), 50);
  try {
    await expect.poll(() => workspace.watches.unread, eventually).toBe(1);
    expect(await workspace.unlink(matterId)).toEqual({ unlinked: false, unread: 1, looking: false });
    expect(isLinked(place)).toBe(true);
    writeFileSync(join(folder, 'Brief.docx'), 'two');
    await expect.poll(() => names(place), eventually).toEqual(['Brief.docx', 'Brief.docx']);
    expect(await workspace.unlink(matterId, 1)).toEqual({ unlinked: true });
    expect(isLinked(place)).toBe(false);
  } finally {
    clearInterval(writing);
  }
});

test('a folder that is not there any more is unlinked', async () => {
  await using place = await openDesk();
  const { workspace, matterId, folder } = place;
  writeFileSync(join(folder, 'Brief.docx'), 'one');
  await place.allFiled();
  rmSync(folder, { recursive: true });
  expect(await workspace.unlink(matterId)).toEqual({ unlinked: true });
});

test.each(['before', 'after'] as const)(
  'a folder that is unlinked just %s its rules are changed is not watched any more',
  async (when) => {
    await using place = await openDesk();
    const { workspace, matterId, folder } = place;
    writeFileSync(join(folder, 'Brief.docx'), 'one');
    await place.allFiled();
    const other = await linkAnother(place);
    const ask = createRouterClient(engineRouter(place.engine, () => {})).engine;
    const unlink = () => workspace.unlink(matterId);
    const changeRules = () => ask.ignoreRules.set({ matterId, own: ['*.bak'], off: [] });
    const [first, second] = when === 'before' ? [unlink, changeRules] : [changeRules, unlink];
    await Promise.all([first(), second()]);
    expect(isLinked(place)).toBe(false);
    writeFileSync(join(folder, 'Private.docx'), 'of nobody’s matter');
    await calm(place, other.matterId, other.folder);
    expect(savedNames(place)).toEqual(['Brief.docx']);
  },
);
