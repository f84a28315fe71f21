import { setFlagsFromString } from 'node:v8';

/**
 * Keeps memory flat while long lists go through: old objects are collected once they are a third more than what is in use,
 * not several times as much. Set from inside, since a utility process of Electron ignores such flags on its command line.
 */
export function keepMemoryFlat(): void {
  setFlagsFromString('--heap-growing-percent=30');
}
