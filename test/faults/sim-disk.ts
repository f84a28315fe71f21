import { basename, dirname } from 'node:path/posix';
import { type FileFacts, type Files, sameFile } from '../../main/engine/files/files.ts';
import type { Life } from './life.ts';

interface Node {
  readonly inode: number;
  content: Buffer;
  modified: number;
  /** Nanoseconds since 1970, as text. */
  changed: string;
  /** How many of its bytes would survive a power cut. */
  safe: number;
}

const failure = (code: string): Error => Object.assign(new Error(code), { code });

/**
 * A disk in memory that can lose what was not synced, be full, and hold files busy. What the person does on it is safe
 * at once; what the engine does is safe once it asked for it.
 */
export class SimDisk {
  readonly files = new Map<string, Node>();
  readonly directories = new Set<string>(['/']);
  /** Names given and not yet safe, by their directory, newest last: what undoes each. */
  readonly #unsafeNames = new Map<string, (() => void)[]>();
  readonly #busy = new Set<string>();
  readonly #chance: () => number;
  readonly #now: () => number;
  #inode = 0;
  #stamp = 0;
  full = false;
  /** What the engine did to a file of the person's. */
  readonly trespasses: string[] = [];
  /** What of the person's the engine replaced when it restored an earlier version. */
  readonly replaced: Buffer[] = [];
  readonly injected = { full: 0, busy: 0, lost: 0 };

  constructor(chance: () => number, now: () => number) {
    this.#chance = chance;
    this.#now = now;
  }

  hold(path: string, busy: boolean): void {
    if (busy) this.#busy.add(path);
    else this.#busy.delete(path);
  }

  write(path: string, content: string): void {
    this.#stamp += 1;
    const node = this.files.get(path);
    if (node) {
      node.content = Buffer.from(content);
      node.changed = this.#changedNow();
      node.safe = Number.POSITIVE_INFINITY;
      // Some programs put the old time back.
      if (this.#chance() < 0.9) node.modified = this.#now();
      return;
    }
    this.#inode += 1;
    const modified = this.#now();
    this.files.set(path, {
      inode: this.#inode,
      content: Buffer.from(content),
      modified,
      changed: this.#changedNow(),
      safe: Number.POSITIVE_INFINITY,
    });
  }

  touch(path: string): void {
    const node = this.files.get(path);
    if (!node) return;
    this.#stamp += 1;
    node.modified = this.#now();
    node.changed = this.#changedNow();
  }

  rename(from: string, to: string): void {
    const node = this.files.get(from);
    if (!node) return;
    this.#stamp += 1;
    node.changed = this.#changedNow();
    this.files.delete(from);
    this.files.set(to, node);
  }

  remove(path: string): void {
    this.files.delete(path);
  }

  text(path: string): string | undefined {
    return this.files.get(path)?.content.toString();
  }

  /** Another one at each change, however quickly they follow each other. */
  #changedNow(): string {
    return String(BigInt(this.#now()) * 1_000_000n + BigInt(this.#stamp));
  }

  /** The power goes: bytes and names not synced may be gone, newest names first. */
  cutPower(): void {
    for (const undos of this.#unsafeNames.values()) {
      for (const undo of undos.toReversed()) {
        if (this.#chance() < 0.3) break;
        this.injected.lost += 1;
        undo();
      }
    }
    this.#unsafeNames.clear();
    for (const node of this.files.values()) {
      if (node.safe >= node.content.length) continue;
      this.injected.lost += 1;
      const survived = node.safe + Math.floor(this.#chance() * (node.content.length - node.safe));
      node.content = node.content.subarray(0, survived);
      node.safe = survived;
    }
  }

  /** The disk as one life of the engine sees it. `ours` says which files the engine may write. */
  seenBy(life: Life, ours: (path: string) => boolean): Files {
    // oxlint-disable-next-line typescript/no-this-alias -- the generator below has a `this` of its own
    const disk = this;
    const mine = (path: string, act: string) => {
      if (!ours(path)) disk.trespasses.push(`${act} ${path}`);
    };
    const facts = (path: string): FileFacts | null => {
      if (disk.directories.has(path)) {
        return { kind: 'directory', size: 0, modified: '0', changed: '0', inode: `d${path}` };
      }
      const node = disk.files.get(path);
      if (!node) return null;
      const { size, modified, changed, inode } = { size: node.content.length, ...node };
      return {
        kind: 'file',
        size,
        modified: String(modified),
        changed,
        inode: String(inode),
      };
    };
    return {
      facts: (path) => life.takes(3, () => facts(path)),
      async *read(path, part) {
        const half = await life.takes(5, () => {
          const node = disk.files.get(path);
          if (!node) throw failure('ENOENT');
          if (disk.#busy.has(path)) {
            disk.injected.busy += 1;
            throw failure('EBUSY');
          }
          return Math.floor((part?.length ?? node.content.length) * disk.#chance());
        });
        // Somebody may write between two reads of the same open file.
        const open = disk.files.get(path);
        if (!open) return;
        const start = part?.start ?? 0;
        yield await life.takes(10, () => open.content.subarray(start, start + half));
        yield await life.takes(10, () =>
          open.content.subarray(start + half, part ? start + part.length : open.content.length),
        );
      },
      async readSmall(path, most, start = 0) {
        const chunks: Uint8Array[] = [];
        for await (const chunk of this.read(path)) chunks.push(chunk);
        return Buffer.concat(chunks).subarray(start, start + most);
      },
      async writeNew(path, chunks) {
        mine(path, 'wrote');
        const node = await life.takes(3, () => {
          if (disk.full) {
            disk.injected.full += 1;
            throw failure('ENOSPC');
          }
          if (disk.files.has(path)) throw failure('EEXIST');
          if (!disk.directories.has(dirname(path))) throw failure('ENOENT');
          disk.#inode += 1;
          const made = {
            inode: disk.#inode,
            content: Buffer.alloc(0),
            modified: disk.#now(),
            changed: '0',
            safe: 0,
          };
          disk.files.set(path, made);
          disk.#unsafe(path, () => disk.files.delete(path));
          return made;
        });
        for await (const chunk of chunks) {
          await life.takes(3, () => {
            node.content = Buffer.concat([node.content, chunk]);
          });
        }
      },
      async append(path, bytes) {
        mine(path, 'wrote');
        await life.takes(3, () => {
          const node = disk.files.get(path);
          if (!node) throw failure('ENOENT');
          // A disk that fills up takes the beginning.
          const room = disk.full ? Math.floor(disk.#chance() * bytes.byteLength) : bytes.byteLength;
          node.content = Buffer.concat([node.content, bytes.subarray(0, room)]);
          if (!disk.full) return;
          disk.injected.full += 1;
          throw failure('ENOSPC');
        });
      },
      clone: () => life.takes(1, () => false),
      sync: (path) =>
        life.takes(10, () => {
          const node = disk.files.get(path);
          if (node) node.safe = Math.max(node.safe, node.content.length);
          disk.#unsafeNames.delete(path);
        }),
      async replace(from, to) {
        mine(from, 'moved');
        mine(to, 'replaced');
        await life.takes(3, () => {
          const node = disk.files.get(from);
          const before = disk.files.get(to);
          if (!node) throw failure('ENOENT');
          disk.files.delete(from);
          disk.files.set(to, node);
          disk.#unsafe(to, () => {
            disk.files.delete(to);
            if (before) disk.files.set(to, before);
            disk.files.set(from, node);
          });
        });
      },
      async replaceExact(from, to, expected) {
        mine(from, 'moved');
        return life.takes(3, () => {
          const before = disk.files.get(to);
          const now = facts(to);
          if (!before || !now || !sameFile(now, expected)) return false;
          disk.replaced.push(before.content);
          disk.rename(from, to);
          disk.#unsafe(to, () => disk.files.set(to, before));
          return true;
        });
      },
      makeReadOnly: () => life.takes(1, () => undefined),
      async moveNew(from, to) {
        mine(from, 'moved');
        await life.takes(3, () => {
          if (disk.files.has(to)) throw failure('EEXIST');
          disk.rename(from, to);
        });
      },
      async removeOwn(path) {
        mine(path, 'removed');
        await life.takes(3, () => disk.files.delete(path));
      },
      makeDirectories: (path) =>
        life.takes(3, () => {
          for (let at = path; at !== '/'; at = dirname(at)) disk.directories.add(at);
        }),
      makeDirectory: (path) =>
        life.takes(3, () => {
          if (disk.directories.has(path)) return;
          if (!disk.directories.has(dirname(path))) throw failure('ENOENT');
          disk.directories.add(path);
          disk.#unsafe(path, () => {
            disk.directories.delete(path);
            for (const file of disk.files.keys()) if (file.startsWith(`${path}/`)) disk.files.delete(file);
          });
        }),
      list: (path) => life.takes(3, () => disk.namesIn(path)),
      real: (path) => life.takes(1, () => path),
      writable: () => life.takes(1, () => null),
    };
  }

  namesIn(path: string): string[] {
    return [...this.files.keys(), ...this.directories]
      .filter((one) => one !== '/' && dirname(one) === path)
      .map((one) => basename(one));
  }

  #unsafe(path: string, undo: () => void): void {
    const directory = dirname(path);
    this.#unsafeNames.set(directory, [...(this.#unsafeNames.get(directory) ?? []), undo]);
  }
}
