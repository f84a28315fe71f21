import type { FakeClock } from '../support/fake-clock.ts';
import type { SimDisk } from './sim-disk.ts';

/** What stood at a path from one instant to another. */
export interface Stay {
  readonly path: string;
  readonly content: string;
  readonly from: number;
  to: number | null;
}

const names = ['Brief.docx', 'Claim.docx', 'Order.pdf', 'Costs.xlsx', 'Notes.txt'];

/** A person at work in the matter folder, the way programs save. */
export class SimPerson {
  readonly stays: Stay[] = [];
  readonly #disk: SimDisk;
  readonly #clock: FakeClock;
  readonly #chance: () => number;
  readonly #folder: string;
  readonly #notify: (path: string) => void;
  readonly #tell: (line: string) => void;
  readonly #restore: () => void;
  #count = 0;

  constructor(options: {
    disk: SimDisk;
    clock: FakeClock;
    chance: () => number;
    folder: string;
    /** The file system's own events, for whoever watches. */
    notify: (path: string) => void;
    tell: (line: string) => void;
    /** Asks the program to put an earlier version of a document back. */
    restore: () => void;
  }) {
    this.#disk = options.disk;
    this.#clock = options.clock;
    this.#chance = options.chance;
    this.#folder = options.folder;
    this.#notify = options.notify;
    this.#tell = options.tell;
    this.#restore = options.restore;
  }

  /** One thing a person does; may take a while. */
  async act(): Promise<void> {
    const present = this.#present();
    const path = `${this.#folder}/${this.#oneOf(names)}`;
    const one = this.#oneOf(present);
    switch (Math.floor(this.#chance() * 11)) {
      case 0:
      case 1:
        return this.#saveInPlace(path);
      case 2:
      case 3:
        return this.#saveLikeWord(path);
      case 4:
        return this.#saveThroughTemporary(path);
      case 5:
        return this.#saveInBursts(path);
      case 6:
        if (!one) return;
        this.#tell(`touches ${one}`);
        this.#disk.touch(one);
        return this.#notify(one);
      case 7: {
        const to = `${this.#folder}/Renamed ${this.#next()}.docx`;
        if (!one) return;
        this.#tell(`renames ${one} to ${to}`);
        return this.#rename(one, to);
      }
      case 8:
        if (!one || this.#chance() < 0.5) return;
        this.#tell(`deletes ${one}`);
        return this.#change(one, () => this.#disk.remove(one));
      case 9:
        return this.#restore();
      default: {
        const copy = `${this.#folder}/Copy ${this.#next()}.docx`;
        const content = one && this.#disk.text(one);
        if (content === undefined) return;
        this.#tell(`copies ${one} to ${copy}`);
        return this.#change(copy, () => this.#disk.write(copy, content));
      }
    }
  }

  #present(): string[] {
    return [...this.#disk.files.keys()].filter((path) => path.startsWith(`${this.#folder}/`)).toSorted();
  }

  #oneOf(items: readonly string[]): string | undefined {
    return items[Math.floor(this.#chance() * items.length)];
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }

  #content(path: string): string {
    return `${path} ${this.#next()} ${'x'.repeat(Math.floor(this.#chance() * 50))}`;
  }

  #saveInPlace(path: string): void {
    const content = this.#content(path);
    this.#tell(`saves ${path} in place: ${content}`);
    this.#change(path, () => this.#disk.write(path, ''));
    this.#change(path, () => this.#disk.write(path, content));
  }

  async #saveLikeWord(path: string): Promise<void> {
    const content = this.#content(path);
    this.#tell(`saves ${path} like Word: ${content}`);
    const fresh = `${this.#folder}/~WRD0000.tmp`;
    const old = `${this.#folder}/~WRL0001.tmp`;
    this.#change(fresh, () => this.#disk.write(fresh, content));
    await this.#moment(20);
    if (this.#disk.files.has(path)) this.#rename(path, old);
    await this.#moment(20);
    this.#rename(fresh, path);
    await this.#moment(20);
    if (this.#disk.files.has(old)) this.#change(old, () => this.#disk.remove(old));
  }

  async #saveThroughTemporary(path: string): Promise<void> {
    const content = this.#content(path);
    this.#tell(`saves ${path} through a temporary file: ${content}`);
    const fresh = `${this.#folder}/5A3F00BC`;
    this.#change(fresh, () => this.#disk.write(fresh, content));
    await this.#moment(20);
    this.#rename(fresh, path);
  }

  async #saveInBursts(path: string): Promise<void> {
    const content = this.#content(path);
    this.#tell(`saves ${path} in bursts: ${content}`);
    for (const part of [0.3, 0.6, 1]) {
      this.#change(path, () => this.#disk.write(path, content.slice(0, content.length * part)));
      await this.#moment(80);
    }
  }

  #rename(from: string, to: string): void {
    this.#leave(from);
    this.#change(to, () => this.#disk.rename(from, to));
    this.#notify(from);
  }

  #change(path: string, change: () => void): void {
    this.#leave(path);
    change();
    const content = this.#disk.text(path);
    if (content !== undefined) this.stays.push({ path, content, from: this.#clock.now(), to: null });
    this.#notify(path);
  }

  #leave(path: string): void {
    const stay = this.stays.findLast((one) => one.path === path);
    if (stay) stay.to ??= this.#clock.now();
  }

  #moment(longest: number): Promise<void> {
    return this.#clock.sleep(this.#chance() * longest);
  }
}
