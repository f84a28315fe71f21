import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import type { MatterId, SignIn, StaffMember } from '../../../shared/model/index.ts';
import { type EnginePorts, openWorkspace, type Place, type Workspace, workspaceName } from '../compose.ts';
import type { ChangeFeed } from '../platform/change-feed.ts';
import { failureCode } from '../platform/files.ts';
import { isNoRoom, NoRoomYet } from '../platform/local-storage-errors.ts';
import { undoneOnFailure } from '../platform/undone-on-failure.ts';
import type { Database } from '../store/database.ts';
import type { KnownDirectory } from '../store/links.ts';
import { captureMeanwhile, type Meanwhile } from './capture-meanwhile.ts';
import { keptDirectories, newDirectory } from './directories.ts';
import { finishHandOvers } from './finish-hand-over.ts';
import { type KeptPerson, keepPerson, type OpenedBy, readPerson } from './kept-person.ts';
import { comeBack, isLeft, leave } from './left.ts';
import { isUntouched } from './sign-in-record.ts';
import { withIssuers } from './subjects.ts';
import { isOpenTo, type KeptWorkspace, newest, openedAt } from './which-workspace.ts';

export interface Kept extends KeptWorkspace {
  /** What failed when it was to be read whose it is: nobody knows for now, and it must not be taken for nobody's. */
  readonly unread: Result<void, unknown>;
  /** What failed when it was to be opened, for one that is not. */
  readonly opened: Result<Workspace, unknown>;
  /** It opens to its person's own sign-in alone; also while the disk does not tell. */
  readonly isLeft: boolean;
}

interface Told {
  readonly feed: ChangeFeed;
  readonly onChange: () => void;
  /** The window is shown this one: nothing is told of the others. */
  readonly isShown: (name: string) => boolean;
  /** The sign-in that is there, whose ever it is; null while nobody is signed in. */
  readonly signIn: () => string | null;
  readonly onHistory: (workspace: Workspace, matterId: MatterId) => void;
}

/** Everybody's workspaces of one service on this computer: opened, with what is kept of whose each is. */
export class OpenWorkspaces {
  readonly place: Place;
  readonly #ports: EnginePorts;
  readonly #told: Told;
  readonly #open = new Map<string, Workspace>();
  /** What captures for those that there is no room to open. */
  readonly #meanwhile = new Map<string, Meanwhile>();
  #kept: readonly Kept[] = [];

  constructor(ports: EnginePorts, place: Place, told: Told) {
    this.#ports = ports;
    this.place = place;
    this.#told = told;
  }

  /** All there are, also those that could not be opened. */
  get kept(): readonly Kept[] {
    return this.#kept;
  }

  get all(): readonly Workspace[] {
    return [...this.#open.values()];
  }

  /** Name of the first person's. */
  get first(): string {
    return workspaceName(this.place.baseUrl);
  }

  /** By its name; null while it is not open. */
  named(name: string): Workspace | null {
    return this.#open.get(name) ?? null;
  }

  keptAs(name: string | null): Kept | undefined {
    return this.#kept.find((one) => one.name === name);
  }

  /** The one that is open to this sign-in, or was last; null when none is. */
  openTo(signIn: string): string | null {
    return newest(this.#kept.filter((one) => isOpenTo(one, signIn)))?.name ?? null;
  }

  /** Folders of all but one; null while another is not open, so that its folders are not known. */
  foldersBesides(besides: string | null): readonly string[] | null {
    if (this.#kept.some(({ name, opened }) => !opened.ok && name !== besides)) return null;
    const others = this.all.filter(({ name }) => name !== besides);
    return others.flatMap(({ stores }) => stores.links.all().map(({ path }) => path));
  }

  /** What failed when one was to be opened or read; null when all are open. */
  get failure(): unknown {
    const results = this.#kept.flatMap(({ opened, unread }) => [opened, unread]);
    return results.flatMap((one) => (one.ok ? [] : [one.error]))[0] ?? null;
  }

  /** What captures for one that is not open for lack of room. */
  meanwhile(name: string): Meanwhile | undefined {
    return this.#meanwhile.get(name);
  }

  get capturing(): readonly Meanwhile[] {
    return [...this.#meanwhile.values()];
  }

  /** Reads whose each is, and opens them. One person's trouble must not stop another: what cannot be opened is among them. */
  async openAll(): Promise<void> {
    const kept: Kept[] = [];
    const { files } = this.#ports;
    for (const name of await keptDirectories(files, this.place, this.first)) {
      const directory = this.#directoryOf(name);
      const read = await readPerson(files, directory).then(ok, err);
      const person = read.ok ? read.value : 'unreadable';
      const unread = read.ok ? ok(undefined) : read;
      const opened = await this.open(name).then(ok, err);
      kept.push({
        name,
        person,
        unread,
        opened,
        isUntouched: opened.ok && isUntouched(opened.value.stores),
        isLeft: this.keptAs(name)?.isLeft ?? (await isLeft(files, directory).catch(() => true)),
      });
    }
    this.#kept = kept;
  }

  async open(name: string): Promise<Workspace> {
    const open = this.#open.get(name);
    if (open) return open;
    const { feed, onChange, onHistory } = this.#told;
    const isShown = () => this.#told.isShown(name);
    return await undoneOnFailure(async (onFailure) => {
      const database = await this.#databaseOf(name);
      // What stays open is in the way of whoever tries again.
      onFailure(() => database.close());
      const workspace = await openWorkspace(
        this.#ports,
        this.place,
        {
          matter: (...told: Parameters<ChangeFeed['matter']>) => isShown() && feed.matter(...told),
          matters: () => isShown() && feed.matters(),
          requests: () => isShown() && feed.requests(),
          records: () => isShown() && feed.records(),
        },
        onChange,
        {
          name,
          database,
          onHistory: (matterId) => {
            const itself = isShown() && this.named(name);
            if (itself) onHistory(itself, matterId);
          },
        },
      );
      onFailure(() => workspace.stop());
      // Whose it is, is not known yet: what is captured meanwhile says so.
      const asked = this.#told.signIn();
      if (asked !== null) workspace.stores.outbox.isAsked(asked);
      workspace.worksFor(null, asked === null ? 'own' : 'unknown');
      await finishHandOvers(workspace, this.all);
      // What is moved into one person's folder from another's is not filed in their name.
      const known = new Map<Workspace, readonly KnownDirectory[]>();
      workspace.stores.links.setElsewhere(() =>
        this.all.flatMap((one) => {
          if (one === workspace) return [];
          try {
            const directories = one.stores.links.knownDirectories();
            known.set(one, directories);
            return directories;
          } catch {
            // Another person's database that cannot be read keeps nothing here from being captured.
            return known.get(one) ?? [];
          }
        }),
      );
      onFailure(() => this.#open.delete(name));
      this.#open.set(name, workspace);
      workspace.start();
      return workspace;
    });
  }

  /** A new one that is nobody's yet, and that nobody is shown by that; answers its name. */
  async add(bind: (name: string) => Promise<void>): Promise<string> {
    const { files, newId } = this.#ports;
    const names = await keptDirectories(files, this.place, this.first);
    const name = newDirectory(this.first, names, newId());
    await files.makeDirectories(this.#directoryOf(name));
    await bind(name);
    await files.sync(this.place.directory);
    await this.openAll();
    return name;
  }

  /** It belongs to whoever signed in with this from now on. */
  async bind(name: string, signIn: SignIn, openedBy: OpenedBy, staff: StaffMember | null): Promise<void> {
    const known = this.keptAs(name)?.person;
    const before = known === 'unreadable' ? null : known;
    const subjects = before?.subjects ?? [];
    const added = signIn.subjects.filter((subject) => !subjects.includes(subject));
    await this.write(name, {
      subjects: [...subjects, ...added],
      stated: [...(before?.stated ?? []), ...(openedBy === 'stated' ? added : [])],
      staff: staff ?? before?.staff ?? null,
      signIn: signIn.id,
      openedBy,
      // After all others, whatever the clock said then.
      openedAt: Math.max(this.#ports.clock.now(), ...this.#kept.map((one) => openedAt(one) + 1)),
      notSignIns: before?.notSignIns ?? [],
    });
  }

  async write(name: string, person: KeptPerson): Promise<void> {
    const { files, newId } = this.#ports;
    await keepPerson(files, this.#directoryOf(name), person, newId());
    this.#set(name, { person });
  }

  /** Of subjects that an earlier program kept. What the disk does not take of it holds for now, and is done again. */
  async nameIssuers(server: string | null, signIn: SignIn | null): Promise<void> {
    for (const { name, person } of this.#kept) {
      if (!person || person === 'unreadable') continue;
      const next = {
        ...person,
        subjects: withIssuers(person.subjects, server, signIn),
        stated: withIssuers(person.stated, server, signIn),
      };
      if (isDeepStrictEqual(next, person)) continue;
      this.#set(name, { person: next });
      await this.write(name, next).catch(() => {});
    }
  }

  /**
   * Whoever sits at a computer where somebody signed out, or where the last who signed in was somebody else or nobody known, is
   * shown nothing of what its people have. What the disk does not take of it holds for now, and is done again at the next start.
   */
  async leaveAllBut(shown: string | null): Promise<void> {
    const { files } = this.#ports;
    for (const one of this.#kept) {
      const isNow = one.name !== shown;
      if (one.isLeft === isNow) continue;
      const directory = this.#directoryOf(one.name);
      await (isNow ? leave(files, directory) : comeBack(files, directory)).catch(() => {});
      this.#set(one.name, { isLeft: isNow });
    }
  }

  /** It is somebody else's to stop. */
  release(name: string): void {
    this.#open.delete(name);
    this.#kept = this.#kept.filter((one) => one.name !== name);
  }

  async stop(): Promise<void> {
    const stopped = await Promise.allSettled([
      ...this.all.map((workspace) => workspace.stop()),
      ...[...this.#meanwhile.keys()].map((name) => this.#endMeanwhile(name)),
    ]);
    this.#open.clear();
    for (const one of stopped) if (one.status === 'rejected') throw one.reason;
  }

  /**
   * The database of a workspace, prepared. While there is no room for that, what is saved is captured all the same.
   * @throws `NoRoomYet` then, and what opening it throws otherwise
   */
  async #databaseOf(name: string): Promise<Database> {
    const { files, meanwhile } = this.#ports;
    const directory = this.#directoryOf(name);
    await files.makeDirectories(directory);
    try {
      const database = await this.#ports.openDatabase(directory);
      await this.#endMeanwhile(name);
      return database;
    } catch (failure) {
      if (!meanwhile || !isNoRoom(failureCode(failure))) throw failure;
      if (!this.#meanwhile.has(name)) {
        if (meanwhile.look(directory) === 'damaged') meanwhile.salvage(directory, this.#ports.clock.now());
        const side = meanwhile.open(directory);
        const { baseUrl } = this.place;
        const asked = this.#told.signIn();
        const capturing = await captureMeanwhile(this.#ports, side, baseUrl, directory, asked);
        this.#meanwhile.set(name, capturing);
      }
      throw new NoRoomYet('', { cause: failure });
    }
  }

  async #endMeanwhile(name: string): Promise<void> {
    const capturing = this.#meanwhile.get(name);
    this.#meanwhile.delete(name);
    await capturing?.stop();
  }

  #directoryOf(name: string): string {
    return join(this.place.directory, name);
  }

  #set(name: string, part: Partial<Pick<Kept, 'person' | 'isLeft'>>): void {
    this.#kept = this.#kept.map((one) => (one.name === name ? { ...one, ...part } : one));
  }
}
