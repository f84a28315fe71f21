import { bothWays } from './both-ways.ts';
import { captured } from './captured.ts';
import { checkpoints } from './checkpoints.ts';
import { custody } from './custody.ts';
import { Directories } from './directories.ts';
import { documents } from './documents.ts';
import type { Evidence, Invariant } from './evidence.ts';
import { exports } from './exports.ts';
import { filed } from './filed.ts';
import { firm } from './firm.ts';
import { manyChanges } from './many-changes.ts';
import { onDisk } from './on-disk.ts';
import { persons } from './persons.ts';
import { places } from './places.ts';
import { problems } from './problems.ts';
import { requests } from './requests.ts';
import { secrets } from './secrets.ts';
import { stamps } from './stamps.ts';

/**
 * Judges what an engine did by its promises, by what the person did, and by what disk and service have because of it. It knows
 * nothing of how the engine decides: of the engine it reads rows and problems, as somebody would who distrusts them.
 */
export class Oracle {
  readonly #invariants: readonly Invariant[] = [
    ...captured,
    ...documents,
    ...onDisk,
    ...places(new Directories()),
    ...filed,
    ...problems,
    ...manyChanges,
    ...persons,
    ...custody,
    ...checkpoints,
    ...stamps,
    ...exports,
    ...requests,
    ...firm,
    ...bothWays,
    ...secrets,
  ];

  /** What it judges by, in words. */
  get promises(): readonly string[] {
    return this.#invariants.map(({ promise }) => promise);
  }

  /** The promises that do not hold, in words. */
  broken(evidence: Evidence, when: Invariant['when']): string[] {
    return this.#invariants
      .filter((invariant) => invariant.when === when || when === 'at the end')
      .flatMap((invariant) => invariant.broken(evidence).map((words) => `${invariant.promise}: ${words}`));
  }
}
