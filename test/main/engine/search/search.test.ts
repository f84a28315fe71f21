import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { Projector } from '../../../../main/engine/features/history/projector.ts';
import { MatterIndexer } from '../../../../main/engine/features/search/matter-indexer.ts';
import { search } from '../../../../main/engine/features/search/search.ts';
import type { KeptMatter } from '../../../../main/engine/store/matters.ts';
import type { Stores } from '../../../../main/engine/store/stores.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { blankMatter } from '../../../support/blank-matter.ts';
import { emptyStores, takeInto } from '../history/projected.ts';

const matter = (id: string, number: string, title: string): KeptMatter => ({
  id: id as MatterId,
  number,
  title,
  ...blankMatter,
  clientCount: 1,
});

let stores: Stores;
let indexer: MatterIndexer;
const matters = (text: string) => search(stores, { text, limit: 8 }).matters.map(({ matterId }) => matterId);
const documents = (text: string) => search(stores, { text, limit: 8 }).documents.map(({ name }) => name);

let seq = 0;
const told = (id: string, changeType: string, more: object = {}) => {
  seq += 1;
  const timestamp = new Date(Date.UTC(2026, 0, 1) + seq * 1_000).toISOString();
  const raw = JSON.stringify({ id: `e${seq}`, timestamp, changeType, file: { id }, ...more });
  takeInto(stores, new Projector(stores), 'm1' as MatterId, [{ seq: 0, readFrom: '', raw }]);
};

beforeAll(async () => {
  stores = emptyStores();
  indexer = new MatterIndexer(stores);
  stores.matters.put([
    matter('m1', '2024/00123-A', 'Okafor v Müller: lease dispute'),
    matter('m2', '2024/001234', 'Estate of Castellano'),
    matter('m3', '1', 'Castellano Group v Okafor'),
    matter('m4', '10', 'One of ten 1'),
    { ...matter('m5', '55', 'Harbour wall'), clients: JSON.stringify([['c1', null]]) },
    matter('open', '77770', 'Archived works of a painter'),
    ...Array.from({ length: 4 }, (_, index) => ({
      ...matter(`closed${index}`, `7777${'0'.repeat(index)}`, 'Archived works of a painter'),
      status: 'Closed',
    })),
  ]);
  stores.matters.putStaff([{ id: 'u1', name: 'Zoë Whitfield-Hale' }]);
  await indexer.run();
  told('d1', 'Create', { newName: 'Expert report (Dr Hale).pdf' });
  told('d2', 'Create', { newName: 'Draft lease.docx' });
});

describe('the search box finds', () => {
  test('a number as it is typed, and the very number first', () => {
    for (let length = 1; length <= '2024/00123-A'.length; length += 1) {
      expect(matters('2024/00123-A'.slice(0, length))).toContain('m1');
    }
    expect(matters('2024/00123-a')[0]).toBe('m1');
    expect(matters('1')[0]).toBe('m3');
  });

  test('a part of a number, with or without its punctuation', () => {
    expect(matters('0123')).toEqual(expect.arrayContaining(['m1', 'm2']));
    expect(matters('123-A')).toEqual(['m1']);
  });

  test('words in any order, by their beginnings, without accents or case', () => {
    expect(matters('muller OKA')).toEqual(['m1']);
    expect(matters('dispute lease')).toEqual(['m1']);
    expect(documents('hale exp')).toEqual(['Expert report (Dr Hale).pdf']);
  });

  test('the matters of a client by the client’s name, and says whose each is', () => {
    stores.clients.named('c1', 'Brightwater Holdings');
    expect(matters('brightwater')).toEqual(['m5']);
    expect(search(stores, { text: 'harbour', limit: 8 }).matters[0]?.clientNames).toEqual([
      'Brightwater Holdings',
    ]);
  });

  test('closed matters after open ones, however many there are, except by the very number', () => {
    const [first] = search(stores, { text: 'archived', limit: 2 }).matters;
    expect(first?.matterId).toBe('open');
    expect(matters('7777')[0]).toBe('closed0');
  });

  test('people by any of their names', () => {
    expect(search(stores, { text: 'hale zoe', limit: 8 }).people).toEqual([
      { userId: 'u1', name: 'Zoë Whitfield-Hale' },
    ]);
  });

  test('a document by its new name at once, by its former name still, and not when it is deleted', () => {
    told('d2', 'Rename', { oldName: 'Draft lease.docx', newName: 'Final agreement.docx' });
    expect(documents('agreement')).toEqual(['Final agreement.docx']);
    expect(documents('draft')).toEqual(['Final agreement.docx']);
    told('d2', 'Delete');
    expect(documents('agreement')).toEqual([]);
    told('d2', 'Restore');
    expect(documents('agreement')).toEqual(['Final agreement.docx']);
  });

  test('a matter by its new title once it is listed anew, and no longer by the old one', async () => {
    stores.matters.put([matter('m2', '2024/001234', 'Estate of Delacroix')]);
    await indexer.run();
    expect(matters('delacroix')).toEqual(['m2']);
    expect(matters('estate castellano')).toEqual([]);
  });

  test('nothing for what has no words', () => {
    expect(search(stores, { text: ' "*()^ - ', limit: 8 })).toEqual({
      matters: [],
      documents: [],
      people: [],
      clients: [],
    });
  });

  test('something or nothing, and never an error, whatever is typed', () => {
    const sign = fc.constantFrom(
      '"',
      '*',
      '(',
      ')',
      'AND',
      'OR',
      'NOT',
      'NEAR(',
      ':',
      '-',
      '^',
      '+',
      '\0',
      "'",
      'a',
      '1',
      ' ',
      '\ud800',
      '😀',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(sign).map((signs) => signs.join('')),
    );
    fc.assert(
      fc.property(text, (any) => {
        expect(search(stores, { text: any.slice(0, 500), limit: 3 }).matters.length).toBeLessThanOrEqual(3);
      }),
      { numRuns: 3_000 },
    );
  }, 60_000);
});
