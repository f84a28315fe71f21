import { Updates } from '../../../main/updates/updates.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/** Of a copy of the program that does not update itself. */
export const noUpdates = (): Updates =>
  new Updates({
    clock: new FakeClock(),
    random: () => 0,
    feed: 'source',
    unfiled: async () => 0,
    endAndInstall: () => {},
  });
