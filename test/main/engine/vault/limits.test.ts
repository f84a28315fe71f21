import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beyondLimits } from '../../../../main/engine/features/vault/limits.ts';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import { testAuditContext } from '../../../support/audit-context.ts';
import { sha256 } from '../../../support/workplace.ts';
import { bytesOf, smallVault } from './small-vault.ts';

const states = ['waiting', 'sending', 'sent', 'filed', 'problem', 'kept'] as const;
const day = 86_400_000;

test('nothing unsent, unfiled, kept or newest is ever evicted, whatever the limits and the states', async () => {
  const history = fc.array(
    fc.record({
      document: fc.integer({ min: 0, max: 3 }),
      content: fc.integer({ min: 0, max: 11 }),
      state: fc.constantFrom(...states, 'filed', 'filed', 'filed'),
    }),
    { minLength: 1, maxLength: 25 },
  );
  const limits = fc.record({
    maxBytes: fc.option(fc.integer({ min: 0, max: 8000 })),
    maxAgeDays: fc.option(fc.integer({ min: 1, max: 20 })),
  });
  await fc.assert(
    fc.asyncProperty(history, limits, async (saves, limit) => {
      using place = await smallVault();
      // Small ones in packs, large ones in files of their own.
      const contentOf = (content: number) => `${content}`.repeat(content % 2 === 0 ? 100 : 1500);
      for (const { document, content, state } of saves) {
        await place.clock.advance(day);
        const bytes = contentOf(content);
        await place.vault.capture(place.document('Brief.docx', bytes));
        place.save(`document ${document}`, sha256(bytes), bytes.length, state);
      }
      place.keeper.setLimits(limit);
      await place.keeper.enforce();
      const needed = saves.filter(
        ({ document, state }, index) =>
          state !== 'filed' ||
          !saves.some((other, at) => at > index && other.document === document && other.state === 'filed'),
      );
      for (const { content } of needed) {
        const bytes = contentOf(content);
        expect((await bytesOf(place.vault.read(sha256(bytes)))).toString()).toBe(bytes);
      }
      // As many go as must: what is left over the limit is all needed.
      const isOver = place.stores.contents.usage().bytes > (limit.maxBytes ?? Number.POSITIVE_INFINITY);
      expect(isOver && place.stores.contents.evictable().length > 0).toBe(false);
    }),
    { numRuns: 60 },
  );
});

test('the oldest go first, and no more than must', () => {
  const evictable = [1, 2, 3, 4].map((age) => ({
    ...{ sha256: `${age}`, size: 10, savedAt: age * day, filedAt: age * day },
  }));
  const none = { maxBytes: null, maxAgeDays: null };
  expect(beyondLimits(evictable, 40, none, 100 * day, 0)).toEqual([]);
  expect(beyondLimits(evictable, 40, { ...none, maxBytes: 25 }, 100 * day, 0)).toEqual(['1', '2']);
  expect(beyondLimits(evictable, 40, { ...none, maxAgeDays: 97 }, 100 * day, 0)).toEqual(['1', '2']);
  expect(beyondLimits(evictable, 40, { maxBytes: 40, maxAgeDays: 1 }, 4 * day, 0)).toEqual(['1', '2']);
});

test('what was filed within a week stays, however large the vault is: history alone says that it is filed', async () => {
  using place = await smallVault();
  const contents = ['one', 'two', 'three', 'four'];
  for (const content of contents) {
    await place.vault.capture(place.document('Brief.docx', content));
    const id = place.save('Brief.docx', sha256(content), content.length);
    place.stores.outbox.announcing(id, { key: content, seenUpTo: 0, announced: null }, place.clock.now());
    place.stores.outbox.sent(id, place.clock.now());
    place.stores.outbox.filed(id, null, place.clock.now());
    await place.clock.advance(2 * day);
  }
  const kept = async () => {
    await place.keeper.enforce();
    return Promise.all(contents.map((content) => place.vault.has(sha256(content))));
  };
  // Eight, six, four and two days ago.
  place.keeper.setLimits({ maxBytes: 0, maxAgeDays: null });
  expect(await kept()).toEqual([false, true, true, true]);
  await place.clock.advance(2 * day);
  expect(await kept()).toEqual([false, false, true, true]);
  // Whoever wants them gone sooner, by their age, is obeyed; the newest of a document always stays.
  place.keeper.setLimits({ maxBytes: null, maxAgeDays: 1 });
  expect(await kept()).toEqual([false, false, false, true]);
});

test('when it could not be read once how much there is, the limits are kept all the same the next time', async () => {
  using place = await smallVault();
  for (const content of ['one', 'two']) {
    await place.vault.capture(place.document('Brief.docx', content));
    place.save('a document', sha256(content), 3, 'filed');
  }
  place.keeper.setLimits({ maxBytes: 4, maxAgeDays: null });
  const { contents } = place.stores;
  contents.usage = () => {
    Reflect.deleteProperty(contents, 'usage');
    throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_READ' });
  };
  await place.keeper.enforce();
  expect(contents.usage().bytes).toBe(6);
  await place.keeper.enforce();
  expect(contents.usage().bytes).toBe(3);
});

test('the room of evicted small contents is given back, and what stays of them is whole', async () => {
  using place = await smallVault();
  const contents = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(900));
  for (const content of contents) {
    await place.vault.capture(place.document('Brief.docx', content));
    place.save('Brief.docx', sha256(content), content.length, 'filed');
  }
  const { keeper, vault } = await place.reopen();
  keeper.setLimits({ maxBytes: 2000, maxAgeDays: null });
  await keeper.enforce();
  const packs = join(place.directory, 'vault', 'packs');
  const size = readdirSync(packs).reduce((sum, name) => sum + statSync(join(packs, name)).size, 0);
  expect(size).toBe(1800);
  for (const content of contents.slice(-2)) {
    expect((await bytesOf(vault.read(sha256(content)))).toString()).toBe(content);
  }
  expect(await vault.has(sha256(contents[0] ?? ''))).toBe(false);
});

test('a pack is removed only once it is on disk where its contents are now', async () => {
  const done: string[] = [];
  using place = await smallVault((files) => ({
    sync: async (path) => {
      await files.sync(path);
      done.push(path.endsWith('-wal') ? 'the list is on disk' : 'contents are on disk');
    },
    removeOwn: (path) => {
      done.push('a pack is removed');
      return files.removeOwn(path);
    },
  }));
  for (const digit of ['0', '1', '2', '3', '4', '5']) {
    const content = digit.repeat(900);
    await place.vault.capture(place.document('Brief.docx', content));
    place.save('Brief.docx', sha256(content), content.length, 'filed');
  }
  const { keeper } = await place.reopen();
  keeper.setLimits({ maxBytes: 2000, maxAgeDays: null });
  done.length = 0;
  await keeper.enforce();
  expect(done.slice(-3)).toEqual(['contents are on disk', 'the list is on disk', 'a pack is removed']);
});

test('an eviction that a crash interrupts is finished at the next start', async () => {
  let broken = false;
  using place = await smallVault((files) => ({
    removeOwn: (path) => (broken ? Promise.reject(new Error('killed')) : files.removeOwn(path)),
  }));
  for (const content of ['1'.repeat(5000), '2'.repeat(5000)]) {
    await place.vault.capture(place.document('Brief.docx', content));
    place.save('Brief.docx', sha256(content), content.length, 'filed');
  }
  const old = place.vault.pathOf({ sha256: sha256('1'.repeat(5000)), pack: null });
  broken = true;
  place.keeper.setLimits({ maxBytes: 6000, maxAgeDays: null });
  await place.keeper.enforce();
  expect(statSync(old).size).toBe(5000);
  broken = false;
  const { vault } = await place.reopen();
  expect(() => statSync(old)).toThrow('ENOENT');
  expect(await vault.has(sha256('2'.repeat(5000)))).toBe(true);
});

test('one damaged content does not stop the housekeeping: the room of all others is given back', async () => {
  using place = await smallVault();
  const contents = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(900));
  const capture = async (some: readonly string[]) => {
    for (const content of some) {
      await place.vault.capture(place.document('Brief.docx', content));
      place.save(`Brief ${content[0]}.docx`, sha256(content), content.length, 'filed');
      place.save(`Brief ${content[0]}.docx`, sha256('newer'), 5, 'filed');
    }
  };
  await capture(contents);
  await place.vault.capture(place.document('Brief.docx', 'newer'));
  const packs = join(place.directory, 'vault', 'packs');
  const [pack = ''] = readdirSync(packs);
  // Of the last three, one is not sent yet, and one of these is damaged.
  for (const content of contents.slice(-3)) place.save('Unsent.docx', sha256(content), 900);
  const bytes = readFileSync(join(packs, pack));
  bytes.write('damaged', 7 * 900);
  writeFileSync(join(packs, pack), bytes);
  const { keeper, vault } = await place.reopen();
  keeper.setLimits({ maxBytes: 0, maxAgeDays: null });
  await keeper.enforce();
  for (const content of contents.slice(-2)) {
    const kept = place.stores.contents.get(sha256(content));
    expect(kept?.pack).not.toBe(pack);
    expect((await bytesOf(vault.read(sha256(content)))).toString()).toBe(content);
  }
  // What is damaged stays as it is: some of it may be all there is.
  expect(readdirSync(packs)).toContain(pack);
});

test('what cannot be removed now keeps nothing else from being removed, and no start from being made', async () => {
  let held = '';
  using place = await smallVault((files) => ({
    removeOwn: (path) =>
      path === held
        ? Promise.reject(Object.assign(new Error('held'), { code: 'EBUSY' }))
        : files.removeOwn(path),
  }));
  const contents = ['1', '2', '3'].map((digit) => digit.repeat(5000));
  for (const content of contents) {
    await place.vault.capture(place.document('Brief.docx', content));
    place.save('Brief.docx', sha256(content), content.length, 'filed');
  }
  const paths = contents.map((content) => place.vault.pathOf({ sha256: sha256(content), pack: null }));
  held = paths[0] ?? '';
  place.keeper.setLimits({ maxBytes: 5000, maxAgeDays: null });
  await place.keeper.enforce();
  expect(paths.map((path) => existsSync(path))).toEqual([true, false, true]);
  await place.reopen();
  held = '';
  await place.reopen();
  expect(paths.map((path) => existsSync(path))).toEqual([false, false, true]);
});

test('a list that was put back from an older copy disowns nothing that was captured since', async () => {
  using place = await smallVault();
  const capture = async (content: string) => {
    await place.vault.capture(place.document('Brief.docx', content));
    place.save('Brief.docx', sha256(content), content.length);
  };
  await capture('before');
  const older = place.stores.database.serialize();
  await place.reopen();
  await capture('captured since, in a pack');
  await capture('captured since, in a file of its own '.repeat(100));
  const inVault = () =>
    readdirSync(join(place.directory, 'vault'), { recursive: true }).map(String).toSorted();
  const before = inVault();
  const file = join(place.directory, 'older.db');
  writeFileSync(file, older);
  const database = new Database(file);
  const stores = storesOn(prepareDatabase(database), testAuditContext);
  for (let starts = 1; starts <= 3; starts += 1) {
    await place.openWith(stores);
    expect(inVault()).toEqual(before);
  }
  database.close();
});

test('whatever becomes of the mark that it writes, a list is still the vault’s own', async () => {
  let killed = '';
  using place = await smallVault((files) => {
    const until = async (name: string) => {
      if (killed === name) throw new Error('killed');
    };
    return {
      writeNew: (path, chunks) => until('writeNew').then(() => files.writeNew(path, chunks)),
      sync: (path) => until(path.endsWith('.new') ? 'sync' : 'another sync').then(() => files.sync(path)),
      replace: (from, to) => until('replace').then(() => files.replace(from, to)),
    };
  });
  await place.vault.capture(place.document('Brief.docx', 'first'));
  place.save('Brief.docx', sha256('first'), 5);
  for (killed of ['writeNew', 'sync', 'replace']) {
    await place.reopen();
  }
  killed = '';
  await place.reopen();
  expect(place.stores.contents.isWhole()).toBe(true);
});
