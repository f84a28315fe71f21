import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file system of its own that can be filled. */
export class SmallDisk implements Disposable {
  readonly directory: string;
  readonly #filler: string;

  private constructor(directory: string) {
    this.directory = directory;
    this.#filler = join(directory, 'filler');
  }

  /** Of so many bytes, in place of an empty directory; null where the system does not let us make one. */
  static on(directory: string, bytes: number): SmallDisk | null {
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', directory]);
    return status === 0 ? new SmallDisk(directory) : null;
  }

  /** Takes all the room there is, to the last block. */
  fill(): void {
    for (let free = this.#free(); free > 0; free = this.#free()) {
      writeFileSync(this.#filler, Buffer.alloc(free), { flag: 'a' });
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
