import { expect, test, vi } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import type { Clock } from '../../../../shared/base/clock.ts';
import { eventually } from '../../../support/workplace.ts';
import { openOffice } from './office.ts';

/** A computer whose clock is set, or that slept: what it shows moves, and timers do not. */
function movable() {
  let moved = 0;
  const on = (clock: Clock): Clock => ({
    now: () => clock.now() + moved,
    steady: () => clock.steady(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    timer: (ms, ring) => clock.timer(ms, ring),
  });
  return {
    move(ms: number) {
      moved += ms;
    },
    ports: (ports: EnginePorts): EnginePorts => ({ ...ports, clock: on(ports.clock) }),
  };
}
const hour = 3_600_000;

test('a request that is to be tried again is, though the clock was set back meanwhile', async () => {
  const clock = movable();
  await using office = await openOffice({ ports: clock.ports });
  office.place.service.faults.add({ route: '/^PATCH /', kind: 'status', status: 503, count: 1 });
  const [id] = office.submit(office.patch({ description: 'Lease of the mill' }));
  if (!id) throw new Error('nothing was submitted');
  await vi.waitFor(() => expect(office.request(id)).toMatchObject({ waitsFor: 'next-try' }), eventually);
  clock.move(-400 * 24 * hour);
  await office.stands(id, 'done');
});

test('what was accepted before the computer slept is not said to be missing because nobody can look yet', async () => {
  const clock = movable();
  await using office = await openOffice({ ports: clock.ports });
  const { faults } = office.place.service;
  // The matter is read just before it is changed, and not any more until the network is back.
  const isBack = faults.add({
    route: '/^GET .*[/]matters[/][^/]+$/',
    kind: 'reset',
    count: 'always',
    after: 1,
  });
  const [id] = office.submit(office.patch({ description: 'Lease of the mill' }));
  if (!id) throw new Error('nothing was submitted');
  const { changedAt } = await office.stands(id, 'sent');
  clock.move(8 * hour);
  await vi.waitFor(() => {
    const now = office.request(id);
    expect(Date.parse(now.changedAt)).toBeGreaterThan(Date.parse(changedAt) + 7 * hour);
    expect(now.state).toBe('sent');
  }, eventually);
  isBack();
  await office.stands(id, 'done');
});
