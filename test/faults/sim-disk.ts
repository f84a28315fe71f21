import type { Stats } from 'node:fs';
import { basename, dirname } from 'node:path/posix';
import { fingerprintOfStats, isAsLast } from '../../main/engine/features/settling/fingerprint.ts';
import { type Seen, seenIn } from '../../main/engine/features/watch/watch-tree.ts';
import { type FileFacts, type Files, sameFile } from '../../main/engine/platform/files.ts';
import { placeholder } from '../../main/engine/platform/move-new.ts';
import type { Life } from './life.ts';
import { Names, type System } from './sim-system.ts';

/** A file that the engine took away. */
interface Taken {
  readonly path: string;
  readonly content: Buffer;
  readonly at: number;
  isBack: boolean;
}

interface Node {
  /** Never given twice. */
  readonly inode: number;
  /** What the system says which file it is: its number, which another one had before it, and its birth. */
  readonly identity: string;
  /** The number in it. */
  readonly given: number;
  readonly birth: number;
  content: Buffer;
  modified: number;
  /** Nanoseconds since 1970, as text. */
  changed: string;
  /** How many of its bytes would survive a power cut. */
  safe: number;
  /** The disk failed to take the bytes after those: whatever it says later, they are nowhere. */
  isLost?: boolean;
  /** When the system has put on the disk what a program wrote, unasked; milliseconds of the steady clock. */
  flushedAt?: number;
  /** The name under which it is new, as long as a power cut may take that. */
  newAt?: string | null;
}

/** Milliseconds after which a system writes down what programs wrote and did not ask it to. */
const flushedWithin = 8_000;

/** What a disk fails to keep when it is asked to: the bytes of files, or names in directories as well. */
export type NotKept = 'bytes' | 'bytes and names';

/** Bytes read or written at once: what somebody may write in between shows. */
const piece = 16 * 1024;

const failure = (code: string): Error => Object.assign(new Error(code), { code });

/** Milliseconds between tries to give a file the name that was kept free for it. */
const pauses = [30, 100, 300];

/**
 * A disk in memory that can lose what was not synced, be full, hold files busy, and be unplugged. What the engine does is safe
 * once it asked for it; what the person’s programs write is so at once, or some seconds later.
 */
export class SimDisk {
  readonly files: Names<Node>;
  /** With the number of each directory, which stays when it is renamed. */
  readonly directories: Names<number>;
  readonly system: System;
  /** Names given and not yet safe, by their directory, newest last: what undoes each. */
  readonly #unsafeNames = new Map<string, (() => void)[]>();
  readonly #busy = new Set<string>();
  /** Directories of drives that answer every question with an error. */
  readonly #failing = new Set<string>();
  readonly #unplugged = new Map<string, { files: [string, Node][]; directories: [string, number][] }>();
  readonly #chance: () => number;
  readonly #now: () => number;
  readonly #steady: () => number;
  /** Numbers of files that are gone, and the birth that goes with each as long as the clock shows the same. */
  #freed: { readonly given: number; readonly birth: number; readonly at: number }[] = [];
  #given = 0;
  /** Milliseconds between two ticks of the clock that times of files are taken from; 0 where no two are the same. */
  readonly #tick: number;
  #inode = 0;
  #stamp = 0;
  full = false;
  /** Asked to keep this, it fails; null while it keeps everything. */
  failsToKeep: NotKept | null = null;
  /** What the engine put into a folder of the person's, and what it put it in the place of. */
  readonly puts: {
    readonly path: string;
    readonly content: Buffer;
    readonly instead: Buffer | null;
    /** What the system says which file it is. */
    readonly identity: string;
    readonly at: number;
    /** True for a save of the person's that a program made under another name of the document. */
    readonly isTheirs: boolean;
  }[] = [];
  /** Directories of the person's that the engine gave another name. */
  readonly renamedDirectories: { readonly from: string; readonly to: string; readonly inode: number }[] = [];
  /** Directories that the engine made. */
  readonly madeDirectories: string[] = [];
  readonly #replacedNodes = new Set<Node>();
  /** What the engine did to a file of the person's. */
  readonly trespasses: string[] = [];
  /** Files of the person's that the person asked the engine to rename, each as often as they asked. */
  given: readonly string[] = [];
  /** True where the engine may rename what the service calls otherwise, and has a wastebasket and second names for what it deleted. */
  follows = false;
  /** Files of the person's that the engine renamed without being asked to, and those that it took away: into the wastebasket, or aside. */
  readonly followed: {
    readonly from: string;
    readonly to: string;
    readonly content: Buffer;
    readonly at: number;
  }[] = [];
  readonly taken: Taken[] = [];
  readonly wastebasket: { readonly name: string; readonly content: Buffer }[] = [];
  /** Files that the engine took away, by the names that they had. */
  readonly #away = new Map<Node, Taken>();
  /** The engine took a file of the person's away, and gave it back. */
  onTaken: (path: string) => void = () => {};
  onBack: (from: string, to: string) => void = () => {};
  /** The engine renamed a file of the person's. */
  onRenamed: (from: string, to: string) => void = () => {};
  /** The engine put something into a folder of the person's, or a power cut took it back. */
  onPut: (path: string) => void = () => {};
  /** A power cut tore or took what a program of the person's wrote; `unseen`: and nothing that the system says of it shows that. */
  onTorn: (path: string, unseen: boolean) => void = () => {};
  /** What happens once in the middle of giving a file its new name. */
  inTheMiddle: (() => void) | null = null;
  /** Something else happened at a path of the person's. */
  onTouched: (path: string) => void = () => {};
  /** The engine renamed a directory of the person's. */
  onDirectoryRenamed: (from: string, to: string) => void = () => {};
  readonly injected = {
    'disk fails to keep': 0,
    'disk full': 0,
    'file held': 0,
    'drive does not answer': 0,
    'lost in power cut': 0,
    'save of the person lost in power cut': 0,
    'number of a file given again': 0,
    'identity of a file given again': 0,
    'refused by a lock': 0,
    'left with two names': 0,
  };

  constructor(options: {
    chance: () => number;
    now: () => number;
    /** Nobody sets it. */
    steady: () => number;
    tick: number;
    system: System;
  }) {
    const { chance, now, steady, tick, system } = options;
    this.#chance = chance;
    this.#tick = tick;
    this.#steady = steady;
    this.#now = tick === 0 ? now : () => Math.floor(now() / tick) * tick;
    this.system = system;
    this.directories = new Names(system);
    this.directories.set('/', 0);
    this.files = new Names(system, this.directories);
  }

  /** The path as it stands, or as it would be spelled. */
  spelled(path: string): string {
    return this.directories.has(path) ? this.directories.spelled(path) : this.files.spelled(path);
  }

  /** What a file is called once it was renamed: only its spelling changes where the system looks both up as one name. */
  newName(from: string, to: string): string {
    const isSpelling = this.files.get(from) !== undefined && this.files.get(from) === this.files.get(to);
    const directory = this.directories.spelled(dirname(to));
    return isSpelling ? `${directory}/${this.system.spell(basename(to))}` : this.spelled(to);
  }

  /** True when nothing stands at a path but the file that is there under this name, spelled otherwise. */
  isFree(path: string, except: string): boolean {
    const there = this.files.get(path);
    return there === undefined || there === this.files.get(except);
  }

  hold(path: string, busy: boolean): void {
    if (busy) this.#busy.add(path);
    else this.#busy.delete(path);
  }

  /** Another program has the file open, under this name or another one. */
  #isHeld(path: string): boolean {
    const node = this.files.get(path);
    return node !== undefined && [...this.#busy].some((held) => this.files.get(held) === node);
  }

  /** True where the system lets nobody rename, replace or remove what stands at the path. */
  isLocked(path: string): boolean {
    if (!this.system.locks || this.#busy.size === 0) return false;
    const isIt = this.#isHeld(path) || this.below(path).some((one) => this.#isHeld(one));
    if (isIt) this.injected['refused by a lock'] += 1;
    return isIt;
  }

  #newNode(content: Buffer, safe: number, modified: number, changed: string): Node {
    this.#inode += 1;
    const again = this.#freed.pop();
    if (again) this.injected['number of a file given again'] += 1;
    else this.#given += 1;
    const isAtOnce = again !== undefined && this.#tick > 0 && again.at === this.#now();
    if (isAtOnce) this.injected['identity of a file given again'] += 1;
    const [given, birth] = [again?.given ?? this.#given, isAtOnce ? again.birth : this.#inode];
    const identity = `sim:${this.system.firstInode + BigInt(given)}:${birth}`;
    return { inode: this.#inode, identity, given, birth, content, safe, modified, changed };
  }

  /** A name goes, and with the last of them the file. */
  #drop(path: string): void {
    const node = this.files.get(path);
    if (!this.files.delete(path) || !node || this.#namesOf(node) > 0) return;
    this.#freed.push({ given: node.given, birth: node.birth, at: this.#now() });
  }

  #namesOf(node: Node): number {
    let names = 0;
    for (const one of this.files.values()) if (one === node) names += 1;
    return names;
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

  /** @param isKept some programs have the disk keep what they write before they go on */
  write(path: string, content: Buffer, isKept = this.#chance() < 0.5): void {
    this.#stamp += 1;
    const node = this.files.get(path);
    const safe = isKept ? Number.POSITIVE_INFINITY : 0;
    const flushedAt = this.#steady() + (isKept ? 0 : flushedWithin);
    if (node) {
      node.isLost = false;
      node.content = content;
      node.changed = this.#changedNow();
      Object.assign(node, { safe, flushedAt });
      // Some programs put the old time back.
      if (this.#chance() < 0.9) node.modified = this.#now();
      return;
    }
    // A file copied in may keep an old time.
    const modified = this.#chance() < 0.9 ? this.#now() : 1_000_000;
    const made = this.#newNode(content, safe, modified, this.#changedNow());
    this.files.set(path, Object.assign(made, { flushedAt, newAt: isKept ? null : path }));
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
    // What takes the place of another file has the name as that was spelled.
    const there = this.files.get(to);
    const at = there && there !== node ? this.files.spelled(to) : to;
    if (there === node) this.files.delete(to);
    else this.#drop(at);
    this.files.set(at, node);
  }

  renameDirectory(was: string, to: string): void {
    const from = this.spelled(was);
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
    this.#drop(path);
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
    for (const [path, node] of [...this.files]) {
      if (node.flushedAt !== undefined) this.#tearTheirs(path, node, node.flushedAt);
      if (node.safe >= node.content.length) continue;
      this.injected['lost in power cut'] += 1;
      const torn = this.#torn(node.content.subarray(node.safe));
      node.content = Buffer.concat([node.content.subarray(0, node.safe), torn]);
      node.safe = node.content.length;
      node.isLost = false;
    }
  }

  /** A power cut may take a new file of the person’s, or the end of what was not written down; some systems put zeros there. */
  #tearTheirs(path: string, node: Node, flushedAt: number): void {
    const isReplaced = this.#replacedNodes.has(node);
    const isWritten = node.safe >= node.content.length || this.#steady() >= flushedAt;
    const isSafe = isReplaced || isWritten || this.#chance() < 0.3;
    node.safe = Number.POSITIVE_INFINITY;
    if (isSafe) return;
    this.injected['save of the person lost in power cut'] += 1;
    const isUnseen = this.system.name === 'windows' && this.#chance() < 0.5;
    if (node.newAt === path && this.#chance() < 0.3) this.#drop(path);
    else {
      const kept = Math.floor(this.#chance() * node.content.length);
      const zeros = Buffer.alloc(isUnseen ? node.content.length - kept : 0);
      node.content = Buffer.concat([node.content.subarray(0, kept), zeros]);
    }
    this.onTorn(path, isUnseen && this.files.get(path) === node);
  }

  /** What a power cut leaves of bytes that were not synced: less of them, or as many with zeros among them. */
  #torn(content: Buffer): Buffer {
    const kept = Math.floor(this.#chance() * content.length);
    if (this.#chance() < 0.5) return content.subarray(0, kept);
    return Buffer.concat([content.subarray(0, kept), Buffer.alloc(content.length - kept)]);
  }

  /** Something was synced: some systems write down names in the order in which they were given. */
  synced(): void {
    if (!this.system.syncsDirectories) this.#unsafeNames.clear();
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
          if (disk.#isHeld(path)) {
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
          const made = disk.#newNode(Buffer.alloc(0), 0, disk.#now(), '0');
          disk.files.set(path, made);
          disk.#unsafe(path, () => disk.#drop(path));
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
          if (!node && !disk.system.syncsDirectories) return;
          if (disk.failsToKeep === 'bytes and names' || (disk.failsToKeep && node)) {
            if (node && node.safe < node.content.length) node.isLost = true;
            disk.injected['disk fails to keep'] += 1;
            throw failure('EIO');
          }
          if (node && !node.isLost) node.safe = Math.max(node.safe, node.content.length);
          disk.#unsafeNames.delete(path);
          disk.synced();
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
        // What a program saves under the name that a document had is that document's.
        const isTheirs = disk.follows && !ours(from);
        if (!isTheirs) mine(from, 'moved');
        mine(keptAs, 'made');
        return life.takes(3, () => {
          const at = disk.spelled(to);
          const before = disk.files.get(to);
          const now = disk.#facts(to);
          if (!before || !now || !sameFile(now, expected)) return false;
          const fresh = disk.files.get(from);
          if (!fresh) throw failure('ENOENT');
          if (disk.isLocked(to)) {
            // It has a second name by now, which stays as long as it is open.
            disk.files.set(keptAs, before);
            throw failure('EBUSY');
          }
          disk.puts.push({
            ...{ path: at, content: fresh.content, instead: before.content },
            ...{ identity: fresh.identity, at: disk.#steady(), isTheirs },
          });
          disk.#replacedNodes.add(before);
          disk.files.set(keptAs, before);
          disk.rename(from, to);
          disk.onPut(at);
          if (isTheirs) disk.onPut(from);
          disk.#unsafe(to, () => {
            disk.files.delete(keptAs);
            disk.files.set(at, before);
            if (isTheirs) disk.files.set(from, fresh);
            disk.onPut(at);
            if (isTheirs) disk.onPut(from);
          });
          return true;
        });
      },
      setAsideExact: (path, expected, keptAs) =>
        life.takes(3, () => {
          const [node, now] = [disk.files.get(path), disk.#facts(path)];
          if (!node || !now || !sameFile(now, expected)) return false;
          if (disk.follows && disk.isLocked(path)) throw failure('EBUSY');
          const stood = disk.spelled(path);
          disk.#replacedNodes.add(node);
          disk.rename(path, keptAs);
          disk.#takes(node, stood);
          return true;
        }),
      // What may not be trusted where programs lock files, and where nothing follows the service, no file has.
      secondNameExact: (path, expected, keptAs) =>
        life.takes(3, () => {
          const [node, now] = [disk.files.get(path), disk.#facts(path)];
          if (!disk.follows || disk.system.locks) return false;
          if (!node || !now || !sameFile(now, expected)) return false;
          disk.#stamp += 1;
          node.changed = disk.#changedNow();
          disk.files.set(keptAs, node);
          return true;
        }),
      isOpen: () => life.takes(1, () => false),
      copyOriginMark: async () => {},
      makeReadOnly: () => life.takes(1, () => undefined),
      putModified: () => life.takes(1, () => undefined),
      async moveNew(from, to, reserving, reserved) {
        const isAsked = disk.given.includes(from);
        const isTheirs = isAsked || (disk.follows && !ours(from));
        if (!isTheirs) mine(from, 'moved');
        // The person may have spelled it otherwise since it was asked for.
        const ends = (node: Node, stood: string) => {
          if (isTheirs && !isAsked)
            disk.followed.push({ from: stood, to, content: node.content, at: disk.#steady() });
          const away = disk.#away.get(node);
          if (isTheirs) disk.onRenamed(stood, disk.spelled(to));
          else if (!ours(to) && away !== undefined && disk.#away.delete(node)) {
            away.isBack = true;
            disk.onBack(away.path, to);
          } else if (!ours(to)) {
            const { content, identity } = node;
            const path = disk.spelled(to);
            disk.puts.push({
              ...{ path, content, instead: null, identity },
              ...{ at: disk.#steady(), isTheirs: false },
            });
            disk.onPut(path);
          }
        };
        if (disk.system.locks) return disk.#moveReserved(life, from, to, { reserving, reserved, ends });
        const linked = await life.takes(3, () => {
          const node = disk.files.get(from);
          if (!node) throw failure('ENOENT');
          if (disk.files.get(to) === node && disk.#namesOf(node) === 1) {
            const stood = disk.spelled(from);
            disk.rename(from, to);
            ends(node, stood);
            return null;
          }
          if (disk.files.has(to)) throw failure('EEXIST');
          if (isTheirs && disk.#isHeld(from)) throw failure('EBUSY');
          disk.files.set(to, node);
          disk.#stamp += 1;
          node.changed = disk.#changedNow();
          // What is put into a folder is there from now on, whatever becomes of the name before.
          if (!isTheirs) ends(node, from);
          return node;
        });
        if (!linked) return;
        // Killed here it has both names.
        disk.injected['left with two names'] += 1;
        disk.#middle();
        await life.takes(2, () => {
          disk.injected['left with two names'] -= 1;
          const [here, there] = [disk.files.get(from), disk.files.get(to)];
          if (there !== linked) throw failure('EEXIST');
          if (here !== linked) {
            disk.#drop(to);
            throw failure(here ? 'EBUSY' : 'ENOENT');
          }
          const stood = disk.spelled(from);
          disk.rename(from, to);
          if (isTheirs) ends(linked, stood);
        });
      },
      renameDirectory: (from, to) =>
        life.takes(3, () => {
          const itself = disk.directories.get(from);
          if (itself === undefined) throw failure('ENOENT');
          if ((disk.directories.get(to) ?? itself) !== itself || disk.files.has(to)) throw failure('EEXIST');
          if (disk.below(from).some((path) => disk.#isHeld(path))) {
            disk.injected['file held'] += 1;
            throw failure('EBUSY');
          }
          disk.renameDirectory(from, to);
          disk.renamedDirectories.push({ from, to: disk.spelled(to), inode: disk.directories.get(to) ?? 0 });
          disk.onDirectoryRenamed(from, disk.spelled(to));
        }),
      async removeOwn(path) {
        mine(path, 'removed');
        await life.takes(3, () => {
          if (disk.isLocked(path)) throw failure('EBUSY');
          disk.#drop(path);
        });
      },
      removeExact: (path, { inode, size }) =>
        life.takes(3, () => {
          const there = disk.#facts(path);
          if (there?.inode !== inode || there.size !== size) return;
          if (disk.isLocked(path)) throw failure('EBUSY');
          disk.#drop(path);
          if (!ours(path)) disk.onTouched(path);
        }),
      removeOwnTree: (path) =>
        life.takes(3, () => {
          mine(path, 'removed');
          for (const file of disk.below(path)) disk.#drop(file);
        }),
      removeDirectory: (path) =>
        life.takes(3, () => {
          if (disk.below(path).length > 0) throw failure('ENOTEMPTY');
          disk.directories.delete(path);
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
          if (!ours(path)) disk.madeDirectories.push(path);
          // A directory of the person's stays: what was saved in it proves that it was there.
          if (!ours(path)) return;
          disk.#unsafe(path, () => {
            disk.directories.delete(path);
            for (const file of disk.below(path)) disk.#drop(file);
          });
        }),
      names: (path) =>
        life.takes(1, () => {
          const node = disk.files.get(path);
          if (!node) throw failure('ENOENT');
          return disk.#namesOf(node);
        }),
      list: (path) =>
        life.takes(3, () => {
          if (!disk.directories.has(path)) throw failure('ENOENT');
          return disk.namesIn(path);
        }),
      unreadableNames: () => life.takes(1, () => []),
      real: (path) =>
        life.takes(1, () => {
          if (!disk.files.has(path) && !disk.directories.has(path)) throw failure('ENOENT');
          return disk.spelled(path);
        }),
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

  /**
   * Where a program may keep every name of a file, the name is taken by an empty file, and that is replaced. Killed meanwhile, both
   * are there.
   */
  async #moveReserved(
    life: Life,
    from: string,
    to: string,
    told: {
      readonly reserving: (() => void) | undefined;
      readonly reserved: ((inode: string) => void) | undefined;
      readonly ends: (node: Node, stood: string) => void;
    },
  ): Promise<void> {
    const isSpelling = await life.takes(3, () => {
      const node = this.files.get(from);
      if (!node) throw failure('ENOENT');
      if (this.files.get(to) !== node) {
        if (this.files.has(to)) throw failure('EEXIST');
        return false;
      }
      if (this.isLocked(from)) throw failure('EBUSY');
      const stood = this.spelled(from);
      this.rename(from, to);
      told.ends(node, stood);
      return true;
    });
    if (isSpelling) return;
    told.reserving?.();
    const free = await life.takes(3, () => {
      if (this.files.has(to)) throw failure('EEXIST');
      const made = this.#newNode(Buffer.alloc(0), 0, this.#now(), this.#changedNow());
      this.files.set(to, made);
      this.#unsafe(to, () => void (this.files.get(to) === made && this.#drop(to)));
      this.onTouched(to);
      return made;
    });
    told.reserved?.(free.identity);
    if (this.#chance() < 0.3) this.#middle();
    await life.takes(3, () => {
      free.content = Buffer.from(placeholder);
      this.onTouched(to);
    });
    this.#middle();
    for (const pause of [...pauses, null]) {
      const isDone = await life.takes(3, () => {
        if (this.files.get(to) !== free || !free.content.equals(Buffer.from(placeholder)))
          throw failure('EEXIST');
        const node = this.files.get(from);
        if (node && !this.isLocked(from)) {
          const stood = this.spelled(from);
          this.rename(from, to);
          told.ends(node, stood);
          return true;
        }
        if (node && pause !== null) return false;
        this.#drop(to);
        this.onTouched(to);
        throw failure(node ? 'EBUSY' : 'ENOENT');
      });
      if (isDone) return;
      await life.clock.sleep(pause ?? 0);
    }
  }

  /** The engine takes a file of the person's away. */
  #takes(node: Node, path: string): void {
    const taken = { path, content: node.content, at: this.#steady(), isBack: false };
    this.#away.set(node, taken);
    this.taken.push(taken);
    this.onTaken(path);
  }

  /** The system's wastebasket gets what stands at a path. */
  throwAway(path: string): void {
    const node = this.files.get(path);
    if (!node) throw failure('ENOENT');
    this.wastebasket.push({ name: basename(path), content: node.content });
    this.#drop(path);
  }

  #middle(): void {
    const happens = this.inTheMiddle;
    this.inTheMiddle = null;
    happens?.();
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
    if (facts?.kind !== 'file') return null;
    return this.system.firstInode === 0n ? seenIn(facts) : seenInexactly(facts);
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
    const { content, modified, changed, identity } = node;
    return {
      kind: 'file',
      size: content.length,
      modified: String(modified),
      changed,
      inode: identity,
    };
  }

  #unsafe(path: string, undo: () => void): void {
    const directory = dirname(path);
    const undos = this.#unsafeNames.get(directory);
    if (undos) undos.push(undo);
    else this.#unsafeNames.set(directory, [undo]);
  }
}

/** The watcher’s numbers are floating-point ones. */
function seenInexactly({ size, modified, changed, inode }: FileFacts): Seen {
  const [dev, ino, born] = inode.split(':');
  const ms = (nanoseconds: string | undefined) => Number(nanoseconds) / 1e6;
  const times = { mtimeMs: ms(modified), ctimeMs: ms(changed), birthtimeMs: ms(born) };
  const stats = { size, dev, ino: Number(ino), ...times } as unknown as Stats;
  return { size, fingerprint: fingerprintOfStats(stats), isAs: (look) => isAsLast(stats, look) };
}
