import { basename, dirname } from 'node:path/posix';
import { type Chance, oneOf } from './noise.ts';

export const systemNames = ['linux', 'windows', 'macos'] as const;
export type SystemName = (typeof systemNames)[number];

/** How a system treats names and files. */
export interface System {
  readonly name: SystemName;
  /** Names that give the same text are one name. */
  readonly fold: (name: string) => string;
  /** How a new name is kept. */
  readonly spell: (name: string) => string;
  /** What one program has open, no other takes the name of, or replaces; a file has no second name that could be trusted. */
  readonly locks: boolean;
  /** Names in a directory are safe once it was synced; otherwise once anything was. */
  readonly syncsDirectories: boolean;
  /** What the numbers of files begin after. */
  readonly firstInode: bigint;
}

const asItIs = (name: string) => name;
const systems: Readonly<Record<SystemName, readonly [System, ...System[]]>> = {
  linux: [
    {
      name: 'linux',
      fold: asItIs,
      spell: asItIs,
      locks: false,
      syncsDirectories: true,
      firstInode: 0n,
    },
  ],
  windows: [
    {
      name: 'windows',
      fold: (name) => name.toLowerCase(),
      spell: asItIs,
      locks: true,
      syncsDirectories: false,
      // As on NTFS, which counts in the upper sixteen bits how often a number was given: beyond what a floating-point number holds.
      firstInode: 5n << 48n,
    },
  ],
  macos: [
    {
      name: 'macos',
      fold: (name) => name.normalize('NFD').toLowerCase(),
      spell: asItIs,
      locks: false,
      syncsDirectories: true,
      firstInode: 0n,
    },
    {
      name: 'macos',
      fold: (name) => name.normalize('NFD').toLowerCase(),
      // As on HFS+, and on drives and shares of that time.
      spell: (name) => name.normalize('NFD'),
      locks: false,
      syncsDirectories: true,
      firstInode: 0n,
    },
  ],
};

export const systemOf = (chance: Chance, forced?: SystemName): System => {
  const drawn = oneOf(chance, ['linux', 'linux', 'linux', 'windows', 'macos'] as const);
  return oneOf(chance, systems[forced ?? drawn]);
};

/** What stands at paths, as a system looks names up; they stay spelled as they were first written. */
export class Names<Value> extends Map<string, Value> {
  readonly #system: System;
  /** Spelled paths by folded ones; null where every spelling is a name of its own. */
  readonly #spelled: Map<string, string> | null;
  /** The directories that paths are in; null for those of directories themselves. */
  readonly #directories: Names<unknown> | null;

  constructor(system: System, directories: Names<unknown> | null = null) {
    super();
    this.#system = system;
    this.#directories = directories;
    this.#spelled = system.name === 'linux' ? null : new Map();
  }

  /** The path as it stands, or as it would be spelled. */
  spelled(path: string): string {
    if (!this.#spelled || path === '/') return path;
    const known = this.#spelled.get(this.#system.fold(path));
    if (known !== undefined) return known;
    const directory = (this.#directories ?? this).spelled(dirname(path));
    return `${directory === '/' ? '' : directory}/${this.#system.spell(basename(path))}`;
  }

  override get(path: string): Value | undefined {
    return super.get(this.#spelled?.get(this.#system.fold(path)) ?? path);
  }

  override has(path: string): boolean {
    return super.has(this.#spelled?.get(this.#system.fold(path)) ?? path);
  }

  override set(path: string, value: Value): this {
    const at = this.spelled(path);
    this.#spelled?.set(this.#system.fold(at), at);
    return super.set(at, value);
  }

  override delete(path: string): boolean {
    const folded = this.#system.fold(path);
    const at = this.#spelled?.get(folded) ?? path;
    this.#spelled?.delete(folded);
    return super.delete(at);
  }
}
