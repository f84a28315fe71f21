import { basename, dirname } from 'node:path/posix';
import type { FakeClock } from '../support/fake-clock.ts';
import type { Chance } from './noise.ts';
import type { SimDisk } from './sim-disk.ts';

/** What stood at a path from one instant to another, by a clock that nobody sets. */
export interface Stay {
  readonly path: string;
  readonly content: Buffer;
  readonly from: number;
  to: number | null;
}

/** What a person's programs do to the files of the matter folders, and what stood where. */
export class SimPerson {
  readonly stays: Stay[] = [];
  readonly #disk: SimDisk;
  readonly #clock: FakeClock;
  readonly #notify: (path: string) => void;
  readonly #open = new Map<string, Stay>();
  #count = 0;
  #turn: Promise<void> = Promise.resolve();
  /** Things begun or waiting for their turn. */
  #toDo = 0;
  #lastDoneAt = 0;

  constructor(options: {
    disk: SimDisk;
    clock: FakeClock;
    /** The file system's own events, for whoever watches. */
    notify: (path: string) => void;
  }) {
    this.#disk = options.disk;
    this.#clock = options.clock;
    this.#notify = options.notify;
  }

  /** A person does one thing after another, however long each takes. */
  do(act: () => void | Promise<void>): void {
    this.#toDo += 1;
    this.#turn = this.#turn.then(act).finally(() => {
      this.#toDo -= 1;
      this.#lastDoneAt = this.#clock.steady();
    });
  }

  /** Milliseconds since the person did something, by a clock that nobody sets. */
  get restsFor(): number {
    return this.#toDo > 0 ? 0 : this.#clock.steady() - this.#lastDoneAt;
  }

  /** What must stand in the folders now. */
  get present(): readonly Stay[] {
    return [...this.#open.values()];
  }

  next(): number {
    this.#count += 1;
    return this.#count;
  }

  /** A content that was never anywhere before; one in twelve is large. */
  content(path: string, chance: Chance): Buffer {
    const head = `${basename(path)} ${this.next()} `;
    const size = chance() < 1 / 12 ? 20_000 + chance() * 60_000 : chance() * 50;
    return Buffer.from(head + 'x'.repeat(Math.floor(size)));
  }

  write(path: string, content: Buffer): void {
    if (!this.#disk.directories.has(dirname(path))) return;
    this.#change(path, () => this.#disk.write(path, content));
  }

  /** The program put back an earlier version, as the person asked. */
  finds(path: string): void {
    this.#change(path, () => {});
  }

  /** The program renamed a document, as the person asked. */
  findsMoved(from: string, to: string): void {
    this.#leave(from);
    this.#change(to, () => {});
    this.#notify(from);
  }

  touch(path: string): void {
    this.#disk.touch(path);
    this.#notify(path);
  }

  remove(path: string): void {
    this.#change(path, () => this.#disk.remove(path));
  }

  rename(from: string, to: string): void {
    if (from === to || !this.#disk.files.has(from) || !this.#disk.directories.has(dirname(to))) return;
    this.#leave(from);
    this.#change(to, () => this.#disk.rename(from, to));
    this.#notify(from);
  }

  removeDirectory(path: string): void {
    for (const file of this.#disk.below(path)) this.remove(file);
    this.#disk.removeDirectory(path);
  }

  renameDirectory(from: string, to: string): void {
    this.#disk.renameDirectory(from, to);
    this.findsRenamed(from, to);
  }

  /** A directory has another name: the person's documents stand there now. */
  findsRenamed(from: string, to: string): void {
    for (const path of this.#disk.below(to)) {
      // What the engine is just writing there is no document.
      if (basename(path).startsWith('.matterline-')) continue;
      const before = from + path.slice(to.length);
      this.#leave(before);
      this.#stand(path);
      this.#notify(before);
      this.#notify(path);
    }
  }

  moment(longest: number, chance: Chance): Promise<void> {
    return this.#clock.sleep(chance() * longest);
  }

  #change(path: string, change: () => void): void {
    this.#leave(path);
    change();
    this.#stand(path);
    this.#notify(path);
  }

  #leave(path: string): void {
    const stay = this.#open.get(path);
    if (stay) stay.to = this.#clock.steady();
    this.#open.delete(path);
  }

  #stand(path: string): void {
    const content = this.#disk.files.get(path)?.content;
    if (!content) return;
    const stay: Stay = { path, content, from: this.#clock.steady(), to: null };
    this.stays.push(stay);
    this.#open.set(path, stay);
  }
}
