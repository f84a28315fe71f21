import { networkFaults } from '../network-faults.ts';
import { between, type Chance, oneOf } from '../noise.ts';
import type { World } from '../world.ts';
import type { Act } from './act.ts';

const service = (name: string, weight: number, doing: (world: World, chance: Chance) => string): Act => ({
  name,
  weight,
  play: (world, chance) => {
    world.count(name);
    world.tell(`${name}${doing(world, chance)}`);
  },
});

const ofKind = (...kinds: string[]) => networkFaults.filter(({ kind }) => kinds.includes(kind));
const seconds = (ms: number) => ` for ${(ms / 1000).toFixed(1)} s`;

export const serviceActs: readonly Act[] = [
  service('service out of reach', 3, (world, chance) => {
    const ms = between(chance, 1_000, 25_000);
    world.network.offline = true;
    world.later(ms, () => {
      world.network.offline = false;
    });
    return seconds(ms);
  }),
  service('calls go wrong', 8, (world, chance) => {
    const ms = between(chance, 5_000, 30_000);
    const faults = ofKind('passing', 'account');
    world.network.spell({ until: world.clock.steady() + ms, chance: between(chance, 0.05, 0.6), faults });
    return seconds(ms);
  }),
  service('calls go wrong in one way', 4, (world, chance) => {
    const ms = between(chance, 2_000, 15_000);
    const fault = oneOf(chance, ofKind('passing', 'account'));
    if (!fault) return '';
    world.network.spell({
      until: world.clock.steady() + ms,
      chance: between(chance, 0.3, 1),
      faults: [fault],
    });
    return `${seconds(ms)}: ${fault.name}`;
  }),
  service('one call goes wrong', 8, (world, chance) => {
    const of = oneOf(chance, ['announcement', 'content', 'content', 'history', 'matters', 'request']);
    const fault = oneOf(chance, ofKind('passing', 'account'));
    if (fault) world.network.once(of, fault);
    return `: the next ${of}, ${fault?.name}`;
  }),
  service('one call is refused', 2, (world, chance) => {
    const of = oneOf(chance, ['announcement', 'content', 'history', 'request']);
    const fault = oneOf(chance, ofKind('refusal'));
    if (fault) world.network.once(of, fault);
    return `: the next ${of}, ${fault?.name}`;
  }),
  service('history is refused', 1, (world, chance) => {
    const ms = between(chance, 3_000, 20_000);
    const fault = oneOf(chance, ofKind('refusal'));
    const until = world.clock.steady() + ms;
    if (fault) world.network.spell({ until, chance: 1, faults: [fault], of: 'history' });
    return `${seconds(ms)}: ${fault?.name}`;
  }),
  service('history late', 3, (world, chance) => {
    const ms = between(chance, 3_000, 20_000);
    world.service.lateness = 5_000;
    world.later(ms, () => {
      world.service.lateness = 200;
    });
    return seconds(ms);
  }),
  service('service clock wrong', 2, (world, chance) => {
    world.service.skew = (chance() - 0.5) * 10 * 3_600_000;
    return ` by ${Math.round(world.service.skew / 60_000)} minutes`;
  }),
  service('upload addresses run out at once', 2, (world, chance) => {
    const ms = between(chance, 2_000, 15_000);
    world.service.shortLived = 0.7;
    world.later(ms, () => {
      world.service.shortLived = 0.03;
    });
    return seconds(ms);
  }),
  service('access token expires', 3, (world) => {
    world.network.token += 1;
    return '';
  }),
  service('network slow', 2, (world, chance) => {
    const ms = between(chance, 2_000, 15_000);
    world.network.latency = between(chance, 500, 8_000);
    world.later(ms, () => {
      world.network.latency = 150;
    });
    return seconds(ms);
  }),
];
