import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decide } from '../../../../main/engine/features/upload/decide.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs, openDesk, problemsOf, savedNames } from '../saving/desk.ts';
import { at, documentsIn, filed, rename, saveByReplacing, versions } from './former-name-desk.ts';

test.each([
  ['Draft.docx', '~$aft.docx'],
  ['Draft.odt', '.~lock.Draft.odt#'],
])(
  'what a program saves under the name it knows after %s was renamed in the window is a version of the same document',
  async (before, owner) => {
    await using place = await openDesk({ speedUp: 5 });
    const after = before.replace('Draft', 'Final');
    const fileId = await filed(place, before);
    writeFileSync(at(place, owner), 'Dana');
    expect(await rename(place, fileId, after)).toMatchObject({ ok: true });
    // At once, before anybody can have noticed the rename.
    saveByReplacing(place, before, 'two');
    await expect.poll(() => versions(place, after), eventually).toEqual([['one', 'two'].map(sha256)]);
    await place.restartEngine();
    saveByReplacing(place, before, 'three');
    await expect
      .poll(() => versions(place, after), eventually)
      .toEqual([['one', 'two', 'three'].map(sha256)]);
    await calm(place);
    expect(documentsIn(place)).toEqual([after]);
    expect(readFileSync(at(place, after), 'utf8')).toBe('three');
    expect(savedNames(place).toSorted()).toEqual([before, after].toSorted());
    expect(filedAs(place, after)).toMatchObject([{ fileId }]);
    expect(filedAs(place, before)).toEqual([]);
    const told = () => problemsOf(place).map(({ what }) => what);
    await expect.poll(told, eventually).toEqual([`“${after}” is open under its former name`]);

    rmSync(at(place, owner));
    await expect.poll(told, eventually).toEqual([]);
    // Nobody has it open any more: what gets its former name now is another document.
    writeFileSync(at(place, before), 'of its own');
    await calm(place);
    expect(versions(place, before)).toEqual([[sha256('of its own')]]);
    expect(versions(place, after)).toEqual([['one', 'two', 'three'].map(sha256)]);
  },
);

test.runIf(process.platform === 'linux')(
  'a program that leaves no sign beside a document, and has it open, is known too where the system tells',
  async () => {
    await using place = await openDesk();
    const fileId = await filed(place, 'Draft.docx');
    const open = openSync(at(place, 'Draft.docx'), 'r+');
    expect(await rename(place, fileId, 'Final.docx')).toMatchObject({ ok: true });
    saveByReplacing(place, 'Draft.docx', 'two');
    await expect.poll(() => versions(place, 'Final.docx'), eventually).toEqual([['one', 'two'].map(sha256)]);
    closeSync(open);
    expect(documentsIn(place)).toEqual(['Final.docx']);
    expect(filedAs(place, 'Final.docx')).toMatchObject([{ fileId }]);
  },
);

test('a list of former names that could not be read once is read again', async () => {
  await using place = await openDesk({ speedUp: 5 });
  const fileId = await filed(place, 'Draft.docx');
  writeFileSync(at(place, '~$aft.docx'), 'Dana');
  expect(await rename(place, fileId, 'Final.docx')).toMatchObject({ ok: true });
  const { formerNames } = place.workspace.stores;
  const all = formerNames.all.bind(formerNames);
  let failed = 0;
  formerNames.all = () => {
    failed += 1;
    throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_READ' });
  };
  await expect.poll(() => failed, eventually).toBeGreaterThan(1);
  formerNames.all = all;
  rmSync(at(place, '~$aft.docx'));
  await expect.poll(() => all(), eventually).toEqual([]);
});

test('a document made under the former name of one that nobody has open is a document of its own', async () => {
  await using place = await openDesk();
  const fileId = await filed(place, 'Scan.docx');
  expect(await rename(place, fileId, 'Contract.docx')).toMatchObject({ ok: true });
  writeFileSync(at(place, 'Scan.docx'), 'the next one');
  await calm(place);
  expect(versions(place, 'Contract.docx')).toEqual([[sha256('one')]]);
  expect(versions(place, 'Scan.docx')).toEqual([[sha256('the next one')]]);
  expect(problemsOf(place)).toEqual([]);
});

test('what was changed under the new name is not replaced by what is saved under the former one: both are filed', async () => {
  await using place = await openDesk();
  const fileId = await filed(place, 'Draft.docx');
  writeFileSync(at(place, '~$aft.docx'), 'Dana');
  expect(await rename(place, fileId, 'Final.docx')).toMatchObject({ ok: true });
  writeFileSync(at(place, '~$nal.docx'), 'Robin');
  saveByReplacing(place, 'Draft.docx', 'by Dana');
  writeFileSync(at(place, 'Final.docx'), 'by Robin');
  await calm(place);
  expect(versions(place, 'Final.docx')).toEqual([['one', 'by Robin'].map(sha256)]);
  expect(versions(place, 'Draft.docx')).toEqual([[sha256('by Dana')]]);
});

test('what gets a former name while this program is not running, after the document was closed, is a document of its own', async () => {
  await using place = await openDesk();
  const fileId = await filed(place, 'Draft.docx');
  writeFileSync(at(place, '~$aft.docx'), 'Dana');
  expect(await rename(place, fileId, 'Final.docx')).toMatchObject({ ok: true });
  await calm(place);
  await place.engine.stop();
  rmSync(at(place, '~$aft.docx'));
  writeFileSync(at(place, 'Draft.docx'), 'to somebody else');
  await place.restartEngine();
  await expect.poll(() => versions(place, 'Draft.docx'), eventually).toEqual([[sha256('to somebody else')]]);
  await calm(place);
  expect(documentsIn(place).toSorted()).toEqual(['Draft.docx', 'Final.docx']);
  expect(versions(place, 'Final.docx')).toEqual([[sha256('one')]]);
});

test.runIf(process.platform === 'linux')(
  'what is saved under the former name of a document that a program only reads is a document of its own',
  async () => {
    await using place = await openDesk();
    const fileId = await filed(place, 'Draft.docx');
    const viewer = openSync(at(place, 'Draft.docx'), 'r');
    expect(await rename(place, fileId, 'Draft old.docx')).toMatchObject({ ok: true });
    writeFileSync(at(place, 'Draft.docx'), 'to somebody else');
    await calm(place);
    closeSync(viewer);
    expect(versions(place, 'Draft old.docx')).toEqual([[sha256('one')]]);
    expect(versions(place, 'Draft.docx')).toEqual([[sha256('to somebody else')]]);
  },
);

test('what is added under the former name of a document that is open is a document of its own, under another name', async () => {
  await using place = await openDesk();
  const fileId = await filed(place, 'Draft.docx');
  writeFileSync(at(place, '~$aft.docx'), 'Dana');
  expect(await rename(place, fileId, 'Final.docx')).toMatchObject({ ok: true });
  const outside = join(place.directory, 'Draft.docx');
  writeFileSync(outside, 'to somebody else');
  expect(await place.workspace.adder.add(place.matterId, null, [outside])).toMatchObject({
    value: [{ outcome: 'added', name: 'Draft (2).docx' }],
  });
  await calm(place);
  expect(versions(place, 'Final.docx')).toEqual([[sha256('one')]]);
  expect(versions(place, 'Draft (2).docx')).toEqual([[sha256('to somebody else')]]);
});

test('what stands under the new name and is not filed is not replaced by what is saved under the former one', async () => {
  const replaced: { text: string; isFiled: boolean }[] = [];
  const desk: { place: Workplace | null } = { place: null };
  await using place = await openDesk({
    speedUp: 2,
    ports: (ports) => ({
      ...ports,
      files: {
        ...ports.files,
        replaceExact(from, to, ...others) {
          const text = readFileSync(to, 'utf8');
          replaced.push({
            text,
            isFiled: desk.place?.versionsOf('Final.docx').includes(sha256(text)) ?? false,
          });
          return ports.files.replaceExact(from, to, ...others);
        },
      },
    }),
  });
  desk.place = place;
  const { stores, pipeline } = place.workspace;
  const fileId = await filed(place, 'Draft.docx');
  writeFileSync(at(place, '~$aft.docx'), 'Dana');
  expect(await rename(place, fileId, 'Final.docx')).toMatchObject({ ok: true });
  await place.allFiled(2);
  // Nothing is filed for a while.
  pipeline.pause(true);
  writeFileSync(at(place, 'Final.docx'), 'two');
  await expect.poll(() => place.states().at(-1), eventually).toBe('waiting');
  saveByReplacing(place, 'Draft.docx', 'three');
  await expect.poll(() => stores.contents.isListed(sha256('three')), eventually).toBe(true);
  saveByReplacing(place, 'Draft.docx', 'four');
  pipeline.pause(false);

  const all = ['one', 'two', 'three', 'four'].map(sha256);
  await expect.poll(() => versions(place, 'Final.docx'), eventually).toEqual([all]);
  expect(replaced).toEqual([{ text: 'two', isFiled: true }]);
  expect(readFileSync(at(place, 'Final.docx'), 'utf8')).toBe('four');
  expect(documentsIn(place)).toEqual(['Final.docx']);
}, 60_000);

test('promise 1: each save under the former name is filed, also while the one before waits for its turn', async () => {
  await using place = await openDesk();
  const { stores, pipeline } = place.workspace;
  const fileId = await filed(place, 'Draft.docx');
  writeFileSync(at(place, '~$aft.docx'), 'Dana');
  expect(await rename(place, fileId, 'Final.docx')).toMatchObject({ ok: true });
  await place.allFiled(2);
  // The network is slow: nothing is filed for a while.
  pipeline.pause(true);
  writeFileSync(at(place, 'Final.docx'), 'two');
  await expect.poll(() => place.states().at(-1), eventually).toBe('waiting');
  saveByReplacing(place, 'Draft.docx', 'three');
  await expect.poll(() => stores.contents.isListed(sha256('three')), eventually).toBe(true);
  saveByReplacing(place, 'Draft.docx', 'four');
  await expect
    .poll(() => stores.contents.isListed(sha256('four')), { ...eventually, timeout: 5_000 })
    .toBe(true);
  saveByReplacing(place, 'Draft.docx', 'five');
  pipeline.pause(false);
  const all = ['one', 'two', 'three', 'four', 'five'].map(sha256);
  await expect.poll(() => versions(place, 'Final.docx'), eventually).toEqual([all]);
  expect(documentsIn(place)).toEqual(['Final.docx']);
}, 60_000);

test('what is saved under both names within a moment is filed in the order in which it was saved', async () => {
  const reading = { isSlow: false, goes: Promise.withResolvers<void>() };
  await using place = await openDesk({
    ports: (ports) => ({
      ...ports,
      files: {
        ...ports.files,
        async readSmall(...args) {
          if (reading.isSlow && args[0].endsWith('Final.docx')) await reading.goes.promise;
          return ports.files.readSmall(...args);
        },
      },
    }),
  });
  const { stores } = place.workspace;
  const fileId = await filed(place, 'Draft.docx');
  writeFileSync(at(place, '~$aft.docx'), 'Dana');
  expect(await rename(place, fileId, 'Final.docx')).toMatchObject({ ok: true });
  await place.allFiled(2);
  reading.isSlow = true;
  writeFileSync(at(place, 'Final.docx'), 'two');
  saveByReplacing(place, 'Draft.docx', 'three');
  // Captured, while the one before it is not known of yet.
  await expect.poll(() => stores.contents.isListed(sha256('three')), eventually).toBe(true);
  saveByReplacing(place, 'Draft.docx', 'four');
  reading.goes.resolve();
  const all = ['one', 'two', 'three', 'four'].map(sha256);
  await expect.poll(() => versions(place, 'Final.docx'), eventually).toEqual([all]);
  await calm(place);
  expect(versions(place, 'Final.docx')).toEqual([all]);
  expect(documentsIn(place)).toEqual(['Final.docx']);
}, 60_000);

test('promise 1: so is each where the document is not filed in time, and what was saved last is a document of its own', async () => {
  await using place = await openDesk({ speedUp: 10 });
  const { stores, pipeline } = place.workspace;
  const fileId = await filed(place, 'Draft.docx');
  writeFileSync(at(place, '~$aft.docx'), 'Dana');
  expect(await rename(place, fileId, 'Final.docx')).toMatchObject({ ok: true });
  await place.allFiled(2);
  pipeline.pause(true);
  writeFileSync(at(place, 'Final.docx'), 'two');
  await expect.poll(() => place.states().at(-1), eventually).toBe('waiting');
  for (const content of ['three', 'four', 'five']) {
    saveByReplacing(place, 'Draft.docx', content);
    await expect.poll(() => stores.contents.isListed(sha256(content)), eventually).toBe(true);
  }
  // A minute by the engine's clock, and once more.
  await expect.poll(() => stores.links.file(place.matterId, 'Draft.docx')?.removed, eventually).toBe(false);
  pipeline.pause(false);
  await expect.poll(() => versions(place, 'Draft.docx'), eventually).toEqual([[sha256('five')]]);
  const saved = ['one', 'two', 'three', 'four'].map(sha256);
  await expect.poll(() => versions(place, 'Final.docx'), eventually).toEqual([saved]);
}, 60_000);

test.each(['replaced', 'removed'] as const)(
  'promises 1 and 5: so is one that is %s in the instant before the program ends',
  async (how) => {
    await using place = await openDesk();
    const fileId = await filed(place, 'Draft.docx');
    writeFileSync(at(place, '~$aft.docx'), 'Dana');
    expect(await rename(place, fileId, 'Final.docx')).toMatchObject({ ok: true });
    await place.allFiled(2);
    place.workspace.pipeline.pause(true);
    writeFileSync(at(place, 'Final.docx'), 'two');
    await expect.poll(() => place.states().at(-1), eventually).toBe('waiting');
    saveByReplacing(place, 'Draft.docx', 'three');
    const isKept = () => place.workspace.stores.formerNames.allSaved().length === 1;
    await expect.poll(isKept, eventually).toBe(true);
    if (how === 'replaced') saveByReplacing(place, 'Draft.docx', 'four');
    else rmSync(at(place, 'Draft.docx'));
    await place.engine.stop();
    await place.restartEngine();
    place.workspace.pipeline.pause(false);
    const all = ['one', 'two', 'three', ...(how === 'replaced' ? ['four'] : [])].map(sha256);
    await expect.poll(() => versions(place, 'Final.docx'), eventually).toEqual([all]);
    await calm(place);
    expect(filedAs(place, 'Draft.docx')).toEqual([]);
    expect(place.workspace.stores.formerNames.allSaved()).toEqual([]);
  },
  60_000,
);

test('promise 5: killed in the moment in which what was saved under the former name takes the document’s place, it is filed once', async () => {
  const replaced = Promise.withResolvers<void>();
  let dies = true;
  await using place = await openDesk({
    ports: (ports) => ({
      ...ports,
      files: {
        ...ports.files,
        async replaceExact(...args) {
          const done = await ports.files.replaceExact(...args);
          if (!dies) return done;
          dies = false;
          replaced.resolve();
          return new Promise(() => {});
        },
      },
    }),
  });
  const fileId = await filed(place, 'Draft.docx');
  writeFileSync(at(place, '~$aft.docx'), 'Dana');
  expect(await rename(place, fileId, 'Final.docx')).toMatchObject({ ok: true });
  await place.allFiled(2);
  saveByReplacing(place, 'Draft.docx', 'two');
  await replaced.promise;
  await place.restartEngine();
  await calm(place);
  await expect.poll(() => place.workspace.stores.formerNames.allSaved(), eventually).toEqual([]);
  await calm(place);
  expect(versions(place, 'Final.docx')).toEqual([['one', 'two'].map(sha256)]);
  expect(documentsIn(place)).toEqual(['Final.docx']);
});

test('what is saved on under the former name of a document that became a separate one is a version of that one', async () => {
  await using place = await openDesk();
  const { stores, pipeline, newFileId } = place.workspace;
  const fileId = await filed(place, 'Draft.docx');
  writeFileSync(at(place, '~$aft.docx'), 'Dana');
  expect(await rename(place, fileId, 'Final.docx')).toMatchObject({ ok: true });
  await place.allFiled(2);
  place.service.colleague.addVersion(fileId, 'theirs');
  saveByReplacing(place, 'Draft.docx', 'two');
  await expect.poll(() => stores.saves.problems().length, eventually).toBe(1);
  const [asked] = stores.saves.problems();
  if (!asked) throw new Error('nothing is asked');
  decide(stores, asked, { decision: 'file-separately', shown: null }, newFileId);
  pipeline.wake();
  await calm(place);
  saveByReplacing(place, 'Draft.docx', 'three');
  await calm(place);
  const separate = ['two', 'three'].map(sha256);
  await expect.poll(() => versions(place, 'Final.docx'), eventually).toContainEqual(separate);
  expect(filedAs(place, 'Draft.docx')).toEqual([]);
  expect(documentsIn(place)).toEqual(['Final.docx']);
}, 60_000);

test('promise 1: what waits under the former name is filed when the folder is unlinked', async () => {
  await using place = await openDesk();
  const { stores, pipeline } = place.workspace;
  const fileId = await filed(place, 'Draft.docx');
  writeFileSync(at(place, '~$aft.docx'), 'Dana');
  expect(await rename(place, fileId, 'Final.docx')).toMatchObject({ ok: true });
  await place.allFiled(2);
  pipeline.pause(true);
  writeFileSync(at(place, 'Final.docx'), 'two');
  await expect.poll(() => place.states().at(-1), eventually).toBe('waiting');
  saveByReplacing(place, 'Draft.docx', 'three');
  await expect.poll(() => stores.formerNames.allSaved(), eventually).toHaveLength(1);
  expect(await place.workspace.unlink(place.matterId, 'all')).toEqual({ unlinked: true });
  expect(stores.formerNames.allSaved()).toEqual([]);
  pipeline.pause(false);
  await expect
    .poll(() => versions(place, 'Final.docx'), eventually)
    .toEqual([['one', 'two', 'three'].map(sha256)]);
}, 60_000);
