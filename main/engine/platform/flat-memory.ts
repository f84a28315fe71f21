import { setFlagsFromString } from 'node:v8';

/**
 * Keeps memory flat while long lists go through. Young objects keep their first small place, which would otherwise grow to
 * tens of megabytes, and old ones are collected once they are twice what is in use, not several times as much. Set from
 * inside, since a utility process of Electron ignores such flags on its command line.
 */
export function keepMemoryFlat(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=100');
}
