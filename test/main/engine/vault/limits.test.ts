import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { beyondLimits } from '../../../../main/engine/vault/limits.ts';
import { sha256 } from '../../../support/workplace.ts';
import { bytesOf, smallVault } from './small-vault.ts';

vi.setConfig({ testTimeout: 60_000 });

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
  const evictable = [1, 2, 3, 4].map((age) => ({ sha256: `${age}`, size: 10, savedAt: age * day }));
  const none = { maxBytes: null, maxAgeDays: null };
  expect(beyondLimits(evictable, 40, none, 100 * day)).toEqual([]);
  expect(beyondLimits(evictable, 40, { ...none, maxBytes: 25 }, 100 * day)).toEqual(['1', '2']);
  expect(beyondLimits(evictable, 40, { ...none, maxAgeDays: 97 }, 100 * day)).toEqual(['1', '2']);
  expect(beyondLimits(evictable, 40, { maxBytes: 40, maxAgeDays: 1 }, 4 * day)).toEqual(['1', '2']);
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
