import { basename, join, posix, sep } from 'node:path';
import type { Clock, Timer } from '../../../../shared/base/clock.ts';
import type { FileId, FolderId, MatterId } from '../../../../shared/model/index.ts';
import { type FileFacts, type Files, failureCode, sameFile } from '../../platform/files.ts';
import { folderOfPath } from '../../platform/folder-of-path.ts';
import { overlap } from '../../platform/lineage.ts';
import { type LocalStorageErrors, localStorageErrorCode } from '../../platform/local-storage-errors.ts';
import type { Presence } from '../../store/custody/custody.ts';
import type { RuleChanges } from '../../store/ignore-rules.ts';
import type { LocalFile } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';
import type { CaptureTurns } from '../capture/capture-turns.ts';
import type { Captures } from '../capture/captures.ts';
import { registerCapture } from '../capture/register.ts';
import type { Registrar } from '../capture/registrar.ts';
import { registerTakenNames, takenNames } from '../capture/taken-names.ts';
import { AwayParts } from '../folders/away-parts.ts';
import { checkFolder, type FolderCheck } from '../folders/folder-health.ts';
import { type FolderIssue, type HealthIssues, issueOfAway } from '../folders/health-issues.ts';
import { isLost } from '../folders/lost-part.ts';
import { followRenamedFolder } from '../folders/renamed-directory.ts';
import { onSameDevice, otherMatterOf } from '../folders/same-directory.ts';
import { isPlaceholder } from '../folders/staging-files.ts';
import { type AnyKind, isIgnored } from '../ignoring/ignore.ts';
import type { MassRemovals } from '../mass-changes/mass-removals.ts';
import type { FormerNames } from '../replaced-files/former-names.ts';
import { Debouncer, whileCopied } from '../settling/debounce.ts';
import { mayHideChange, rememberedFacts } from '../settling/racy.ts';
import type { CaptureFailure, Vault } from '../vault/vault.ts';
import { goneFrom, movedFromElsewhere, ownName } from './gone.ts';
import type { NotFiled } from './not-filed.ts';
import { Observer } from './observer.ts';
import { UnreadableNames } from './unreadable-names.ts';
import { isForbidden, UnreadableParts } from './unreadable-parts.ts';
import type { WatchTree } from './watch-tree.ts';
import { type Noticed, whenSaved } from './when-saved.ts';

export interface WatchPorts {
  readonly files: Files;
  readonly clock: Clock;
  readonly watchTree: WatchTree;
  readonly stores: Stores;
  readonly vault: Vault;
  readonly newFileId: () => FileId;
  readonly formerNames: Pick<FormerNames, 'takeOver'>;
  /** Where the program keeps its own data. */
  readonly ownDirectory: string;
  readonly healthIssues: HealthIssues;
  readonly notFiled: NotFiled;
  readonly massRemovals: MassRemovals;
  readonly localStorageErrors: LocalStorageErrors;
  /** Reads the files of all matters, so many at once. */
  readonly captures: Captures;
  readonly turns: CaptureTurns;
  readonly registrar: Registrar;
  /** Something about this matter's documents changed. */
  readonly onChange: (matterId: MatterId) => void;
  /** A file changed that is not read yet. */
  readonly onUnread: () => void;
}

/** How often the matter folder itself is looked at, and an unreadable file tried again, in milliseconds. */
/** With more files than this on their way, a rename and a copy of it are not looked for among them. */
const fewChanges = 100;
const folderLookInterval = 3_000;
const unreadableRetry = 1_000;
const vaultRetry = 10_000;
/** A look so many milliseconds late means that the computer slept, and events may have been lost. */
const asleep = 30_000;

/** Watches one matter folder and captures every save in it. */
export class MatterWatch {
  readonly #ports: WatchPorts;
  readonly #matterId: MatterId;
  readonly #root: string;
  readonly #debouncer: Debouncer;
  readonly #unreadable: UnreadableParts;
  readonly #unreadableNames: UnreadableNames;
  readonly #away: AwayParts;
  readonly #rules: RuleChanges;
  /** Files that wait for their capture, or are being captured. */
  readonly #capturing = new Map<string, 'waiting' | 'running'>();
  /** When what is not captured yet was noticed. */
  readonly #noticed = new Map<string, Noticed>();
  /** Directories that we are renaming: what happens below them waits. */
  #renaming: readonly string[] = [];
  #observer: Observer | null = null;
  /** Of the directory that is observed: another one, or another drive, in its place has to be observed anew. */
  #observed: string | null = null;
  #wasEmptied = false;
  #look: Timer | null = null;
  #lookedAt: number;
  #stopped = false;

  constructor(ports: WatchPorts, folder: { matterId: MatterId; path: string }) {
    this.#ports = ports;
    this.#matterId = folder.matterId;
    this.#root = folder.path;
    this.#lookedAt = ports.clock.now();
    this.#rules = ports.stores.ignoreRules.of(folder.matterId);
    this.#debouncer = new Debouncer({
      clock: ports.clock,
      // What a link leads to may be on a drive that does not answer; what stands where a drive is away is not looked at.
      facts: async (path) =>
        (await this.#away.hold(this.#below(path), 'about-now')) ? null : ports.files.facts(path),
      onSettled: (path, facts) => this.#settled(path, facts),
      onBegin: ports.onUnread,
      leaveAlone: async (path, code) => isForbidden(code) && this.#unreadable.holds(this.#below(path)),
    });
    this.#unreadableNames = new UnreadableNames({
      files: ports.files,
      isWanted: (name) => !isIgnored(name, 'unknown', this.#rules),
      onChange: (path, name) => {
        const issue = name === null ? null : ({ kind: 'unreadable-name', code: name } as const);
        if (!this.#stopped) ports.healthIssues.ofFile(this.#matterId, this.#below(path), issue);
      },
    });
    this.#away = new AwayParts({
      ...{ files: ports.files, root: folder.path },
      holdsKnown: (part) => ports.stores.links.holdsBelow(this.#matterId, part),
      isLost: async (part, there) =>
        (await isLost({ files: ports.files, links: ports.stores.links }, folder, part, there)) &&
        ports.stores.links.someFiles(folder.matterId, 1, part).length > 0,
      otherMatterOf: (part, { inode }) =>
        otherMatterOf(ports.stores.links, folder.matterId, { path: join(folder.path, part), inode }),
      onChange: (part, why) => {
        if (!this.#stopped) ports.healthIssues.ofFile(this.#matterId, part, why && issueOfAway(why));
      },
    });
    this.#unreadable = new UnreadableParts({
      ...{ files: ports.files, clock: ports.clock, root: folder.path },
      onChange: (part, code) => {
        const issue = code === null ? null : ({ kind: 'unreadable-folder', code } as const);
        if (!this.#stopped) ports.healthIssues.ofFile(this.#matterId, part, issue);
      },
    });
  }

  /** True once everything that changed while nobody watched is known, or cannot be known because of a trouble. */
  get isReconciled(): boolean {
    return this.#observer ? this.#observer.isReconciled : this.#observed !== null;
  }

  /** Of the directory that is watched; null when none is there. */
  get inode(): string | null {
    return this.#observed || null;
  }

  /** Files that changed and are not captured yet. */
  get unread(): number {
    return this.#debouncer.pending + this.#capturing.size;
  }

  /**
   * Does `work`, and captures nothing below these directories meanwhile; false, and nothing is done, when something
   * below them is not captured yet, or nobody knows. `directories` are below the matter folder.
   */
  async whileStill(directories: readonly string[], work: () => Promise<boolean>): Promise<boolean> {
    if (this.#stopped || !this.#observer?.isReconciled || this.#away.hasLost) return false;
    for (const paths of [this.#debouncer.paths(), this.#capturing.keys()]) {
      for (const path of paths) if (isBelow(this.#below(path), directories)) return false;
    }
    this.#renaming = directories;
    try {
      return await work();
    } finally {
      this.#renaming = [];
    }
  }

  start(): void {
    void this.#checkFolder();
  }

  /** The same as `Observer.rescanNow`; null where nothing is observed, too. */
  rescanNow(): Promise<void> | null {
    return this.#observer?.rescanNow() ?? null;
  }

  /** Directories have other names: what was removed from them before is asked for under these. */
  rescan(): void {
    this.#observer?.rescan();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#look?.cancel();
    this.#debouncer.stop();
    this.#ports.healthIssues.clear(this.#matterId);
    this.#ports.notFiled.clear(this.#matterId);
    this.#ports.massRemovals.stop(this.#matterId);
    await this.#close();
  }

  /** A vanished, emptied or unreadable folder is shown, and never taken for deletions. */
  async #checkFolder(): Promise<void> {
    this.#look?.cancel();
    try {
      await this.#lookOnce();
    } catch (failure) {
      if (!this.#stopped) this.#failed(failure);
    }
    if (this.#stopped) return;
    this.#look = this.#ports.clock.timer(folderLookInterval, () => void this.#checkFolder());
  }

  /** A look that goes on by itself failed, and is taken again: it must not end with that. */
  #failed(failure: unknown): void {
    if (localStorageErrorCode(failure) !== null) this.#ports.localStorageErrors.met(failure);
    this.#ports.healthIssues.ofFolder(this.#matterId, 'not-compared');
  }

  async #lookOnce(): Promise<void> {
    const { issue, inode } = await this.#folderLook();
    const isReadable = inode !== null && (await this.#unreadable.tryAgain());
    const isBack = inode !== null && (await this.#away.recheck());
    await this.#unreadableNames.recheck();
    if (this.#stopped) return;
    const isAnother = this.#observed !== null && this.#observed !== inode;
    if (inode === null || isReadable || isBack || isAnother) await this.#close();
    const mayBeOwn = issue === 'another-folder' || (inode !== null && !this.#observer);
    const isOwn = mayBeOwn && (await this.#isOwn());
    if (this.#stopped) return;
    if (inode !== null && !this.#observer && !isOwn) this.#open(inode);
    if (inode === null || isOwn) this.#observed = '';
    this.#say(isOwn ? 'own-data' : issue);
    this.#noticeSleep();
  }

  /** By a link or a mount that came later, the folder may lead to where the program keeps its own data. */
  #isOwn(): Promise<boolean> {
    const { files, ownDirectory } = this.#ports;
    return overlap(files, this.#root, ownDirectory).catch(() => false);
  }

  #folderLook(): Promise<FolderCheck> {
    const { files, stores } = this.#ports;
    return checkFolder({ files, links: stores.links }, { matterId: this.#matterId, path: this.#root });
  }

  #say(issue: FolderIssue | null): void {
    const ofObserver = this.#observer?.isFailing ? 'not-compared' : this.#observer?.rescanned;
    this.#ports.healthIssues.ofFolder(this.#matterId, issue ?? ofObserver ?? null);
    // Removals were not believed while everything seemed to be gone.
    if (this.#wasEmptied && issue !== 'emptied') this.#observer?.rescan();
    this.#wasEmptied = issue === 'emptied';
  }

  #noticeSleep(): void {
    const now = this.#ports.clock.now();
    if (now - this.#lookedAt > folderLookInterval + asleep) this.#observer?.rescan();
    this.#lookedAt = now;
  }

  #open(inode: string): void {
    const { files, clock, watchTree, stores, healthIssues, onChange } = this.#ports;
    this.#observed = inode;
    this.#compareAnew();
    this.#observer = new Observer(
      {
        files,
        clock,
        watchTree,
        known: () => stores.links.captured(this.#matterId),
        below: (path) => this.#below(path),
        absolute: (below) => join(this.#root, below),
        leavesOut: (path, kind) => this.#leavesOut(path, kind),
        onPath: (path, seen, unchangedUntil) => {
          const now = clock.now();
          const first = this.#noticed.get(path) ?? { first: now, unchangedUntil };
          this.#noticed.set(path, { ...first, last: now });
          if (seen) this.#debouncer.touchSeen(path, seen);
          else this.#debouncer.touch(path);
        },
        onUnlisted: (path) => {
          void this.#unreadable.holds(this.#below(path));
          void this.#unreadableNames.noticed(path);
        },
        onOther: (path) => this.#isOther(this.#below(path)),
        onDirectory: (path, facts) => this.#isDirectory(this.#below(path), facts),
        onPassFailed: (failure) => this.#failed(failure),
        onFailure: () => healthIssues.ofFolder(this.#matterId, 'unreadable'),
        onChange: () => onChange(this.#matterId),
      },
      this.#root,
    );
    void this.#observer.open();
  }

  /** What could not be captured may have gone while the folder was away; everything else is found again. */
  #compareAnew(): void {
    const { healthIssues } = this.#ports;
    for (const { matterId, path, issue } of healthIssues.all()) {
      const isOfCapture =
        typeof issue === 'object' && (issue.kind === 'vault-failed' || issue.kind === 'unreadable');
      if (matterId === this.#matterId && path !== null && isOfCapture)
        healthIssues.ofFile(matterId, path, null);
    }
  }

  /** What is left out and stays is noted, so that it can be shown; most of it is gone in a moment. */
  #leavesOut(path: string, kind: AnyKind): boolean {
    if (!isIgnored(basename(path), kind, this.#rules)) return false;
    const isNew = kind !== 'unknown' && !this.#ports.notFiled.has(this.#matterId, this.#below(path));
    if (isNew) this.#debouncer.touch(path);
    return true;
  }

  async #close(): Promise<void> {
    const observer = this.#observer;
    this.#observer = null;
    await observer?.close();
  }

  /** What cannot be looked up now is looked up again: a failed read must not lose a save. */
  #settled(path: string, facts: FileFacts | null): void {
    try {
      this.#takeUp(path, facts);
    } catch (failure) {
      if (this.#stopped) return;
      this.#captureFailed(path, this.#below(path), { kind: 'vault-failed', code: failureCode(failure) });
    }
    this.#forgetNoticed(path);
  }

  #forgetNoticed(path: string): void {
    if (!this.#capturing.has(path) && !this.#debouncer.has(path)) this.#noticed.delete(path);
  }

  #takeUp(path: string, facts: FileFacts | null): void {
    if (this.#capturing.get(path) === 'waiting') return;
    if (this.#capturing.has(path) || isBelow(this.#below(path), this.#renaming))
      return this.#debouncer.touch(path);
    const isDocument = facts?.kind === 'file' && !isIgnored(basename(path), 'file', this.#rules);
    if (facts?.kind === 'other') this.#isOther(this.#below(path));
    else if (facts && !isDocument) this.#ports.notFiled.note(this.#matterId, this.#below(path));
    const known = this.#ports.stores.links.file(this.#matterId, this.#below(path));
    if (facts?.kind !== 'file') {
      // A link or a directory in the place of a document is none: the document is gone.
      if (facts === null || (known && !known.removed))
        return void this.#busyWith(path, () => this.#removed(path));
      return;
    }
    if (!isDocument) return;
    const isAsKnown = known && !known.removed && sameFile(known, facts);
    const hasIssue = this.#ports.healthIssues.hasOfFile(this.#matterId, this.#below(path));
    if (isAsKnown && (hasIssue || !mayHideChange(facts))) return this.#isKeptNow(path);
    this.#capturing.set(path, 'waiting');
    const capture = (whenRead: () => void) =>
      this.#ports.turns.run(path, () => this.#capture(path, facts, whenRead));
    const run = (whenRead: () => void) => this.#busyWith(path, () => capture(whenRead));
    this.#ports.captures.add({ size: facts.size, run });
  }

  /** A drive of its own is remembered, and missed, though nothing changed in it. */
  #isDirectory(below: string, facts: FileFacts): void {
    const isMounted =
      !onSameDevice(facts, { inode: this.#observed ?? '' }) ||
      this.#ports.stores.links.mountedAt(this.#matterId, below) !== null;
    if (isMounted) void this.#away.hold(`${below}/`, 'about-now').catch(() => undefined);
  }

  #isOther(below: string): void {
    this.#ports.notFiled.note(this.#matterId, below);
    this.#away.noticed(below);
  }

  /** What was written down although the disk failed then is no trouble any more once the disk has it. */
  #isKeptNow(path: string): void {
    const { healthIssues, registrar, onChange } = this.#ports;
    const below = this.#below(path);
    if (!healthIssues.hasOfFile(this.#matterId, below)) return;
    void this.#busyWith(path, async () => {
      await registrar.run(() => {});
      healthIssues.ofFile(this.#matterId, below, null);
      onChange(this.#matterId);
    });
  }

  async #busyWith(path: string, work: () => Promise<void>): Promise<void> {
    this.#capturing.set(path, 'running');
    try {
      if (!this.#stopped) await work();
    } catch (failure) {
      if (this.#stopped) return;
      // The database could not take it (a full disk, for one): the file is still there, so try again.
      this.#captureFailed(path, this.#below(path), { kind: 'vault-failed', code: failureCode(failure) });
    } finally {
      this.#capturing.delete(path);
      this.#forgetNoticed(path);
    }
  }

  async #capture(path: string, facts: FileFacts, whenRead: () => void): Promise<void> {
    const { stores, vault, healthIssues, files, clock } = this.#ports;
    const below = this.#below(path);
    const folder = this.#folderOf(below);
    const known = stores.links.file(this.#matterId, below);
    const isPresent = known !== undefined && !known.removed;
    if (!isPresent) {
      const name = await ownName(files, this.#root, path);
      if (name !== path) return name === null ? undefined : this.#debouncer.touch(name);
    }

    // A name that is kept free for a document: what comes there is told of.
    if (!isPresent && (await isPlaceholder(files, path, facts))) return;

    const readAt = clock.now();
    const quiet = whileCopied(facts.size);
    const captured = await vault.capture(path, facts, quiet > 0 ? clock.sleep(quiet) : undefined);
    whenRead();
    if (this.#stopped) return;
    if (!captured.ok) return this.#captureFailed(path, below, captured.error);

    const matter = { matterId: this.#matterId, path: this.#root };
    const { formerNames } = this.#ports;
    const takenOver = isPresent ? null : await formerNames.takeOver(matter, below, captured.value);
    if (this.#stopped) return;
    if (takenOver !== null) return this.#debouncer.touch(join(this.#root, takenOver));
    if (!(await this.#isStillTheFolder(path)) || (await this.#away.hold(below))) return;
    if (this.#stopped) return;
    if (await followRenamedFolder(this.#ports, matter, posix.dirname(below))) this.rescan();
    const { sha256, facts: now } = captured.value;
    const found = { path: below, inode: now.inode, sha256, now: clock.now() };
    // One question for most new files, instead of three.
    const mayBeMoved = !isPresent && stores.links.mayBeMoved(this.#matterId, now.inode, sha256);
    const isOther = isPresent && known.inode !== now.inode;
    const taken = mayBeMoved || isOther ? await takenNames(this.#ports, matter, found) : [];
    if (this.#stopped) return;
    const { newFileId, registrar } = this.#ports;
    const who = () => this.#whoSaved(path, now, known, readAt);
    if (taken.length > 0) {
      await registrar.run(() => registerTakenNames(stores, this.#matterId, taken, clock.now(), who()));
      return this.#debouncer.touch(path);
    }
    const gone = mayBeMoved ? await this.#goneFrom(matter, found) : [];
    const movedHere =
      mayBeMoved || isOther ? await movedFromElsewhere(this.#ports, this.#matterId, now.inode) : undefined;
    if (this.#stopped) return;
    const saved = {
      matterId: this.#matterId,
      path: below,
      captured: { ...captured.value, facts: rememberedFacts(now, readAt) },
      gone,
      movedHere,
      newFileId,
      now: clock.now(),
    };
    const registered = await registrar.run(() => {
      if (this.#stopped) return true;
      // Its directory was found to be another since: so may be what is known of the files in it.
      if (this.#folderOf(below) !== folder) return false;
      const isKnownThere = (one: LocalFile) =>
        stores.links.file(this.#matterId, one.path)?.fileId === one.fileId;
      if (!gone.every(isKnownThere)) return false;
      // It was renamed or copied before it was registered under its first name: looked at anew, as what is known is another now.
      if (!isPresent && !mayBeMoved && stores.links.mayBeMoved(this.#matterId, now.inode, sha256))
        return false;
      const at = isPresent ? this.#nowOf(known) : below;
      if (at === null) return false;
      // Its document has another name since, and what was captured is the one that took its name.
      if (at !== below && stores.links.file(this.#matterId, below)?.inode === now.inode) return false;
      // A filed content that no limit had room for may have gone meanwhile: capture it anew.
      if (!stores.contents.get(sha256)) throw new Error('the content is not kept');
      registerCapture(stores, { ...saved, path: at, who: who() });
      if (at !== below) this.#debouncer.touch(join(this.#root, at));
      return true;
    });
    if (this.#stopped) return;
    const noticed = this.#noticed.get(path);
    // What was noticed since is the next save.
    if (registered && noticed) this.#noticed.set(path, { ...noticed, first: readAt, unchangedUntil: readAt });
    if (!registered) return this.#debouncer.touch(path);
    healthIssues.ofFile(this.#matterId, below, null);
    this.#ports.onChange(this.#matterId);
  }

  /**
   * Under which name a document is known whose content was captured under this one: the program itself may have renamed it since,
   * with that content. Null when something else is known of it by now: what stands at the name is a new question then.
   */
  #nowOf(known: LocalFile): string | null {
    const { links } = this.#ports.stores;
    const now = links.fileOfDocument(this.#matterId, known.fileId);
    if (!now || now.removed) return null;
    const isAsKnown = sameFile(now, known) && now.sha256 === known.sha256;
    return now.path === known.path || isAsKnown ? now.path : null;
  }

  /** Who was at the computer when this was saved, which may be another person than now. */
  #whoSaved(path: string, facts: FileFacts, known: LocalFile | undefined, readAt: number): Presence {
    const { stores } = this.#ports;
    return stores.whoWasHere.during(() => {
      const noticed = this.#noticed.get(path) ?? { first: readAt, last: readAt, unchangedUntil: null };
      const through = this.#observer?.rescanned;
      const isShared = through?.because === 'shared-drive';
      const now = this.#ports.clock.now();
      return whenSaved(stores, this.#matterId, { facts, known, noticed, isShared, now });
    });
  }

  /** What is on a drive that is away is not gone, nor is what has another name by now and is to be captured under it. */
  async #goneFrom(
    matter: Parameters<typeof goneFrom>[1],
    found: Parameters<typeof goneFrom>[2],
  ): Promise<LocalFile[]> {
    const gone: LocalFile[] = [];
    for (const file of await goneFrom(this.#ports, matter, found)) {
      if (await this.#away.haveLost(file.path)) continue;
      if (file.inode !== found.inode && (await this.#isToBeCaptured(file.inode, found.path))) continue;
      gone.push(file);
    }
    return gone;
  }

  /** Not asked where much changes at once: it would cost the square of that. */
  async #isToBeCaptured(inode: string, except: string): Promise<boolean> {
    if (this.unread > fewChanges) return false;
    for (const path of [...this.#debouncer.paths(), ...this.#capturing.keys()]) {
      if (this.#below(path) === except) continue;
      const facts = await this.#ports.files.facts(path).catch(() => null);
      if (facts?.inode === inode) return true;
    }
    return false;
  }

  /** The folder that the directory of this path, or the nearest known above it, stands for. */
  #folderOf(below: string): FolderId | null {
    const folders = this.#ports.stores.links.folders(this.#matterId);
    return folderOfPath(folders, posix.dirname(below)).folderId;
  }

  /** Another directory may have been put there since the last look: what was read is not this matter's then. */
  async #isStillTheFolder(path: string): Promise<boolean> {
    const { files, stores } = this.#ports;
    const there = (await files.facts(this.#root).catch(() => null))?.inode;
    if (there === this.#observed && there === stores.links.directoryOf(this.#matterId)) return true;
    const { issue, inode } = await this.#folderLook();
    if (inode === this.#observed) return true;
    if (inode === null) await this.#isAway(issue);
    // Observed anew by the next look, if another drive shows the same.
    else this.#debouncer.touch(path);
    return false;
  }

  /** What was saved just before the folder went away is looked for when it is back, known or not. */
  async #isAway(issue: FolderIssue | null): Promise<void> {
    this.#observed = '';
    await this.#close();
    this.#say(issue);
  }

  #captureFailed(path: string, below: string, failure: CaptureFailure): void {
    switch (failure.kind) {
      case 'gone':
      case 'changing':
        return this.#debouncer.touch(path);
      case 'unreadable':
        this.#ports.healthIssues.ofFile(this.#matterId, below, { kind: 'unreadable', code: failure.code });
        return this.#debouncer.touch(path, unreadableRetry);
      case 'vault-failed':
        this.#ports.healthIssues.ofFile(this.#matterId, below, { kind: 'vault-failed', code: failure.code });
        return this.#debouncer.touch(path, vaultRetry);
    }
  }

  async #removed(path: string): Promise<void> {
    const { stores, healthIssues, files, clock, registrar, massRemovals, onChange } = this.#ports;
    const below = this.#below(path);
    const { issue, inode } = await this.#folderLook();
    if (inode === null) return await this.#isAway(issue);
    if (await this.#away.hold(below)) return;
    if ((await files.facts(path))?.kind === 'file') return this.#debouncer.touch(path);
    healthIssues.ofFile(this.#matterId, below, null);
    const known = stores.links.file(this.#matterId, below);
    if (!known || known.removed) return;
    if (issue !== null && issue !== 'read-only') return this.#say(issue);
    if (this.#stopped) return;
    const matterId = this.#matterId;
    await registrar.run(() => {
      const now = clock.now();
      const fileId = stores.links.markRemoved(matterId, below, now);
      if (fileId === undefined) return;
      stores.massChanges.note({ matterId, fileId, what: 'removed', changedAt: now, noticedAt: now }, null);
      massRemovals.removed(matterId);
    });
    onChange(matterId);
  }

  #below(path: string): string {
    let from = this.#root.length;
    // Elsewhere than on Windows a backslash is a letter like any other, and a name may begin with it.
    while (path[from] === '/' || path[from] === sep) from += 1;
    const below = path.slice(from);
    return sep === '/' ? below : below.split(sep).join('/');
  }
}

const isBelow = (path: string, directories: readonly string[]): boolean =>
  directories.some((directory) => path === directory || path.startsWith(`${directory}/`));
