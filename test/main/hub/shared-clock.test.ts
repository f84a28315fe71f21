import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { SharedClock } from '../../../main/hub/shared/shared-clock.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const away = fc.record({ there: fc.nat(2_000), back: fc.nat(2_000) });
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('measure' as const), away }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(5_000) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('set' as const), by: fc.integer({ min: -90_000, max: 90_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sleep' as const), ms: fc.nat(90_000) }) },
);

test('the clock that hubs share shows at least and at most what it truly shows, though this computer’s is set and sleeps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
      const clock = new FakeClock();
      let [slept, setBy] = [0, 0];
      const own = {
        now: () => clock.now() + setBy,
        steady: () => clock.steady() - slept,
        sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms, signal),
        timer: (ms: number, ring: () => void) => clock.timer(ms, ring),
      };
      const shared = new SharedClock(own);
      const shows = () => 1_700_000_000_000 + clock.steady();
      const measure = ({ there, back }: { there: number; back: number }) =>
        shared.measure(async () => {
          clock.tick(there);
          const seen = shows();
          clock.tick(back);
          return seen;
        });
      await measure({ there: 1, back: 1 });
      for (const one of acts) {
        if (one.do === 'measure') await measure(one.away);
        if (one.do === 'wait') clock.tick(one.ms);
        if (one.do === 'set') setBy += one.by;
        if (one.do === 'sleep') {
          // Less is not told from the unevenness of clocks, and is as much as that.
          const ms = one.ms + 2_000;
          shared.now();
          clock.tick(ms);
          slept += ms;
        }
        const { earliest, latest } = shared.now();
        expect(earliest).toBeLessThanOrEqual(shows());
        expect(latest).toBeGreaterThanOrEqual(shows());
      }
    }),
    {
      numRuns: 300,
      examples: [
        [
          [
            { do: 'set', by: -2 },
            { do: 'sleep', ms: 0 },
          ],
        ],
      ],
    },
  );
});
