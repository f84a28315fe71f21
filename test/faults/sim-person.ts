import { basename, dirname } from 'node:path/posix';
import type { FakeClock } from '../support/fake-clock.ts';
import type { Chance } from './noise.ts';
import type { Came, Journal, Stay } from './oracle/journal.ts';
import type { SimDisk } from './sim-disk.ts';

/** What a person's programs do to the files of the matter folders, and what stood where. */
export class SimPerson {
  readonly #journal: Journal;
  readonly #disk: SimDisk;
  readonly #clock: FakeClock;
  readonly #notify: (path: string) => void;
  /** What the program took away, by the names that it had. */
  readonly #taken = new Map<string, Stay>();
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

  /** A content that was never anywhere before; one in four (or `asLong`) as long as what is there, one in twelve large, and one in 300 of some megabytes. */
  content(path: string, chance: Chance, asLong = 0.25): Buffer {
    const head = `${basename(path)} ${this.next()} `;
    const before = chance() < asLong ? (this.#disk.files.get(path)?.content.length ?? 0) : 0;
    if (before >= head.length) return Buffer.from(head.padEnd(before, 'x'));
    const size = chance() < 1 / 12 ? 20_000 + chance() * 60_000 : chance() * 50;
    const huge = chance() < 1 / 300 ? 5_000_000 : 0;
    return Buffer.concat([Buffer.from(head), Buffer.alloc(Math.floor(size) + huge, 'x')]);
  }

  write(asked: string, content: Buffer): void {
    const path = this.#disk.spelled(asked);
    if (!this.#disk.directories.has(dirname(path)) || this.#disk.isLocked(path)) return;
    this.#change(path, () => this.#disk.write(path, content));
  }

  /** The program put something there, as the person asked; or the power cut took it away. */
  finds(path: string): void {
    const content = this.#disk.files.get(path)?.content;
    const before = this.#journal.stays.findLast((stay) => stay.path === path && stay.content === content);
    if (content && before?.given) return this.findsGiven(path);
    this.#change(path, () => {});
  }

  /** The program put there what the service gave out. */
  findsGiven(path: string): void {
    const node = this.#disk.files.get(path);
    if (node) this.#journal.stands(path, node, { by: 'saving' }, true);
    this.#notify(path);
  }

  /** The program took it away: the service has it deleted, or the person freed its space. */
  isTaken(path: string): void {
    const stay = this.#journal.at(path);
    if (stay) this.#taken.set(path, stay);
    this.#journal.leaves(path);
    this.#notify(path);
  }

  /** The program gave back what it took away. */
  isBack(from: string, to: string): void {
    const [node, before] = [this.#disk.files.get(to), this.#taken.get(from)];
    if (node) this.#journal.stands(to, node, { by: 'returning', line: before?.line }, before?.given ?? false);
    this.#notify(to);
  }

  /** A power cut took what a program wrote there, or a part of it. */
  findsTorn(path: string, unseen: boolean): void {
    this.finds(path);
    const content = this.#disk.files.get(path)?.content;
    if (!content) return;
    this.#journal.torn.add(content);
    if (unseen) this.#journal.unseen.add(content);
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
    this.#journal.touches(path);
    this.#notify(path);
  }

  remove(path: string): void {
    if (this.#disk.isLocked(path)) return;
    this.#change(path, () => this.#disk.remove(path));
  }

  rename(asked: string, named: string): void {
    const [from, to] = [this.#disk.spelled(asked), this.#disk.newName(asked, named)];
    if (from === to || !this.#disk.files.has(from) || !this.#disk.directories.has(dirname(to))) return;
    if (this.#disk.isLocked(from) || this.#disk.isLocked(to)) return;
    const isSaving = this.#journal.isSaving(to);
    this.#disk.rename(from, to);
    const isInMatter = matterFolderOf(from) === matterFolderOf(to);
    this.#stand(
      to,
      isSaving ? { by: 'saving' } : isInMatter ? { by: 'renaming', from } : { by: 'otherwise' },
    );
    // What went to another matter is gone from this one.
    this.#journal.leaves(from, isInMatter);
    this.#notify(from);
    this.#notify(to);
  }

  removeDirectory(path: string): void {
    for (const file of this.#disk.below(path)) this.remove(file);
    if (this.#disk.below(path).length === 0) this.#disk.removeDirectory(path);
  }

  /** False when a program has something in it open, and the system does not let it go. */
  renameDirectory(from: string, to: string): boolean {
    if (this.#disk.isLocked(from)) return false;
    this.#disk.renameDirectory(from, to);
    this.findsRenamed(from, to);
    return true;
  }

  /** A directory has another name: the person's documents stand there now. */
  findsRenamed(from: string, to: string): void {
    const isInMatter = matterFolderOf(from) === matterFolderOf(to);
    for (const path of this.#disk.below(to)) {
      // What the engine is just writing there is no document.
      if (basename(path).startsWith('.matterline-')) continue;
      const before = from + path.slice(to.length);
      this.#stand(path, isInMatter ? { by: 'renaming', from: before } : { by: 'otherwise' });
      this.#journal.leaves(before, isInMatter);
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
    if (node) this.#journal.stands(path, node, came);
    else this.#journal.leaves(path);
  }
}

const matterFolderOf = (path: string): string => path.split('/').slice(0, 3).join('/');
