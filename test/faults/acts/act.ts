import type { Chance } from '../noise.ts';
import type { World } from '../world.ts';

/**
 * One thing that can happen. It draws only from its own chance and ends by itself, so that leaving out others does not
 * change what it is.
 */
export interface Act {
  /** In words, for the story. */
  readonly name: string;
  /** How often, against the others of its list. */
  readonly weight: number;
  readonly play: (world: World, chance: Chance) => void;
}
