import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../main/engine/store/database.ts';
import type { KeptMatter } from '../../../../main/engine/store/matters.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';

const matter = (change: Partial<KeptMatter> = {}): KeptMatter => ({
  id: 'm1' as MatterId,
  number: '1',
  title: 'One',
  description: 'First',
  status: 'Open',
  isLead: false,
  matterType: 'Litigation',
  personResponsibleId: null,
  personAssistingId: null,
  openedDate: null,
  clientCount: 1,
  clients: '',
  changedAt: null,
  ...change,
});

function stores() {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  const database = openDatabase(join(directory, 'matterline.db'));
  onTestFinished(() => {
    database.close();
    rmSync(directory, { recursive: true });
  });
  return storesOn(database, testAuditContext);
}

test('a matter listed again is one matter, as it is now, and only a change counts as one', () => {
  const { matters } = stores();
  expect(matters.put([matter(), matter({ id: 'm2' as MatterId })])).toBe(2);
  matters.learnRootFolderAddress('m1' as MatterId, 'root');
  expect(matters.put([matter(), matter({ id: 'm2' as MatterId })])).toBe(0);
  expect(matters.put([matter({ matterType: null, status: 'Closed' })])).toBe(1);
  expect(matters.get('m1' as MatterId)).toMatchObject({ matterType: null, status: 'Closed', title: 'One' });
  expect(matters.rootFolderAddress('m1' as MatterId)).toBe('root');
});

test.each<Partial<KeptMatter>>([
  { number: '2' },
  { title: 'Two' },
  { description: 'Second' },
  { isLead: true },
  { personResponsibleId: 's1' },
  { personAssistingId: 's2' },
  { openedDate: '2026-11-20' },
  { clientCount: 2 },
  { clients: '[["c1",null]]' },
])('a matter that differs in %o is kept anew', (change) => {
  const { matters } = stores();
  matters.put([matter()]);
  expect(matters.put([matter(change)])).toBe(1);
  const { isLead, clients: _clients, changedAt: _changedAt, ...same } = { ...matter(), ...change };
  expect(matters.get('m1' as MatterId)).toMatchObject({ ...same, isLead: isLead ? 1 : 0 });
});

test('the last change of a matter is that of its record until its history knows a later one, and never goes back', () => {
  const { matters } = stores();
  const lastChange = () => matters.get('m1' as MatterId)?.lastChangeAt;
  matters.put([matter()]);
  expect(lastChange()).toBeNull();
  expect(matters.put([matter({ changedAt: 5_000 })])).toBe(1);
  expect(lastChange()).toBe(5_000);
  expect(matters.put([matter({ changedAt: 4_000 })])).toBe(0);
  expect(matters.put([matter({ title: 'Two' })])).toBe(1);
  expect(lastChange()).toBe(5_000);
});

test('every order of the list is the same before and after its index is made', () => {
  const { matters } = stores();
  const texts = ['b', 'A', 'a', 'C', 'Ä', 'c'];
  matters.put(
    texts.map((text, index) =>
      matter({
        id: `m${index}` as MatterId,
        number: `${9 - index}`,
        title: text,
        status: index % 2 ? 'Open' : 'Closed',
      }),
    ),
  );
  const listed = () =>
    (['number', 'title', 'status', 'lastChange', 'responsible'] as const).flatMap((by) =>
      (['up', 'down'] as const).map((direction) =>
        matters
          .list({
            text: '',
            show: 'all',
            sort: { by, direction },
            responsibleId: null,
            status: null,
            offset: 0,
            limit: 9,
          })
          .rows.map(({ id }) => id),
      ),
    );
  const before = listed();
  let made = 0;
  while (matters.prepareOrder()) made += 1;
  expect(made).toBe(4);
  expect(matters.prepareOrder()).toBe(false);
  expect(listed()).toEqual(before);
});

/** 2 is FULL: a commit returns when it is on disk. */
const synchronous = (database: ReturnType<typeof stores>['database']) =>
  database.pragma('synchronous', { simple: true });

test('every other commit waits for the disk, also after matters were kept or could not be', () => {
  const { matters, database } = stores();
  expect(synchronous(database)).toBe(2);
  matters.put([matter()]);
  expect(synchronous(database)).toBe(2);
  const broken = matter({ id: 'm3' as MatterId, title: null as unknown as string });
  expect(() => matters.put([matter({ id: 'm2' as MatterId }), broken])).toThrow('NOT NULL');
  expect(synchronous(database)).toBe(2);
  expect(matters.get('m2' as MatterId)).toBeUndefined();
});

test('matters cannot be kept inside a transaction that others rely on being on disk', () => {
  const { matters, database } = stores();
  expect(() => database.transaction(() => matters.put([matter()]))()).toThrow('Safety level');
  expect(synchronous(database)).toBe(2);
});
