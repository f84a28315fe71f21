import type { Act } from './screenActs.ts';

/** A screen to look at: a scene of the made-up firm, a place, and what the person did there. */
export interface Screen {
  readonly name: string;
  readonly scene: string;
  readonly hash?: string;
  /** A selector; by default, documents or matters. */
  readonly ready?: string;
  readonly act?: Act;
}
