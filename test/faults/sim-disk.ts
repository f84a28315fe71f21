import { basename, dirname } from 'node:path/posix';
import type { FileFacts, Files } from '../../main/engine/files/files.ts';
import { fingerprintOf } from '../../main/engine/watch/fingerprint.ts';
import type { Seen } from '../../main/engine/watch/watch-tree.ts';
import type { Life } from './life.ts';

interface Node {
  readonly inode: number;
  content: Buffer;
  modified: number;
  changed: number;
  /** Whether the bytes would survive a power cut. */
  safe: boolean;
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
      node.changed = this.#stamp;
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
      changed: this.#stamp,
      safe: true,
    });
  }

  touch(path: string): void {
    const node = this.files.get(path);
    if (!node) return;
    this.#stamp += 1;
    node.modified = this.#now();
    node.changed = this.#stamp;
  }

  rename(from: string, to: string): void {
    const node = this.files.get(from);
    if (!node) return;
    this.#stamp += 1;
    node.changed = this.#stamp;
    this.files.delete(from);
    this.files.set(to, node);
  }

  remove(path: string): void {
    this.files.delete(path);
  }

  text(path: string): string | undefined {
    return this.files.get(path)?.content.toString();
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
      if (node.safe) continue;
      this.injected.lost += 1;
      node.content = node.content.subarray(0, Math.floor(this.#chance() * node.content.length));
      node.safe = true;
    }
  }

  /** The disk as one life of the engine sees it. `ours` says which files the engine may write. */
  seenBy(life: Life, ours: (path: string) => boolean): Files {
    // oxlint-disable-next-line typescript/no-this-alias -- the generator below has a `this` of its own
    const disk = this;
    const mine = (path: string, act: string) => {
      if (!ours(path)) disk.trespasses.push(`${act} ${path}`);
    };
    return {
      facts: (path) => life.takes(3, () => disk.#facts(path)),
      async *read(path) {
        const half = await life.takes(5, () => {
          const node = disk.files.get(path);
          if (!node) throw failure('ENOENT');
          if (disk.#busy.has(path)) {
            disk.injected.busy += 1;
            throw failure('EBUSY');
          }
          return Math.floor(node.content.length * disk.#chance());
        });
        // Somebody may write between two reads of the same open file.
        const open = disk.files.get(path);
        if (!open) return;
        yield await life.takes(10, () => open.content.subarray(0, half));
        yield await life.takes(10, () => open.content.subarray(half));
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
            changed: 0,
            safe: false,
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
      sync: (path) =>
        life.takes(10, () => {
          const node = disk.files.get(path);
          if (node) node.safe = true;
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
      holdsAny: (path, wanted) => life.takes(3, () => disk.namesIn(path).some(wanted)),
      mayWrite: () => life.takes(1, () => true),
      isShared: () => life.takes(1, () => false),
    };
  }

  /** A file as the watcher sees it. */
  seen(path: string): Seen | null {
    const facts = this.#facts(path);
    return facts?.kind === 'file' ? { size: facts.size, fingerprint: fingerprintOf(facts) } : null;
  }

  #facts(path: string): FileFacts | null {
    if (this.directories.has(path)) {
      return { kind: 'directory', size: 0, modified: '0', changed: '0', inode: `sim:d${path}` };
    }
    const node = this.files.get(path);
    if (!node) return null;
    const { size, modified, changed, inode } = { size: node.content.length, ...node };
    return {
      kind: 'file',
      size,
      modified: String(modified),
      changed: String(changed),
      inode: `sim:${inode}`,
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
