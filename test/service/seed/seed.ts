import { pseudoRandom, pseudoRandomBytes } from '../pseudo-random.ts';
import { readSetting, writeSetting } from '../store/settings.ts';
import type { World } from '../world.ts';
import { uuidFrom } from '../world.ts';
import { seedContacts } from './contacts.ts';
import { seedFirm } from './firm.ts';
import { seedMatterTypes } from './matter-types.ts';
import { seedPeople } from './people.ts';
import {
  seedActivityCodes,
  seedLayouts,
  seedPlugins,
  seedReferralTypes,
  seedStageSets,
} from './practice-records.ts';

const sampleSeed = 20_170;

/** Fills a new directory; one that was seeded before is left as it is. The same ids every time. */
export function seedOnce(world: World, what: 'firm' | 'empty'): void {
  if (readSetting(world.store, 'seeded') !== undefined) return;
  const chance = pseudoRandom(sampleSeed);
  const repeatable: World = { ...world, newId: () => uuidFrom(pseudoRandomBytes(chance, 16)) };
  const fill = world.store.transaction(() => {
    const people = seedPeople(repeatable);
    const matterTypes = seedMatterTypes(repeatable);
    const contacts = seedContacts(repeatable);
    const layoutIds = seedLayouts(repeatable);
    seedActivityCodes(repeatable);
    seedStageSets(repeatable);
    seedPlugins(repeatable);
    if (what === 'firm') seedFirm(repeatable, { chance, people, matterTypes, contacts, layoutIds });
    seedReferralTypes(repeatable);
    writeSetting(world.store, 'seeded', what);
  });
  fill();
}
