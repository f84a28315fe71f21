import { expect, test, vi } from 'vitest';
import type { FileId } from '../../../../shared/model/index.ts';
import { eventually } from '../../../support/workplace.ts';
import { afterAll, foldersOf, patient, saidNo, texts } from './after-all.ts';
import { fullDisk } from './failing-ports.ts';
import { openSharedDesk, type SharedDesk } from './office.ts';

const [ann, ben] = [0, 2];

/** Ann has filed a letter and is signed out. */
async function annWorkedHere(desk: SharedDesk) {
  await desk.signIn(ann);
  const folder = await desk.link('annas folder');
  desk.save(folder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  const { directory, name } = desk.workspace;
  await desk.signOut();
  const kept = () => desk.engine.workspaces.find((one) => one.directory === directory);
  const states = () => {
    const workspace = kept();
    return workspace ? desk.states(workspace) : [];
  };
  /** What is saved in her folder is captured, in her workspace or beside it. */
  const isCaptured = (how: string) =>
    vi.waitUntil(
      () => (how === 'open' ? states().at(-1) === 'waiting' : desk.capturedMeanwhile(directory).length === 1),
      eventually,
    );
  return { folder, directory, name, kept, states, isCaptured };
}

/** Her own next save is filed, and what Ben made of her letter is not: it waits for her review. */
async function onlyHersIsFiled(desk: SharedDesk, folder: string, toReview = 1) {
  desk.save(folder, 'Hers.txt', 'of Ann again');
  await expect.poll(() => texts(desk, 'Hers.txt', desk.matterId), patient).toEqual(['of Ann again']);
  expect(texts(desk, 'Letter.txt', desk.matterId)).toEqual(['of Ann']);
  expect(desk.workspace.stores.outbox.toReview().count).toBe(toReview);
}

test('what another person saved in a folder, and waits for review, waits for it too once the folder is handed over', async () => {
  await using desk = await openSharedDesk();
  const { first, second, folder, another } = await saidNo(desk);
  await desk.signOut();
  await desk.signIn(ben);
  await desk.engine.say(null, null);
  expect(desk.workspace).not.toBe(second);
  desk.save(folder, 'Brief.txt', 'by Ben');
  desk.save(folder, 'Bens.txt', 'by Ben, new');
  await expect.poll(() => desk.states(second), eventually).toEqual(['filed', 'waiting', 'waiting']);
  await desk.signOut();
  await desk.signIn(ann);
  await desk.engine.say(second.name, null);
  expect(second.stores.outbox.toReview().count).toBe(2);

  await afterAll(desk, first);
  await expect.poll(() => foldersOf(first), patient).toContain(folder);
  desk.save(folder, 'Hers.txt', 'of Ann');
  await expect.poll(() => texts(desk, 'Hers.txt', another), patient).toEqual(['of Ann']);
  expect(texts(desk, 'Bens.txt', another)).toEqual([]);
  expect(texts(desk, 'Brief.txt', another)).toEqual(['version 1']);
  expect(first.stores.outbox.toReview().count).toBe(2);
}, 120_000);

test('what somebody saves while they are asked once more who they are, and until their folder is handed over, is theirs: nobody reviews it', async () => {
  await using desk = await openSharedDesk();
  const { first, second, folder, another } = await saidNo(desk);
  await desk.engine.askAgain();
  desk.save(folder, 'While asked.txt', 'of Ann');
  await expect.poll(() => desk.states(second), eventually).toEqual(['filed', 'waiting']);
  await desk.engine.say(first.name, null);
  expect(second.stores.whoWasHere.now).toBe('own');
  await expect.poll(() => texts(desk, 'While asked.txt', another), patient).toEqual(['of Ann']);
  expect(first.stores.outbox.toReview().count).toBe(0);
}, 90_000);

test.each(['open', 'without room to open it'])(
  'what was saved in a sign-in that never answered waits for the review of the person whose workspace it is (%s)',
  async (how) => {
    const { disk, ports } = fullDisk();
    await using desk = await openSharedDesk(ports);
    const anns = await annWorkedHere(desk);
    await desk.signIn(ben);
    expect(desk.engine.person.value.state).toBe('asked');
    if (how !== 'open') disk.of = anns.directory;
    await desk.restart().catch(() => {});
    desk.save(anns.folder, 'Letter.txt', 'changed by Ben, who has not said who he is');
    await anns.isCaptured(how);
    await desk.signIn(ann).catch(() => {});
    await desk.engine.say(anns.name, null).catch(() => {});
    disk.of = '';
    await expect.poll(() => desk.engine.workspace?.directory, patient).toBe(anns.directory);
    await expect.poll(() => desk.states().length, eventually).toBe(2);
    await onlyHersIsFiled(desk, anns.folder);
  },
  90_000,
);

test.each(['open', 'without room to open it'])(
  'the same where the program was not running when the next person signed in (%s)',
  async (how) => {
    const { disk, ports } = fullDisk();
    await using desk = await openSharedDesk(ports);
    const anns = await annWorkedHere(desk);
    await desk.signIn(ben);
    if (how !== 'open') disk.of = anns.directory;
    await desk.restart().catch(() => {});
    desk.save(anns.folder, 'Letter.txt', 'changed by Ben, who has not said who he is');
    await anns.isCaptured(how);
    await desk.engine.stop();
    desk.engine.configure = async () => {};
    await desk.signIn(ann);
    await desk.restart().catch(() => {});
    disk.of = '';
    await desk.engine.say(anns.name, null).catch(() => {});
    await expect.poll(() => desk.engine.workspace?.directory, patient).toBe(anns.directory);
    await onlyHersIsFiled(desk, anns.folder);
  },
  90_000,
);

test.each(['before they say who they are', 'after', 'after, without room to open the workspace'])(
  'what a mistaken person saves %s is reviewed once the mistake is found',
  async (when) => {
    const { disk, ports } = fullDisk();
    await using desk = await openSharedDesk(ports);
    const anns = await annWorkedHere(desk);
    const hers = () => {
      const workspace = anns.kept();
      if (!workspace) throw new Error('not open');
      return workspace;
    };
    const pause = (isPaused = true) => {
      const { links, pauses } = hers().stores;
      const letter = links.file(desk.matterId, 'Letter.txt')?.fileId as FileId;
      pauses.pauseDocument(desk.matterId, letter, isPaused);
    };
    await desk.signIn(ben);
    expect(desk.engine.person.value.state).toBe('asked');
    const isFull = when.includes('without room');
    if (isFull) {
      disk.of = anns.directory;
      await desk.restart().catch(() => {});
    }
    if (when !== 'before they say who they are') await desk.engine.say(anns.name, null).catch(() => {});
    // Nothing of it leaves before it is found out, as of a document that somebody paused.
    if (!isFull) pause();
    desk.save(anns.folder, 'Letter.txt', 'changed by Ben');
    await anns.isCaptured(isFull ? 'without room' : 'open');
    if (isFull) {
      desk.service.faults.add({ route: 'storage.put', kind: 'status', status: 503, count: 'always' });
      disk.of = '';
      await vi.waitUntil(() => desk.engine.workspace?.directory === anns.directory, patient);
    }
    pause();
    if (when === 'before they say who they are') await desk.engine.say(anns.name, null);
    expect(desk.engine.workspace?.name).toBe(anns.name);
    desk.service.faults.clear();
    desk.save(anns.folder, 'First.txt', 'by Ben, by which it is found out');
    await expect
      .poll(() => desk.engine.person.value, patient)
      .toMatchObject({ state: 'known', mistaken: { code: 'not-permitted' } });
    await desk.signOut();
    await desk.signIn(ann);
    await desk.engine.say(anns.name, null);
    pause(false);
    hers().pipeline.wake();
    await onlyHersIsFiled(desk, anns.folder);
  },
  120_000,
);
