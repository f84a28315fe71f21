import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Exchange, exchange } from '../../../../main/engine/service/exchange.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import {
  at,
  historyRead,
  knownFile,
  loggedKinds,
  placedHere,
  settled,
  twoWayPlace,
} from '../../../support/colleague-documents.ts';
import { documentsIn } from '../../../support/versions.ts';
import { wastebasket } from '../../../support/wastebasket.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';
import { rowOf } from '../saving/desk.ts';

const deleted = async (place: Workplace, ...ids: FileId[]): Promise<void> => {
  for (const id of ids) place.service.colleague.deleteFile(id);
  await historyRead(place);
};
const goes = (place: Workplace, name: string) =>
  expect.poll(() => existsSync(at(place, name)), eventually).toBe(false);
const waiting = (place: Workplace) => place.workspace.following.now(place.matterId);
const nothingWaits = {
  open: 0,
  changed: 0,
  taken: 0,
  refused: 0,
  tooMany: 0,
  noWastebasket: 0,
  tooManyUpTo: 0,
  noWastebasketUpTo: 0,
};

test('what a colleague deleted goes to the wastebasket, the vault has it, and the log tells of it', async () => {
  const basket = wastebasket();
  const place = await twoWayPlace({ ports: basket.ports });
  const id = await placedHere(place, 'Draft.docx');
  await deleted(place, id);
  await goes(place, 'Draft.docx');
  await expect.poll(() => loggedKinds(place).at(-1), eventually).toBe('removed');
  expect(basket.contents).toEqual({ 'Draft.docx': 'theirs' });
  expect(await place.workspace.vault.has(sha256('theirs'))).toBe(true);
  expect(rowOf(place, 'Draft.docx')).toMatchObject({
    state: 'deleted-there',
    onDisk: false,
    detail: expect.stringContaining('wastebasket'),
  });
  await settled(place);
  await place.restartEngine();
  await settled(place);
  expect([documentsIn(place.folder), place.states(), waiting(place)]).toEqual([[], [], nothingWaits]);
});

test('what was deleted before it was known that the service gives documents out goes once it is', async () => {
  const basket = wastebasket();
  const place = await twoWayPlace({ ports: basket.ports });
  writeFileSync(at(place, 'Mine.docx'), 'mine');
  await place.allFiled(1);
  const id = place.workspace.stores.links.file(place.matterId, 'Mine.docx')?.fileId as FileId;
  await deleted(place, id);
  await settled(place);
  expect(place.workspace.downloadsOffered.state).toBe('unknown');
  expect(existsSync(at(place, 'Mine.docx'))).toBe(true);
  // As it shows in another matter.
  place.workspace.downloadsOffered.showed('offered');
  await goes(place, 'Mine.docx');
  expect(basket.contents).toEqual({ 'Mine.docx': 'mine' });
});

test('it can be restored from its versions, also after a new start, and does not go again', async () => {
  const basket = wastebasket();
  const place = await twoWayPlace({ ports: basket.ports });
  const id = await placedHere(place, 'Draft.docx');
  await deleted(place, id);
  await goes(place, 'Draft.docx');
  await place.restartEngine();
  await settled(place);
  const restored = await place.workspace.restorer.restore(place.matterId, id, `removed:${sha256('theirs')}`);
  expect(restored).toEqual({ ok: true, value: 'restored' });
  await settled(place);
  await place.restartEngine();
  await settled(place);
  expect(readFileSync(at(place, 'Draft.docx'), 'utf8')).toBe('theirs');
  expect(place.service.filesOf(place.matterId).find(({ fileId }) => fileId === id)?.deleted).toBe(true);
});

test('what was saved here is restored as the save that it was', async () => {
  const basket = wastebasket();
  const place = await twoWayPlace({ ports: basket.ports });
  await placedHere(place, 'Other.docx');
  writeFileSync(at(place, 'Mine.docx'), 'mine');
  await place.allFiled(1);
  const id = place.workspace.stores.links.file(place.matterId, 'Mine.docx')?.fileId as FileId;
  await deleted(place, id);
  await goes(place, 'Mine.docx');
  const [save] = place.workspace.stores.saves.versionsOf(place.matterId, id);
  const restored = await place.workspace.restorer.restore(place.matterId, id, `save:${save?.id}`);
  expect(restored).toMatchObject({ ok: true });
  expect(readFileSync(at(place, 'Mine.docx'), 'utf8')).toBe('mine');
});

test('the vault keeps it for 30 days, whatever its limits', async () => {
  const basket = wastebasket();
  const place = await twoWayPlace({ ports: basket.ports });
  const id = await placedHere(place, 'Draft.docx');
  await deleted(place, id);
  await goes(place, 'Draft.docx');
  const { keeper } = place.workspace;
  keeper.setLimits({ maxBytes: 0, maxAgeDays: 0 });
  await keeper.enforce();
  await place.restartEngine();
  expect(await place.workspace.vault.has(sha256('theirs'))).toBe(true);
  const [kept] = place.workspace.stores.removedContents.ofDocument(place.matterId, id);
  expect(kept && kept.until - kept.removedAt).toBe(30 * 86_400_000);
});

test('what changed here, or is not filed, stays, and nothing of it goes', async () => {
  const basket = wastebasket();
  const place = await twoWayPlace({ ports: basket.ports });
  const id = await placedHere(place, 'Draft.docx');
  place.service.faults.add({ route: 'documents.putFile', kind: 'status', status: 500, count: 'always' });
  writeFileSync(at(place, 'Draft.docx'), 'mine');
  await expect.poll(() => place.states(), eventually).toHaveLength(1);
  await deleted(place, id);
  await settled(place);
  expect(readFileSync(at(place, 'Draft.docx'), 'utf8')).toBe('mine');
  expect(basket.contents).toEqual({});
});

test('what is not, byte for byte, what is known of it stays, and is neither renamed nor removed', async () => {
  const basket = wastebasket();
  const place = await twoWayPlace({ ports: basket.ports });
  const { stores } = place.workspace;
  const ids = [await placedHere(place, 'Draft.docx'), await placedHere(place, 'Brief.docx')] as const;
  for (const id of ids) {
    const file = await knownFile(place, id);
    // As where a change showed in neither size nor times.
    const other = sha256('another version');
    if (file) stores.links.putFile({ ...file, sha256: other });
    stores.fetchedVersions.put({ matterId: place.matterId, fileId: id, sha256: other, versionId: null }, 1);
  }
  place.service.colleague.renameFile(ids[1], 'Final.docx');
  await deleted(place, ids[0]);
  for (const id of ids)
    await expect
      .poll(() => stores.followedChanges.of(place.matterId, id)?.became, eventually)
      .toBe('changed');
  expect(documentsIn(place.folder)).toEqual(['Brief.docx', 'Draft.docx']);
});

test('what is written in the instant before it would go stays', async () => {
  const basket = wastebasket();
  let isWritten = false;
  const place = await twoWayPlace({
    ports: (real) => {
      const ports = basket.ports(real);
      return {
        ...ports,
        files: {
          ...ports.files,
          async makeDirectory(path) {
            // What is to go is set aside there next.
            if (!isWritten && path.includes('.matterline-leaving-'))
              writeFileSync(at(place, 'Draft.docx'), 'mine, just now');
            isWritten ||= path.includes('.matterline-leaving-');
            await ports.files.makeDirectory(path);
          },
        },
      };
    },
  });
  const id = await placedHere(place, 'Draft.docx');
  await deleted(place, id);
  await expect.poll(() => isWritten, eventually).toBe(true);
  await expect.poll(() => place.states().at(-1), eventually).toBe('problem');
  expect(readFileSync(at(place, 'Draft.docx'), 'utf8')).toBe('mine, just now');
  expect(basket.contents).toEqual({});
});

test('what a program saves in its place while it goes stays and is captured: only what was deleted goes', async () => {
  const basket = wastebasket();
  const place = await twoWayPlace({ ports: basket.ports });
  const id = await placedHere(place, 'Draft.docx');
  basket.state.whileTaken = () => {
    writeFileSync(at(place, '.matterline-test'), 'mine, just now');
    renameSync(at(place, '.matterline-test'), at(place, 'Draft.docx'));
  };
  await deleted(place, id);
  await expect.poll(() => place.states(), eventually).toHaveLength(1);
  expect(basket.contents).toEqual({ 'Draft.docx': 'theirs' });
  expect(documentsIn(place.folder)).toEqual(['Draft.docx']);
  expect(readFileSync(at(place, 'Draft.docx'), 'utf8')).toBe('mine, just now');
  expect(await place.workspace.vault.has(sha256('mine, just now'))).toBe(true);
});

test('what a program goes on writing into the file after it went is captured', async () => {
  const basket = wastebasket();
  const place = await twoWayPlace({ ports: basket.ports, speedUp: 10 });
  const id = await placedHere(place, 'Draft.docx');
  await deleted(place, id);
  await goes(place, 'Draft.docx');
  const second = readdirSync(place.folder).find((name) => name.startsWith('.matterline-'));
  expect(second).toBeDefined();
  writeFileSync(at(place, second ?? ''), 'written late');
  await expect.poll(() => place.states().at(-1), eventually).toBe('problem');
  expect(await place.workspace.vault.has(sha256('written late'))).toBe(true);
});

test('open in Word it stays until it is closed', async () => {
  const basket = wastebasket();
  const place = await twoWayPlace({ ports: basket.ports, speedUp: 10 });
  const id = await placedHere(place, 'Draft.docx');
  writeFileSync(at(place, '~$Draft.docx'), 'Ann');
  await deleted(place, id);
  await expect.poll(() => waiting(place).open, eventually).toBe(1);
  expect(existsSync(at(place, 'Draft.docx'))).toBe(true);
  rmSync(at(place, '~$Draft.docx'));
  await goes(place, 'Draft.docx');
});

test('without a wastebasket it is a question, asked once; the person’s word has it go, and the vault keeps it', async () => {
  const basket = wastebasket();
  basket.state.isThere = false;
  const place = await twoWayPlace({ ports: basket.ports });
  const id = await placedHere(place, 'Draft.docx');
  await deleted(place, id);
  await expect.poll(() => waiting(place).noWastebasket, eventually).toBe(1);
  await settled(place);
  expect(readFileSync(at(place, 'Draft.docx'), 'utf8')).toBe('theirs');
  expect(loggedKinds(place)).not.toContain('removed');
  expect(place.states()).toEqual([]);
  place.workspace.following.removeWithoutWastebasket(place.matterId, waiting(place).noWastebasketUpTo);
  await goes(place, 'Draft.docx');
  expect(await place.workspace.vault.has(sha256('theirs'))).toBe(true);
});

test('everything deleted in the service is asked about, and nothing goes before', async () => {
  const basket = wastebasket();
  const place = await twoWayPlace({ ports: basket.ports });
  const limits = { documents: 3, percent: 90, ofMoreThan: 20, withinSeconds: 60 };
  place.workspace.stores.matters.putSetting('mass-change', JSON.stringify(limits));
  const ids: FileId[] = [];
  for (const name of ['A', 'B', 'C', 'D']) ids.push(await placedHere(place, `${name}.docx`, name));
  await deleted(place, ...ids);
  await expect.poll(() => waiting(place).tooMany, eventually).toBe(4);
  await place.restartEngine();
  await settled(place);
  expect(documentsIn(place.folder)).toHaveLength(4);
  place.workspace.following.agree(place.matterId, waiting(place).tooManyUpTo);
  await goes(place, 'D.docx');
  await expect.poll(() => Object.keys(basket.contents).length, eventually).toBe(4);
});

test.each([
  { here: 2, asked: 0 },
  { here: 3, asked: 3 },
  { here: 20, asked: 20 },
])(
  'all $here documents that are here, deleted in the service: asked about are $asked',
  async ({ here, asked }) => {
    const basket = wastebasket();
    const place = await twoWayPlace({ ports: basket.ports });
    const ids: FileId[] = [];
    for (let n = 0; n < here; n += 1) ids.push(await placedHere(place, `${n}.docx`, `${n}`));
    await deleted(place, ...ids);
    const wentAndAsked = () => [Object.keys(basket.contents).length, waiting(place).tooMany];
    await expect.poll(wentAndAsked, eventually).toEqual([here - asked, asked]);
    await settled(place);
    expect(documentsIn(place.folder)).toHaveLength(asked);
  },
);

test('the last of the documents that are here is asked about, though the others were deleted one at a time', async () => {
  const basket = wastebasket();
  const place = await twoWayPlace({ ports: basket.ports });
  const ids: FileId[] = [];
  for (const name of 'ABC') ids.push(await placedHere(place, `${name}.docx`, name));
  for (const [index, id] of ids.slice(0, 2).entries()) {
    await deleted(place, id);
    await goes(place, `${'AB'[index]}.docx`);
  }
  await deleted(place, ...ids.slice(2));
  await expect.poll(() => waiting(place).tooMany, eventually).toBe(1);
  expect(documentsIn(place.folder)).toEqual(['C.docx']);
});

test('all but one that are here of a small matter go without a question', async () => {
  const basket = wastebasket();
  const place = await twoWayPlace({ ports: basket.ports });
  const ids: FileId[] = [];
  for (const name of 'ABCD') ids.push(await placedHere(place, `${name}.docx`, name));
  await deleted(place, ...ids.slice(0, 3));
  for (const name of 'ABC') await goes(place, `${name}.docx`);
  expect(documentsIn(place.folder)).toEqual(['D.docx']);
});

test('what is deleted after the question was shown is not agreed to by its answer', async () => {
  const basket = wastebasket();
  const place = await twoWayPlace({ ports: basket.ports });
  const limits = { documents: 3, percent: 90, ofMoreThan: 20, withinSeconds: 60 };
  place.workspace.stores.matters.putSetting('mass-change', JSON.stringify(limits));
  const ids: FileId[] = [];
  for (const name of 'ABCDEFGH') ids.push(await placedHere(place, `${name}.docx`, name));
  await deleted(place, ...ids.slice(0, 4));
  await expect.poll(() => waiting(place).tooMany, eventually).toBe(4);
  const shown = waiting(place);
  await deleted(place, ...ids.slice(4));
  await expect.poll(() => waiting(place).tooMany, eventually).toBe(8);
  place.workspace.following.agree(place.matterId, shown.tooManyUpTo);
  await expect.poll(() => waiting(place).tooMany, eventually).toBe(4);
  await settled(place);
  expect(documentsIn(place.folder)).toEqual(['E.docx', 'F.docx', 'G.docx', 'H.docx']);
});

test('a few deleted at a time, again and again, are as many as they are', async () => {
  const basket = wastebasket();
  const place = await twoWayPlace({ ports: basket.ports });
  const limits = { documents: 3, percent: 90, ofMoreThan: 20, withinSeconds: 300 };
  place.workspace.stores.matters.putSetting('mass-change', JSON.stringify(limits));
  const ids: FileId[] = [];
  for (const name of ['A', 'B', 'C', 'D']) ids.push(await placedHere(place, `${name}.docx`, name));
  for (const [index, id] of ids.slice(0, 3).entries()) {
    await deleted(place, id);
    await goes(place, `${'ABC'[index]}.docx`);
  }
  await deleted(place, ...ids.slice(3));
  await expect.poll(() => waiting(place).tooMany, eventually).toBe(1);
  expect(documentsIn(place.folder)).toEqual(['D.docx']);
});

test('what history says was deleted, and the service’s own record says is there, stays', async () => {
  const basket = wastebasket();
  const place = await twoWayPlace({ ports: basket.ports });
  const id = await placedHere(place, 'Draft.docx');
  place.workspace.downloadsOffered.set('off');
  await deleted(place, id);
  place.service.colleague.restoreFile(id);
  place.workspace.downloadsOffered.set('auto');
  place.workspace.following.wake(place.matterId);
  await settled(place);
  expect(documentsIn(place.folder)).toEqual(['Draft.docx']);
  expect(basket.contents).toEqual({});
});

test('a document whose record the service gives out without a word of deletion stays', async () => {
  const basket = wastebasket();
  const withoutTheWord: Exchange = async (outgoing) => {
    const answer = await exchange(outgoing);
    const isOfOne = outgoing.method === 'GET' && /\/documents\/files\/[^/]+$/.test(outgoing.url.pathname);
    if (!answer.ok || !isOfOne) return answer;
    const { body, bytes } = answer.value;
    const without = (text: string) => text.replace(/,?"isDeleted":(true|false)/, '');
    const said = { body: without(body), ...(bytes && { bytes: Buffer.from(without(bytes.toString())) }) };
    return { ...answer, value: { ...answer.value, ...said } };
  };
  const place = await twoWayPlace({ ports: basket.ports, http: { exchange: withoutTheWord } });
  const id = await placedHere(place, 'Draft.docx');
  const letters = place.service.colleague.createFolder(place.matterId, 'Letters');
  await historyRead(place);
  place.workspace.downloadsOffered.set('off');
  await deleted(place, id);
  // Brought back into another folder, whose history cannot be read just now.
  place.service.faults.add({ route: /^GET .*\/history/, kind: 'status', status: 503, count: 'always' });
  place.service.colleague.restoreFile(id);
  place.service.colleague.moveFile(id, { folderId: letters });
  place.workspace.downloadsOffered.set('auto');
  place.workspace.following.wake(place.matterId);
  await settled(place);
  expect(documentsIn(place.folder)).toEqual(['Draft.docx']);
  expect(basket.contents).toEqual({});
});

test('what the service’s own record says is there is asked about ever more seldom', async () => {
  let isWatched = false;
  let asked = 0;
  const counted: Exchange = (outgoing) => {
    if (isWatched && /\/documents\/files\/[^/]+$/.test(outgoing.url.pathname)) asked += 1;
    return exchange(outgoing);
  };
  const place = await twoWayPlace({ speedUp: 200, http: { exchange: counted } });
  const id = await placedHere(place, 'Draft.docx');
  place.workspace.downloadsOffered.set('off');
  await deleted(place, id);
  place.service.colleague.restoreFile(id);
  // What was restored in another folder: its history is not read.
  place.service.faults.add({ route: /^GET .*\/history/, kind: 'status', status: 503, count: 'always' });
  isWatched = true;
  place.workspace.downloadsOffered.set('auto');
  place.workspace.following.wake(place.matterId);
  const { clock } = place.workspace;
  const began = clock.now();
  await expect.poll(() => clock.now() - began, eventually).toBeGreaterThan(20 * 60_000);
  expect(asked).toBeGreaterThan(1);
  expect(asked).toBeLessThan(15);
  expect(documentsIn(place.folder)).toEqual(['Draft.docx']);
});

test('a document that was moved to another matter was not deleted: the copy here stays', async () => {
  const basket = wastebasket();
  const place = await twoWayPlace({ ports: basket.ports });
  const id = await placedHere(place, 'Draft.docx');
  const other = place.service.matterIds()[1] as MatterId;
  place.service.colleague.moveFile(id, { matterId: other, folderId: null });
  await historyRead(place);
  await settled(place);
  expect(readFileSync(at(place, 'Draft.docx'), 'utf8')).toBe('theirs');
  expect(basket.contents).toEqual({});
});

test('absence, 403, 404 and an empty list delete nothing here', async () => {
  const basket = wastebasket();
  const place = await twoWayPlace({ ports: basket.ports });
  await placedHere(place, 'Draft.docx');
  const routes = ['documents.folderHistory', 'documents.listFiles', 'documents.readFile'] as const;
  for (const status of [403, 404] as const) {
    for (const route of routes) place.service.faults.add({ route, kind: 'status', status, count: 3 });
    await historyRead(place);
    await place.workspace.lister.look(place.matterId);
    place.workspace.following.wake(place.matterId);
  }
  place.workspace.stores.listedDocuments.ends(place.matterId, [], Date.now(), 0);
  place.workspace.following.wake(place.matterId);
  await settled(place);
  expect(readFileSync(at(place, 'Draft.docx'), 'utf8')).toBe('theirs');
});

test('a folder that is away loses nothing, and is followed once it is back', async () => {
  const basket = wastebasket();
  const place = await twoWayPlace({ ports: basket.ports, speedUp: 10 });
  const id = await placedHere(place, 'Draft.docx');
  renameSync(place.folder, `${place.folder} away`);
  await deleted(place, id);
  await settled(place);
  expect(readFileSync(`${place.folder} away/Draft.docx`, 'utf8')).toBe('theirs');
  renameSync(`${place.folder} away`, place.folder);
  await goes(place, 'Draft.docx');
  // It stands nowhere, set aside, for the instant before the wastebasket has it.
  await expect.poll(() => basket.contents, eventually).toEqual({ 'Draft.docx': 'theirs' });
});

test('where the service is not known to offer more than its specification, the copy here stays', async () => {
  const basket = wastebasket();
  await using place = await openWorkplace({ ports: basket.ports });
  writeFileSync(at(place, 'Draft.docx'), 'mine');
  await place.allFiled(1);
  const id = place.workspace.stores.links.file(place.matterId, 'Draft.docx')?.fileId as FileId;
  await deleted(place, id);
  await settled(place);
  expect(readFileSync(at(place, 'Draft.docx'), 'utf8')).toBe('mine');
});

test.each(['moveNew', 'facts'] as const)(
  'a document that the wastebasket did not take, and that the disk gave no name back (%s), has it after the next start',
  async (failing) => {
    const basket = wastebasket();
    basket.state.isThere = false;
    let fails = true;
    const place = await twoWayPlace({
      ports: (real) => {
        const ports = basket.ports(real);
        const mayFail = (path: string): void => {
          if (fails && path.includes('/.matterline-leaving-') && path.endsWith('Draft.docx'))
            throw Object.assign(new Error('EIO'), { code: 'EIO' });
        };
        const does = {
          moveNew: async (from, ...rest) => (mayFail(from), ports.files.moveNew(from, ...rest)),
          facts: async (path) => (mayFail(path), ports.files.facts(path)),
        } satisfies Partial<typeof ports.files>;
        return { ...ports, files: { ...ports.files, [failing]: does[failing] } };
      },
    });
    const id = await placedHere(place, 'Draft.docx');
    await deleted(place, id);
    const isAside = () => readdirSync(place.folder).some((name) => name.startsWith('.matterline-leaving-'));
    await expect.poll(isAside, eventually).toBe(true);
    await place.engine.stop();
    fails = false;
    await place.restartEngine();
    await expect.poll(() => existsSync(at(place, 'Draft.docx')), eventually).toBe(true);
    expect([readFileSync(at(place, 'Draft.docx'), 'utf8'), isAside()]).toEqual(['theirs', false]);
    expect(loggedKinds(place)).not.toContain('removed');
  },
);
