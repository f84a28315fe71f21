import { captured } from './captured.ts';
import { custody } from './custody.ts';
import { Directories } from './directories.ts';
import { documents } from './documents.ts';
import type { Evidence, Invariant } from './evidence.ts';
import { filed } from './filed.ts';
import { manyChanges } from './many-changes.ts';
import { onDisk } from './on-disk.ts';
import { places } from './places.ts';
import { problems } from './problems.ts';
import { requests } from './requests.ts';

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
    ...custody,
    ...requests,
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
