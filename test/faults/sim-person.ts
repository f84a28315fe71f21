import { basename, dirname } from 'node:path/posix';
import type { FakeClock } from '../support/fake-clock.ts';
import type { Chance } from './noise.ts';
import type { Came, Journal } from './oracle/journal.ts';
import type { SimDisk } from './sim-disk.ts';

/** What a person's programs do to the files of the matter folders, and what stood where. */
export class SimPerson {
  readonly #journal: Journal;
  readonly #disk: SimDisk;
  readonly #clock: FakeClock;
  readonly #notify: (path: string) => void;
  #count = 0;
  #turn: Promise<void> = Promise.resolve();
  /** Things begun or waiting for their turn. */
  #toDo = 0;
  #lastDoneAt = 0;

  constructor(options: {
    disk: SimDisk;
    clock: FakeClock;
    journal: Journal;
    /** The file system's own events, for whoever watches. */
    notify: (path: string) => void;
  }) {
    this.#disk = options.disk;
    this.#clock = options.clock;
    this.#journal = options.journal;
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

  next(): number {
    this.#count += 1;
    return this.#count;
  }

  /** A content that was never anywhere before; one in four as long as what is there, one in twelve large, and one in 300 of some megabytes. */
  content(path: string, chance: Chance): Buffer {
    const head = `${basename(path)} ${this.next()} `;
    const before = chance() < 0.25 ? (this.#disk.files.get(path)?.content.length ?? 0) : 0;
    if (before >= head.length) return Buffer.from(head.padEnd(before, 'x'));
    const size = chance() < 1 / 12 ? 20_000 + chance() * 60_000 : chance() * 50;
    const huge = chance() < 1 / 300 ? 5_000_000 : 0;
    return Buffer.concat([Buffer.from(head), Buffer.alloc(Math.floor(size) + huge, 'x')]);
  }

  write(path: string, content: Buffer): void {
    if (!this.#disk.directories.has(dirname(path))) return;
    this.#change(path, () => this.#disk.write(path, content));
  }

  /** The program put something there, as the person asked; or the power cut took it away. */
  finds(path: string): void {
    this.#change(path, () => {});
  }

  /** The program renamed a document, as the person asked. */
  findsMoved(from: string, to: string): void {
    this.#stand(to, { by: 'renaming', from });
    this.#journal.leaves(from, true);
    this.#journal.isMovedAway(from);
    this.#notify(from);
    this.#notify(to);
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
    const isSaving = this.#journal.isSaving(to);
    this.#disk.rename(from, to);
    const isInMatter = matterFolderOf(from) === matterFolderOf(to);
    this.#stand(
      to,
      isSaving ? { by: 'saving' } : isInMatter ? { by: 'renaming', from } : { by: 'otherwise' },
    );
    this.#journal.leaves(from, true);
    this.#notify(from);
    this.#notify(to);
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
    const isInMatter = matterFolderOf(from) === matterFolderOf(to);
    for (const path of this.#disk.below(to)) {
      // What the engine is just writing there is no document.
      if (basename(path).startsWith('.matterline-')) continue;
      const before = from + path.slice(to.length);
      this.#stand(path, isInMatter ? { by: 'renaming', from: before } : { by: 'otherwise' });
      this.#journal.leaves(before, true);
      this.#notify(before);
      this.#notify(path);
    }
  }

  moment(longest: number, chance: Chance): Promise<void> {
    return this.#clock.sleep(chance() * longest);
  }

  #change(path: string, change: () => void): void {
    change();
    this.#stand(path, { by: 'saving' });
    this.#notify(path);
  }

  #stand(path: string, came: Came): void {
    const node = this.#disk.files.get(path);
    if (node) this.#journal.stands(path, node.content, node.inode, came);
    else this.#journal.leaves(path);
  }
}

const matterFolderOf = (path: string): string => path.split('/').slice(0, 3).join('/');
