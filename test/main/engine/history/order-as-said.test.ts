import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HistoryIntake } from '../../../../main/engine/features/history/intake.ts';
import { Projector } from '../../../../main/engine/features/history/projector.ts';
import { type HistoryEntry, readEntry } from '../../../../main/engine/service/history.ts';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import { emptyStores } from './projected.ts';

const matterId = 'matter-1' as MatterId;
const minute = 60_000;
const folders = [null, 'F', 'G'] as const;
type Place = (typeof folders)[number];

interface Told {
  readonly json: Record<string, unknown>;
  readonly in: ReadonlySet<Place>;
}
interface Item {
  name: string;
  place: Place;
  deleted: boolean;
}
type Form = 'full' | 'sparse' | 'unstated';
/** Which histories tell of a move. */
type MovesIn = 'both' | 'new place';

/** A service that tells what happened in the order in which it happened, with the time of whoever did it. */
class Service {
  readonly told: Told[] = [];
  readonly items = new Map<string, Item>();
  readonly #form: Form;
  readonly #movesIn: MovesIn;
  #now = Date.parse('2026-11-01T08:00:00Z');

  constructor(form: Form, movesIn: MovesIn = 'both') {
    this.#form = form;
    this.#movesIn = movesIn;
  }

  act(fileId: string, act: Act, skew: number): void {
    this.#now += minute;
    const item = this.items.get(fileId);
    if (item === undefined) {
      const made: Item = { name: 'first', place: act.to, deleted: false };
      this.items.set(fileId, made);
      return this.#tell('Create', fileId, made, skew, [act.to], { documentVersionId: `${fileId} 1` });
    }
    const before = { ...item };
    switch (act.what) {
      case 'version':
        if (item.deleted) return;
        return this.#tell('Update', fileId, item, skew, [item.place], {
          documentVersionId: `v${this.told.length}`,
        });
      case 'rename':
        if (item.deleted) return;
        item.name = `name ${this.told.length}`;
        return this.#tell('Rename', fileId, item, skew, [item.place], {
          oldName: before.name,
          newName: item.name,
        });
      case 'move':
        if (item.deleted || act.to === item.place) return;
        item.place = act.to;
        return this.#tell(
          'Move',
          fileId,
          item,
          skew,
          this.#movesIn === 'both' ? [before.place, act.to] : [act.to],
          {
            oldFolderId: before.place,
            newFolderId: act.to,
          },
        );
      case 'delete':
        item.deleted = !item.deleted;
        return this.#tell(item.deleted ? 'Delete' : 'Restore', fileId, item, skew, [item.place], {});
    }
  }

  #tell(changeType: string, fileId: string, item: Item, skew: number, places: Place[], more: object): void {
    const stated = this.#form !== 'unstated';
    this.told.push({
      in: new Set(places),
      json: {
        id: `entry ${this.told.length}`,
        changeType,
        timestamp: new Date(this.#now + skew * minute).toISOString(),
        file: { id: fileId },
        folder: stated && item.place !== null ? { id: item.place } : null,
        newFolderId: this.#form === 'full' || changeType === 'Create' ? (stated ? item.place : null) : null,
        newName: this.#form === 'sparse' && changeType !== 'Create' ? null : item.name,
        ...more,
      },
    });
  }

  history(place: Place): HistoryEntry[] {
    return this.told
      .filter((one) => one.in.has(place))
      .map(({ json }) => {
        const entry = readEntry(JSON.stringify(json));
        if (!entry.ok) throw new Error(entry.error);
        return entry.value;
      });
  }
}

/** Another folder that is read while this one's answer is on its way. */
interface Meanwhile {
  readonly place: Place;
  readonly when: 'answered' | 'understood';
}

interface Act {
  readonly what: 'version' | 'rename' | 'move' | 'delete';
  readonly to: Place;
}

/** A computer that reads these histories. */
function reading(service: Service, newestFirst: boolean) {
  const stores = emptyStores();
  const open = () => new HistoryIntake(stores, new Projector(stores), { steady: () => 0 });
  const { signal } = new AbortController();
  let intake = open();
  const read = async (place: Place, meanwhile?: Meanwhile): Promise<void> => {
    const folderId = place as FolderId | null;
    const newest = stores.history.newestSeq();
    const all = service.history(place);
    if (newestFirst) all.reverse();
    if (meanwhile?.when === 'answered' && meanwhile.place !== place) await read(meanwhile.place);
    const wanted = intake.unknown(matterId, folderId)(all.map(({ id }) => id));
    const isWanted = all.map(({ id }) => wanted.has(id));
    const [first, last] = [isWanted.indexOf(true), isWanted.lastIndexOf(true)];
    const known =
      first === -1
        ? { before: all.length, among: 0, after: 0 }
        : {
            before: first,
            among: last - first + 1 - isWanted.filter(Boolean).length,
            after: all.length - 1 - last,
          };
    const entries = all.filter((_, index) => isWanted[index]);
    if (meanwhile?.when === 'understood' && meanwhile.place !== place) await read(meanwhile.place);
    const whole = () => stores.history.putSeen(matterId, folderId, newest);
    await intake.take(matterId, folderId, entries, { now: 0, signal, known, whole });
  };
  return {
    read,
    restart: () => {
      intake = open();
    },
    shown: () =>
      Object.fromEntries(
        stores.documents.documents(matterId).map(({ id, name, folderId }) => [id, { name, place: folderId }]),
      ),
    close: () => stores.database.close(),
  };
}

const there = (service: Service) =>
  Object.fromEntries(
    [...service.items].flatMap(([id, { name, place, deleted }]) => (deleted ? [] : [[id, { name, place }]])),
  );

const numRuns = 500;
/** What happened before anything was read is told by clocks that are right: enough to tell which end is the older. */
const began = (service: Service) => {
  for (const id of ['s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8', 's9'])
    service.act(id, { what: 'version', to: null }, 0);
};

const place = fc.constantFrom(...folders);
const anyOrder = fc.shuffledSubarray([...folders], { minLength: 3 });
const act = fc.record({
  kind: fc.constant('act' as const),
  file: fc.constantFrom('d1', 'd2'),
  act: fc.record({ what: fc.constantFrom('version', 'rename', 'move', 'delete'), to: place }),
  skew: fc.constantFrom(0, 0, -600, -3, 3, 600),
});
const meanwhile = fc.record({ place, when: fc.constantFrom('answered' as const, 'understood' as const) });
const step = fc.oneof(
  { weight: 4, arbitrary: act },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      place,
      meanwhile: fc.option(meanwhile, { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
);

describe('names and places are what the service told last, whatever clients’ clocks say', () => {
  test.each(['full', 'sparse', 'unstated'] as const)(
    'where entries are %s',
    async (form) => {
      await fc.assert(
        fc.asyncProperty(
          fc.boolean(),
          fc.array(act, { maxLength: 6 }),
          fc.array(step, { maxLength: 14 }),
          anyOrder,
          async (newestFirst, before, steps, order) => {
            const service = new Service(form);
            began(service);
            for (const { file, act: one } of before) service.act(file, one, 0);
            const { read, restart, shown, close } = reading(service, newestFirst);
            for (const one of order) await read(one);
            for (const one of steps) {
              if (one.kind === 'act') service.act(one.file, one.act, one.skew);
              else if (one.kind === 'restart') restart();
              else await read(one.place, one.meanwhile);
            }
            for (const one of order) await read(one);
            expect(shown()).toEqual(there(service));
            close();
          },
        ),
        { numRuns },
      );
    },
    600_000,
  );

  test('also where only the new folder tells of a move, if all folders are read between two changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(fc.tuple(act, anyOrder), { maxLength: 14 }),
        async (newestFirst, steps) => {
          const service = new Service('full', 'new place');
          began(service);
          const { read, shown, close } = reading(service, newestFirst);
          for (const one of folders) await read(one);
          for (const [{ file, act: one, skew }, places] of steps) {
            service.act(file, one, skew);
            // Twice, so that each was read when what the others told was known.
            for (const each of [...places, ...places]) await read(each);
          }
          expect(shown()).toEqual(there(service));
          close();
        },
      ),
      { numRuns },
    );
  }, 600_000);

  test('and where only the new folder tells of a move, whenever folders are read, if clocks are right', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(step, { maxLength: 14 }),
        anyOrder,
        async (newestFirst, steps, places) => {
          const service = new Service('full', 'new place');
          began(service);
          const { read, restart, shown, close } = reading(service, newestFirst);
          for (const one of folders) await read(one);
          for (const one of steps) {
            if (one.kind === 'act') service.act(one.file, one.act, 0);
            else if (one.kind === 'restart') restart();
            else await read(one.place, one.meanwhile);
          }
          for (const one of places) await read(one);
          expect(shown()).toEqual(there(service));
          close();
        },
      ),
      { numRuns },
    );
  }, 600_000);
});
