import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { PracticeService } from '../service/index.ts';

/** One comparison of what was saved with what the service keeps. */
export interface Comparison {
  readonly holds: boolean;
  readonly line: string;
}

/** Remembers every save of a matter, to compare them byte for byte with what the service has in the end. */
export class Ledger {
  readonly #saves = new Map<string, string[]>();

  /** Notes what is on disk at this path now as one save. */
  async note(path: string): Promise<void> {
    this.#saves.set(path, [...(this.#saves.get(path) ?? []), sha256(await readFile(path))]);
  }

  /** Compares: for each document the number of versions, each version's bytes, and the newest with the disk. */
  async compare(service: PracticeService, matterId: string): Promise<Comparison[]> {
    const comparisons: Comparison[] = [];
    for (const [path, saves] of this.#saves) {
      const name = basename(path);
      const files = service.filesOf(matterId).filter((file) => file.fileName === name && !file.deleted);
      const versions = files.flatMap((file) => service.contentOf(matterId, file.fileId));
      comparisons.push(
        compared(`${name}: documents of this name`, files.length, 1),
        compared(`${name}: versions`, versions.length, saves.length),
      );
      for (const [index, saved] of saves.entries()) {
        const version = versions[index];
        const kept = version ? sha256(await readFile(version.path)) : 'nothing';
        comparisons.push(compared(`${name}: SHA-256 of version ${index + 1}`, kept, saved));
      }
      const newest = versions.at(-1);
      const onDisk = sha256(await readFile(path));
      const kept = newest ? sha256(await readFile(newest.path)) : 'nothing';
      comparisons.push(compared(`${name}: SHA-256 of the newest version and the disk`, kept, onDisk));
    }
    return comparisons;
  }
}

function compared(what: string, kept: number | string, wanted: number | string): Comparison {
  const holds = kept === wanted;
  return { holds, line: `${what}: ${holds ? kept : `the service has ${kept}, wanted ${wanted}`}` };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
