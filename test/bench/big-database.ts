import { HistoryIntake } from '../../main/engine/features/history/intake.ts';
import { Projector } from '../../main/engine/features/history/projector.ts';
import { MatterIndexer } from '../../main/engine/features/search/matter-indexer.ts';
import { readEntry } from '../../main/engine/service/history.ts';
import type { ListedClient } from '../../main/engine/store/clients.ts';
import { openDatabase } from '../../main/engine/store/database.ts';
import { storesOn } from '../../main/engine/store/stores.ts';
import { systemClock } from '../../shared/base/clock.ts';
import type { FolderId, MatterId } from '../../shared/model/index.ts';
import { testAuditContext } from '../support/audit-context.ts';
import { entriesOf, personId } from './big-history.ts';
import { familyNames } from './family-names.ts';

const matters = 50_000;
const documents = 200_000;
const entries = 1_000_000;
/** One matter has this share of everything: firms have such matters. */
const bigMatterEntries = 100_000;

export const matterIdOf = (number: number): MatterId =>
  `5e000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}` as MatterId;

export const numberOf = (number: number): string =>
  `${2010 + (number % 16)}/${String(number).padStart(5, '0')}-${'ABC'[number % 3]}`;

const causes = [
  'lease dispute',
  'estate',
  'share purchase',
  'divorce',
  'unfair dismissal',
  'conveyance',
  'patent',
];

/** Every fifth client has two matters. */
const clientOf = (number: number): ListedClient => {
  const client = number % 40_000;
  return [
    `c1000000-0000-4000-8000-${client.toString(16).padStart(12, '0')}`,
    `${familyNames[(client * 7) % familyNames.length]} ${causes[client % causes.length]?.split(' ')[0]} ${client}`,
  ];
};

/** 50,000 matters, 1,000,000 entries and 200,000 documents, taken in as the engine takes them in. */
export async function makeBigDatabase(file: string): Promise<void> {
  const database = openDatabase(file);
  database.pragma('synchronous = OFF');
  const stores = storesOn(database, testAuditContext);
  stores.matters.putStaff(
    Array.from({ length: 40 }, (_, number) => ({
      id: personId(number),
      name: `Person ${number} Whitfield`,
    })),
  );
  for (let first = 0; first < matters; first += 1_000) {
    stores.matters.put(
      Array.from({ length: 1_000 }, (_, index) => {
        const number = first + index;
        return {
          id: matterIdOf(number),
          number: numberOf(number),
          title: `${familyNames[number % familyNames.length]} v ${familyNames[(number * 7 + 3) % familyNames.length]}: ${causes[number % causes.length]}`,
          description: '',
          status: number % 3 === 0 ? 'Closed' : 'Open',
          isLead: number % 50 === 49,
          matterType: null,
          personResponsibleId: personId(number),
          personAssistingId: null,
          openedDate: null,
          clientCount: 1,
          changedAt: null,
          clients: JSON.stringify([clientOf(number)]),
        };
      }),
    );
  }
  const intake = new HistoryIntake(stores, new Projector(stores), systemClock);
  const each = Math.floor((entries - bigMatterEntries) / (matters - 1));
  let left = entries;
  for (let number = 0; number < matters; number += 1) {
    const count = number === 0 ? bigMatterEntries : number === matters - 1 ? left : each;
    left -= count;
    const ofMatter = Math.max(1, Math.round((documents * count) / entries));
    const raws = entriesOf(number * 1_000_000, count, `folder-${number}-0` as FolderId, ofMatter);
    const read = raws.flatMap((raw) => {
      const entry = readEntry(raw);
      return entry.ok ? [entry.value] : [];
    });
    await intake.take(matterIdOf(number), null, read, {
      now: 0,
      signal: new AbortController().signal,
      whole: () => {},
    });
  }
  await new MatterIndexer(stores).run();
  // As after every listing.
  while (stores.matters.prepareOrder());
  database.close();
}
