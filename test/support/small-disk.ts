import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'vitest';

/** A file system of its own that can be filled. */
export class SmallDisk implements Disposable {
  readonly directory: string;
  readonly #filler: string;

  private constructor(directory: string) {
    this.directory = directory;
    this.#filler = join(directory, 'filler');
  }

  /** Of so many bytes, in place of an empty directory; skips the test, aloud, where the system does not let us make one. */
  static on(directory: string, bytes: number, context: TestContext): SmallDisk {
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', directory]);
    if (status === 0) return new SmallDisk(directory);
    const reason = 'no file system can be mounted here';
    console.warn(`SKIPPED “${context.task.name}”: ${reason}`);
    return context.skip(reason);
  }

  /** Takes all the room there is, to the last block. */
  fill(): void {
    for (let free = this.#free(); free > 0; free = this.#free()) {
      try {
        writeFileSync(this.#filler, Buffer.alloc(free), { flag: 'a' });
      } catch (failure) {
        // The program writes too: what was free a moment ago was taken by it.
        if ((failure as NodeJS.ErrnoException).code !== 'ENOSPC') throw failure;
      }
    }
  }

  makeRoom(): void {
    rmSync(this.#filler);
  }

  #free(): number {
    const { bfree, bsize } = statfsSync(this.directory);
    return bfree * bsize;
  }

  [Symbol.dispose](): void {
    spawnSync('umount', ['-l', this.directory]);
  }
}
