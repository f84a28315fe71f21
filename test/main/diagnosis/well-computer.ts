import type { DiagnosisPorts } from '../../../main/diagnosis/diagnose.ts';

/** A computer on which everything is as it should be. */
export const wellComputer: Pick<DiagnosisPorts, 'lookup' | 'freeBytes' | 'diskSpeed' | 'watching'> = {
  lookup: async () => '192.0.2.1',
  freeBytes: async () => 50_000_000_000,
  diskSpeed: async () => 200_000_000,
  watching: async () => true,
};
