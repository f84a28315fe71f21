import { basename, dirname } from 'node:path/posix';
import { type Seen, seenIn } from '../../main/engine/features/watch/watch-tree.ts';
import { type FileFacts, type Files, sameFile } from '../../main/engine/platform/files.ts';
import type { Life } from './life.ts';

interface Node {
  readonly inode: number;
  content: Buffer;
  modified: number;
  /** Nanoseconds since 1970, as text. */
  changed: string;
  /** How many of its bytes would survive a power cut. */
  safe: number;
  /** The disk failed to take the bytes after those: whatever it says later, they are nowhere. */
  isLost?: boolean;
}

/** What a disk fails to keep when it is asked to: the bytes of files, or names in directories as well. */
export type NotKept = 'bytes' | 'bytes and names';

/** Bytes read or written at once: what somebody may write in between shows. */
const piece = 16 * 1024;

const failure = (code: string): Error => Object.assign(new Error(code), { code });

/**
 * A disk in memory that can lose what was not synced, be full, hold files busy, and be unplugged. What the person does
 * on it is safe at once; what the engine does is safe once it asked for it.
 */
export class SimDisk {
  readonly files = new Map<string, Node>();
  /** With the number of each directory, which stays when it is renamed. */
  readonly directories = new Map<string, number>([['/', 0]]);
  /** Names given and not yet safe, by their directory, newest last: what undoes each. */
  readonly #unsafeNames = new Map<string, (() => void)[]>();
  readonly #busy = new Set<string>();
  /** Directories of drives that answer every question with an error. */
  readonly #failing = new Set<string>();
  readonly #unplugged = new Map<string, { files: [string, Node][]; directories: [string, number][] }>();
  readonly #chance: () => number;
  readonly #now: () => number;
  /** Milliseconds between two ticks of the clock that times of files are taken from; 0 where no two are the same. */
  readonly #tick: number;
  #inode = 0;
  #stamp = 0;
  full = false;
  /** Asked to keep this, it fails; null while it keeps everything. */
  failsToKeep: NotKept | null = null;
  /** What the engine put into a folder of the person's, and what it put it in the place of. */
  readonly puts: { readonly path: string; readonly content: Buffer; readonly instead: Buffer | null }[] = [];
  /** Directories of the person's that the engine gave another name. */
  readonly renamedDirectories: { readonly from: string; readonly to: string; readonly inode: number }[] = [];
  readonly #replacedNodes = new Set<Node>();
  /** What the engine did to a file of the person's. */
  readonly trespasses: string[] = [];
  /** Files of the person's that the person asked the engine to rename, each as often as they asked. */
  given: readonly string[] = [];
  /** The engine renamed a file of the person's. */
  onRenamed: (from: string, to: string) => void = () => {};
  /** The engine put something into a folder of the person's, or a power cut took it back. */
  onPut: (path: string) => void = () => {};
  /** The engine renamed a directory of the person's. */
  onDirectoryRenamed: (from: string, to: string) => void = () => {};
  readonly injected = {
    'disk fails to keep': 0,
    'disk full': 0,
    'file held': 0,
    'drive does not answer': 0,
    'lost in power cut': 0,
  };

  constructor(chance: () => number, now: () => number, tick = 0) {
    this.#chance = chance;
    this.#tick = tick;
    this.#now = tick === 0 ? now : () => Math.floor(now() / tick) * tick;
  }

  hold(path: string, busy: boolean): void {
    if (busy) this.#busy.add(path);
    else this.#busy.delete(path);
  }

  /** A bit turns over, and nobody is told. */
  rot(path: string, at: number): void {
    const node = this.files.get(path);
    if (!node) return;
    node.content = Buffer.from(node.content);
    node.content.writeUInt8(node.content.readUInt8(at) ^ 1, at);
  }

  /** A share whose server does not answer: nothing of it can be seen, and nothing says that it is gone. */
  fail(directory: string, failing: boolean): void {
    if (failing) this.#failing.add(directory);
    else this.#failing.delete(directory);
  }

  #isFailing(path: string): boolean {
    return [...this.#failing].some((directory) => path === directory || path.startsWith(`${directory}/`));
  }

  /** Everything below a directory, and itself, goes away as it is; `plugIn` brings it back. */
  unplug(directory: string): void {
    const below = (path: string) => path === directory || path.startsWith(`${directory}/`);
    const files = [...this.files].filter(([path]) => below(path));
    const directories = [...this.directories].filter(([path]) => below(path));
    this.#unplugged.set(directory, { files, directories });
    for (const [path] of files) this.files.delete(path);
    for (const [path] of directories) this.directories.delete(path);
  }

  plugIn(directory: string): void {
    const away = this.#unplugged.get(directory);
    this.#unplugged.delete(directory);
    for (const [path, inode] of away?.directories ?? []) this.directories.set(path, inode);
    for (const [path, node] of away?.files ?? []) this.files.set(path, node);
  }

  isUnplugged(directory: string): boolean {
    return this.#unplugged.has(directory);
  }

  makeDirectory(path: string): void {
    if (this.directories.has(path)) return;
    this.#inode += 1;
    this.directories.set(path, this.#inode);
  }

  write(path: string, content: Buffer): void {
    this.#stamp += 1;
    const node = this.files.get(path);
    if (node) {
      node.content = content;
      node.changed = this.#changedNow();
      node.safe = Number.POSITIVE_INFINITY;
      node.isLost = false;
      // Some programs put the old time back.
      if (this.#chance() < 0.9) node.modified = this.#now();
      return;
    }
    this.#inode += 1;
    // A file copied in may keep an old time.
    const modified = this.#chance() < 0.9 ? this.#now() : 1_000_000;
    const changed = this.#changedNow();
    this.files.set(path, { inode: this.#inode, content, modified, changed, safe: Number.POSITIVE_INFINITY });
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

  renameDirectory(from: string, to: string): void {
    for (const [path, inode] of [...this.directories]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      this.directories.delete(path);
      this.directories.set(to + path.slice(from.length), inode);
    }
    for (const [path, node] of [...this.files]) {
      if (!path.startsWith(`${from}/`)) continue;
      this.files.delete(path);
      this.files.set(to + path.slice(from.length), node);
    }
  }

  remove(path: string): void {
    this.files.delete(path);
  }

  /** With all those in it. */
  removeDirectory(path: string): void {
    for (const one of [...this.directories.keys()]) {
      if (one === path || one.startsWith(`${path}/`)) this.directories.delete(one);
    }
  }

  /** Paths of the files below a directory, in order. */
  below(directory: string): string[] {
    return [...this.files.keys()].filter((path) => path.startsWith(`${directory}/`)).toSorted();
  }

  /** Another one at each change, however quickly they follow each other. */
  #changedNow(): string {
    return String(BigInt(this.#now()) * 1_000_000n + BigInt(this.#tick === 0 ? this.#stamp : 0));
  }

  /** The power goes: bytes and names not synced may be gone, newest names first. */
  cutPower(): void {
    for (const undos of this.#unsafeNames.values()) {
      for (const undo of undos.toReversed()) {
        if (this.#chance() < 0.3) break;
        this.injected['lost in power cut'] += 1;
        undo();
      }
    }
    this.#unsafeNames.clear();
    for (const node of this.files.values()) {
      if (node.safe >= node.content.length) continue;
      this.injected['lost in power cut'] += 1;
      const torn = this.#torn(node.content.subarray(node.safe));
      node.content = Buffer.concat([node.content.subarray(0, node.safe), torn]);
      node.safe = node.content.length;
      node.isLost = false;
    }
  }

  /** What a power cut leaves of bytes that were not synced: less of them, or as many with zeros among them. */
  #torn(content: Buffer): Buffer {
    const kept = Math.floor(this.#chance() * content.length);
    if (this.#chance() < 0.5) return content.subarray(0, kept);
    return Buffer.concat([content.subarray(0, kept), Buffer.alloc(content.length - kept)]);
  }

  /** The disk as one life of the engine sees it. `ours` says which files the engine may write. */
  seenBy(life: Life, ours: (path: string) => boolean): Files {
    // oxlint-disable-next-line typescript/no-this-alias -- the generator below has a `this` of its own
    const disk = this;
    const mine = (path: string, act: string) => {
      if (!ours(path)) disk.trespasses.push(`${act} ${path}`);
    };
    const noRoom = () => {
      if (!disk.full) return;
      disk.injected['disk full'] += 1;
      throw failure('ENOSPC');
    };
    return this.#answering(life, {
      facts: (path) => life.takes(3, () => disk.#facts(path)),
      async *read(path, part) {
        const open = await life.takes(5, () => {
          const node = disk.files.get(path);
          if (!node) throw failure('ENOENT');
          if (disk.#busy.has(path)) {
            disk.injected['file held'] += 1;
            throw failure('EBUSY');
          }
          return node;
        });
        // Somebody may write between two reads of the same open file.
        const start = part?.start ?? 0;
        const until = () => (part ? start + part.length : open.content.length);
        const step = Math.max(piece, Math.ceil((until() - start) / 12));
        let at = start + Math.min(step, Math.floor((until() - start) * disk.#chance()));
        yield await life.takes(10, () => open.content.subarray(start, at));
        do {
          const end = Math.min(at + step, part ? until() : Number.POSITIVE_INFINITY);
          yield await life.takes(10, () => open.content.subarray(at, end));
          at = end;
        } while (at < until());
      },
      async readSmall(path, most, start = 0) {
        const chunks: Uint8Array[] = [];
        for await (const chunk of this.read(path)) chunks.push(chunk);
        return Buffer.concat(chunks).subarray(start, start + most);
      },
      async append(path, bytes) {
        mine(path, 'wrote');
        await life.takes(3, () => {
          const node = disk.files.get(path);
          if (!node) throw failure('ENOENT');
          // A disk that fills up takes the beginning.
          const room = disk.full ? Math.floor(disk.#chance() * bytes.byteLength) : bytes.byteLength;
          node.content = Buffer.concat([node.content, bytes.subarray(0, room)]);
          noRoom();
        });
      },
      clone: () => life.takes(1, () => false),
      async writeNew(path, chunks) {
        mine(path, 'wrote');
        const node = await life.takes(3, () => {
          noRoom();
          if (disk.files.has(path)) throw failure('EEXIST');
          if (!disk.directories.has(dirname(path))) throw failure('ENOENT');
          disk.#inode += 1;
          const modified = disk.#now();
          const made = { inode: disk.#inode, content: Buffer.alloc(0), modified, changed: '0', safe: 0 };
          disk.files.set(path, made);
          disk.#unsafe(path, () => disk.files.delete(path));
          return made;
        });
        for await (const chunk of chunks) {
          await life.takes(3, () => {
            noRoom();
            node.content = Buffer.concat([node.content, chunk]);
          });
        }
      },
      sync: (path) =>
        life.takes(10, () => {
          const node = disk.files.get(path);
          if (disk.failsToKeep === 'bytes and names' || (disk.failsToKeep && node)) {
            if (node && node.safe < node.content.length) node.isLost = true;
            disk.injected['disk fails to keep'] += 1;
            throw failure('EIO');
          }
          if (node && !node.isLost) node.safe = Math.max(node.safe, node.content.length);
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
      async replaceExact(from, to, expected, keptAs) {
        mine(from, 'moved');
        mine(keptAs, 'made');
        return life.takes(3, () => {
          const before = disk.files.get(to);
          const now = disk.#facts(to);
          if (!before || !now || !sameFile(now, expected)) return false;
          const fresh = disk.files.get(from);
          if (!fresh) throw failure('ENOENT');
          disk.puts.push({ path: to, content: fresh.content, instead: before.content });
          disk.#replacedNodes.add(before);
          disk.files.set(keptAs, before);
          disk.rename(from, to);
          disk.onPut(to);
          disk.#unsafe(to, () => {
            disk.files.delete(keptAs);
            disk.files.set(to, before);
            disk.onPut(to);
          });
          return true;
        });
      },
      isOpen: () => life.takes(1, () => false),
      makeReadOnly: () => life.takes(1, () => undefined),
      putModified: () => life.takes(1, () => undefined),
      async moveNew(from, to) {
        const isTheirs = disk.given.includes(from);
        if (!isTheirs) mine(from, 'moved');
        await life.takes(3, () => {
          const node = disk.files.get(from);
          if (!node) throw failure('ENOENT');
          if (disk.files.has(to)) throw failure('EEXIST');
          if (isTheirs && disk.#busy.has(from)) throw failure('EBUSY');
          disk.rename(from, to);
          if (isTheirs) disk.onRenamed(from, to);
          else if (!ours(to)) {
            disk.puts.push({ path: to, content: node.content, instead: null });
            disk.onPut(to);
          }
        });
      },
      renameDirectory: (from, to) =>
        life.takes(3, () => {
          if (!disk.directories.has(from)) throw failure('ENOENT');
          if (disk.directories.has(to) || disk.files.has(to)) throw failure('EEXIST');
          if (disk.below(from).some((path) => disk.#busy.has(path))) {
            disk.injected['file held'] += 1;
            throw failure('EBUSY');
          }
          disk.renameDirectory(from, to);
          disk.renamedDirectories.push({ from, to, inode: disk.directories.get(to) ?? 0 });
          disk.onDirectoryRenamed(from, to);
        }),
      async removeOwn(path) {
        mine(path, 'removed');
        await life.takes(3, () => disk.files.delete(path));
      },
      removeExact: (path, { inode, size }) =>
        life.takes(3, () => {
          const there = disk.#facts(path);
          if (there?.inode === inode && there.size === size) disk.files.delete(path);
        }),
      removeOwnTree: (path) =>
        life.takes(3, () => {
          mine(path, 'removed');
          for (const file of disk.below(path)) disk.files.delete(file);
        }),
      makeDirectories: (path) =>
        life.takes(3, () => {
          for (let at = path; at !== '/'; at = dirname(at)) disk.makeDirectory(at);
        }),
      makeDirectory: (path) =>
        life.takes(3, () => {
          if (disk.directories.has(path)) return;
          if (!disk.directories.has(dirname(path))) throw failure('ENOENT');
          disk.makeDirectory(path);
          // A directory of the person's stays: what was saved in it proves that it was there.
          if (!ours(path)) return;
          disk.#unsafe(path, () => {
            disk.directories.delete(path);
            for (const file of disk.below(path)) disk.files.delete(file);
          });
        }),
      names: () => life.takes(1, () => 1),
      list: (path) =>
        life.takes(3, () => {
          if (!disk.directories.has(path)) throw failure('ENOENT');
          return disk.namesIn(path);
        }),
      unreadableNames: () => life.takes(1, () => []),
      real: (path) => life.takes(1, () => path),
      writable: () => life.takes(1, () => null),
      holdsAny: (path, wanted) =>
        life.takes(3, () => {
          if (!disk.directories.has(path)) throw failure('ENOENT');
          return disk.namesIn(path).some(wanted);
        }),
      mayWrite: () => life.takes(1, () => true),
      room: async () => null,
      isShared: () => life.takes(1, () => false),
    });
  }

  /** The same, as long as the drive answers. */
  #answering(life: Life, files: Files): Files {
    const answer = (path: unknown) => {
      if (typeof path !== 'string' || !this.#isFailing(path)) return;
      this.injected['drive does not answer'] += 1;
      throw failure('EIO');
    };
    const each = Object.entries(files).map(([name, operation]) => [
      name,
      async (...given: unknown[]) => {
        if (given.some((path) => typeof path === 'string' && this.#isFailing(path)))
          await life.takes(5, () => given.forEach(answer));
        return Reflect.apply(operation, files, given);
      },
    ]);
    async function* read(...given: Parameters<Files['read']>) {
      for await (const chunk of files.read(...given)) {
        answer(given[0]);
        yield chunk;
      }
    }
    return { ...Object.fromEntries(each), read };
  }

  /** True for the second name of a file that the engine put another one in the place of. */
  isReplaced(path: string): boolean {
    const node = this.files.get(path);
    return node !== undefined && this.#replacedNodes.has(node);
  }

  /** A file as the watcher sees it. */
  seen(path: string): Seen | null {
    const facts = this.#facts(path);
    return facts?.kind === 'file' ? seenIn(facts) : null;
  }

  namesIn(path: string): string[] {
    const names: string[] = [];
    for (const all of [this.files, this.directories]) {
      for (const one of all.keys()) if (one !== '/' && dirname(one) === path) names.push(basename(one));
    }
    return names;
  }

  #facts(path: string): FileFacts | null {
    const directory = this.directories.get(path);
    if (directory !== undefined) {
      return { kind: 'directory', size: 0, modified: '0', changed: '0', inode: `sim:d${directory}` };
    }
    const node = this.files.get(path);
    if (!node) return null;
    const { content, modified, changed, inode } = node;
    return {
      kind: 'file',
      size: content.length,
      modified: String(modified),
      changed,
      inode: `sim:${inode}`,
    };
  }

  #unsafe(path: string, undo: () => void): void {
    const directory = dirname(path);
    const undos = this.#unsafeNames.get(directory);
    if (undos) undos.push(undo);
    else this.#unsafeNames.set(directory, [undo]);
  }
}
