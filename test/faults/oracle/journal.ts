import { createHash } from 'node:crypto';
import { basename } from 'node:path/posix';

/** What stood at a path from one instant to another, by a clock that nobody sets (milliseconds). */
export interface Stay {
  readonly path: string;
  readonly content: Buffer;
  /** The number of the file, which it keeps under other names. */
  readonly inode: number;
  /** What the person would call one document: see `Journal.#lineOf`. */
  readonly line: number;
  /** True when it had another name just before. */
  readonly renamed: boolean;
  /** True when it was written there, and not brought from elsewhere. */
  readonly written: boolean;
  /** True when the program put there what the service gave out: nobody here saved that. */
  readonly given: boolean;
  readonly from: number;
  to: number | null;
  /** Each time that somebody gave it another time, oldest first. */
  readonly touches: number[];
}

/** What the person asked for, and what they were answered. */
export type Wish =
  /** The bytes of this version, at this place. */
  | { readonly kind: 'restore'; readonly sha256: string; readonly fileId: string }
  /** A copy of these bytes, in this folder of the service, under this name or a numbered one. */
  | {
      readonly kind: 'add';
      readonly sha256: string;
      readonly matterId: string;
      readonly folderId: string | null;
      readonly name: string;
    };

/** What the person said about one save, having been shown an entry of history (null: none). */
export interface Decision {
  readonly saveId: number;
  /** The document that it was a save of then. */
  readonly fileId: string;
  readonly decision: string;
  readonly shown: string | null;
  /** True when they were told that it may be their own. */
  readonly mayBeTheirs: boolean;
  /** In milliseconds of the service's steady clock. */
  readonly at: number;
}

/** A time in which nothing of a matter, or of one document of it, is to leave; milliseconds of the steady clock. */
export interface Pause {
  readonly matterId: string;
  readonly fileId: string | null;
  readonly from: number;
  /** Null while it lasts. */
  to: number | null;
}

/** A time in which somebody else was at the computer; milliseconds of the steady clock. */
export interface Absence {
  readonly from: number;
  /** Null while it lasts. */
  to: number | null;
}

/** What the person said about many changes at once, and which saves were waiting for it. */
export interface DecisionAboutMany {
  readonly matterId: string;
  readonly action: string;
  readonly saveIds: readonly number[];
  readonly at: number;
}

/** How a path came to hold what it holds now. */
export type Came =
  /** Written, or put there by a program that saves through other names. */
  | { readonly by: 'saving' }
  /** It had another name in the same matter before, and nothing had this one. */
  | { readonly by: 'renaming'; readonly from: string }
  /** The program gave it back after it had taken it away; of which document it was, where that is known. */
  | { readonly by: 'returning'; readonly line: number | undefined }
  /** In any way that makes it a question whether it is the document that was here. */
  | { readonly by: 'otherwise' };

const hashes = new WeakMap<Buffer, string>();
export function sha256Of(content: Buffer): string {
  const known = hashes.get(content) ?? createHash('sha256').update(content).digest('hex');
  hashes.set(content, known);
  return known;
}

/** Milliseconds that a document must keep its name, undisturbed, for whoever watches to know it by that name. */
const knownAfter = 3_000;

/** What the person did, by their own hands and through the window, and what stood where because of it. */
export class Journal {
  readonly stays: Stay[] = [];
  readonly wishes: Wish[] = [];
  /** Wishes that the person was told were fulfilled, and when. */
  readonly granted: { readonly wish: Wish; readonly at: number }[] = [];
  readonly decisions: Decision[] = [];
  readonly decisionsAboutMany: DecisionAboutMany[] = [];
  /** What the person was told is kept and will be sent. */
  readonly requests: { readonly id: string; readonly operation: string; readonly at: number }[] = [];
  readonly requestDecisions: { readonly id: string; readonly decision: string }[] = [];
  /** What the person paused: a matter, or one document of it where `fileId` is given. */
  readonly pauses: Pause[] = [];
  /** When the person linked a matter to its folder again, and which. */
  readonly links: { readonly folder: string; readonly at: number }[] = [];
  /** Documents of which the person asked to see the newest version. */
  readonly opened: { readonly matterId: string; readonly fileId: string; readonly at: number }[] = [];
  /** Whether the person wants a matter kept here, and since when; the last counts. */
  readonly keeping: { readonly matterId: string; readonly keep: boolean; readonly at: number }[] = [];
  /** When the person freed the space of documents, or of all of a matter (null). */
  readonly freed: {
    readonly matterId: string;
    readonly fileIds: readonly string[] | null;
    readonly at: number;
  }[] = [];
  /** Documents that a program has open, by their path, and the file by which it shows that. */
  readonly programs: { readonly path: string; readonly owner: string }[] = [];
  /** Times in which somebody else was signed in at the person's computer. */
  readonly absences: Absence[] = [];
  /** What the person said about saves made meanwhile, and which those were. */
  readonly reviews: { readonly action: string; readonly saveIds: readonly number[]; readonly at: number }[] =
    [];
  /** True once anybody set the computer's clock: when something was saved is told by that. */
  clockWasSet = false;
  /** What the computer's clock showed when it was set, oldest first, by a clock that nobody sets; both in milliseconds. */
  readonly #clock: { readonly from: number; readonly shown: number }[] = [];
  /** Documents that were all changed at once, with the time of it. */
  readonly changedTogether: {
    readonly matterId: string;
    readonly written: readonly { readonly path: string; readonly content: Buffer }[];
    readonly at: number;
    /** So many may be filed before anybody can know that they are many. */
    readonly unasked: number;
  }[] = [];
  /** Documents of which the person did something that may make one of two, or two of one. */
  readonly ambiguous = new Set<number>();
  /** Names that directories had when the person gave them another, and those that they gave, by the directory's number. */
  readonly directoryNames = new Map<number, Set<string>>();
  /** Contents that a power cut made. */
  readonly torn = new Set<Buffer>();
  /** Those of them of which nothing that the system says shows that they are others than before. */
  readonly unseen = new Set<Buffer>();
  /** Documents in a file that the system could not tell from one of another document. */
  readonly mistakable = new Set<number>();
  /** Files of which the system said the same as of one that was there before. */
  readonly #mistakenFiles = new Set<number>();
  /** Which file the system said last that each is. */
  readonly #identities = new Map<string, { readonly inode: number; readonly line: number }>();
  readonly #standing = new Map<string, Stay>();
  /** Names that were left for others: by whom, and when. */
  readonly #left = new Map<string, { readonly line: number; readonly at: number }>();
  /** Names that were deleted, and by which document they were had. */
  readonly #deleted = new Map<string, number>();
  readonly #now: () => number;
  readonly #longestQuiet: (path: string, from: number, to: number) => number;
  /** What was there when a program began to save at this path: a program may take it away and put another file there. */
  #saving: { readonly path: string; readonly line: number | null } | null = null;
  #lines = 0;

  /** @param longestQuiet the longest time in which somebody who watches a path could have seen it, between two instants */
  constructor(now: () => number, longestQuiet: (path: string, from: number, to: number) => number) {
    this.#now = now;
    this.#longestQuiet = longestQuiet;
  }

  clockShows(shown: number): void {
    this.#clock.push({ from: this.#now(), shown });
  }

  /** Whether the computer's clock showed this at some moment from then until now, give or take so much; all in milliseconds. */
  hasShown(shown: number, since: number, within: number): boolean {
    return this.#clock.some((set, index) => {
      const [from, to] = [Math.max(set.from, since), this.#clock[index + 1]?.from ?? this.#now()];
      const at = set.from + shown - set.shown;
      return at >= from - within && at <= to + within;
    });
  }

  pausesOrResumes(matterId: string, fileId: string | null, paused: boolean): void {
    const isOf = (one: Pause) => one.matterId === matterId && one.fileId === fileId && one.to === null;
    if (!paused) for (const one of this.pauses.filter(isOf)) one.to = this.#now();
    else if (!this.pauses.some(isOf)) this.pauses.push({ matterId, fileId, from: this.#now(), to: null });
  }

  anotherIsHere(isHere: boolean): void {
    const last = this.absences.at(-1);
    if (!isHere && last) last.to ??= this.#now();
    if (isHere && last?.to !== null) this.absences.push({ from: this.#now(), to: null });
  }

  /** What must stand in the folders now. */
  get present(): readonly Stay[] {
    return [...this.#standing.values()];
  }

  at(path: string): Stay | undefined {
    return this.#standing.get(path);
  }

  /** Between these, whatever happens at the path and beside it is one save of one document. */
  beginsSaving(path: string): void {
    this.#saving = { path, line: this.#standing.get(path)?.line ?? null };
  }

  /** Somebody else gave what stood here another name meanwhile: what the program puts here does not take its place. */
  isMovedAway(path: string): void {
    if (this.#saving?.path === path) this.#saving = { path, line: null };
  }

  endsSaving(): void {
    this.#saving = null;
  }

  directoryRenamed(from: string, to: string, inode: number): void {
    const names = this.directoryNames.get(inode) ?? new Set();
    this.directoryNames.set(inode, names.add(basename(from)).add(basename(to)));
  }

  /** True while a program saves what becomes the document at this path. */
  isSaving(path: string): boolean {
    return this.#saving?.path === path;
  }

  /** Saves that the person wanted kept unfiled. */
  get keptUnfiled(): ReadonlySet<number> {
    const keeping = ['keep-unfiled', 'already-there', 'dismiss'];
    return new Set([
      ...this.decisions.filter(({ decision }) => keeping.includes(decision)).map(({ saveId }) => saveId),
      ...this.decisionsAboutMany
        .filter(({ action }) => action === 'keep-all-unfiled')
        .flatMap(({ saveIds }) => saveIds),
      ...this.reviews.filter(({ action }) => action === 'keep-all-unfiled').flatMap(({ saveIds }) => saveIds),
    ]);
  }

  stands(
    path: string,
    {
      content,
      inode,
      identity,
    }: { readonly content: Buffer; readonly inode: number; readonly identity: string },
    came: Came,
    given = false,
  ): void {
    // What is only called otherwise is what it was; what a person puts in the place of another document is the next version of that one.
    const isInstead = this.#standing.get(path)?.content.equals(content) === false;
    const renamedFrom = came.by === 'renaming' && !isInstead ? this.#standing.get(came.from) : undefined;
    const line = this.#lineOf(path, content, inode, came);
    const left = this.#left.get(path);
    // What takes a name at once that another had may be the next version of that one, as with programs that keep former files.
    if (left && left.line !== line && !this.#isKnown(path, left.at)) this.ambiguous.add(left.line);
    // So may be what is put at the name of a document that was deleted: programs delete what they then give its name.
    const deleted = this.#deleted.get(path);
    if (came.by === 'renaming' && deleted !== undefined && deleted !== line) this.ambiguous.add(line);
    // A file of which the system says that it is one that was there before.
    const before = this.#identities.get(identity);
    if (before && before.inode !== inode) {
      this.#mistakenFiles.add(inode);
      this.mistakable.add(before.line);
    }
    if (this.#mistakenFiles.has(inode)) this.mistakable.add(line);
    for (const one of this.mistakable) this.ambiguous.add(one);
    this.#identities.set(identity, { inode, line });
    this.#left.delete(path);
    this.leaves(path);
    this.#deleted.delete(path);
    const renamed = came.by === 'renaming';
    const written = came.by === 'saving' && !given;
    const stay: Stay = {
      path,
      content,
      inode,
      line,
      renamed,
      written,
      given: given || (renamedFrom?.given === true && renamedFrom.content === content),
      from: this.#now(),
      to: null,
      touches: [],
    };
    this.stays.push(stay);
    this.#standing.set(path, stay);
  }

  touches(path: string): void {
    this.#standing.get(path)?.touches.push(this.#now());
  }

  leaves(path: string, renamed = false): void {
    const stay = this.#standing.get(path);
    if (!stay) return;
    stay.to = this.#now();
    if (renamed) this.#left.set(path, { line: stay.line, at: this.#now() });
    else this.#deleted.set(path, stay.line);
    this.#standing.delete(path);
  }

  /**
   * Saves at one path are of one document, also where a program puts another file there. One that had its name long enough to
   * be known by it stays itself under another name. Of everything else the person may mean either.
   */
  #lineOf(path: string, content: Buffer, inode: number, came: Came): number {
    const here = this.#standing.get(path);
    if (came.by === 'returning') return came.line ?? this.#newLine();
    if (came.by === 'otherwise') return this.#newLine();
    if (came.by === 'renaming') {
      const before = this.#standing.get(came.from);
      const isSame = before && !here && content.length > 0 && this.#isKnown(before.path, before.from);
      return isSame ? before.line : this.#newLine();
    }
    // Neither name nor file is known to be its own yet.
    if (here?.renamed && here.inode !== inode && !this.#isKnown(path, here.from)) return this.#newLine();
    const saved = this.#saving?.path === path ? this.#saving.line : null;
    return here?.line ?? saved ?? this.#newLine();
  }

  /** True when what stands at the path stood there long enough for whoever watches to know it. */
  isKnown(path: string): boolean {
    const stay = this.#standing.get(path);
    return stay !== undefined && this.#isKnown(path, stay.from);
  }

  #isKnown(path: string, since: number): boolean {
    return this.#longestQuiet(path, since, this.#now()) >= knownAfter;
  }

  #newLine(): number {
    this.#lines += 1;
    return this.#lines;
  }
}
