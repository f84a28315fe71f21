import { basename, join } from 'node:path';
import type { Timer } from '../../../../shared/base/clock.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { belowRoot } from '../../platform/below.ts';
import type { FileFacts } from '../../platform/files.ts';
import { overlap } from '../../platform/lineage.ts';
import { localStorageErrorCode } from '../../platform/local-storage-errors.ts';
import type { RuleChanges } from '../../store/ignore-rules.ts';
import { AwayParts } from '../folders/away-parts.ts';
import { checkFolder, type FolderCheck } from '../folders/folder-health.ts';
import { type FolderIssue, issueOfAway } from '../folders/health-issues.ts';
import { isLost } from '../folders/lost-part.ts';
import { onSameDevice, otherMatterOf } from '../folders/same-directory.ts';
import { type AnyKind, isIgnored } from '../ignoring/ignore.ts';
import { FolderCaptures, type WatchedFolder } from './folder-captures.ts';
import { Observer } from './observer.ts';
import { UnreadableNames } from './unreadable-names.ts';
import { isForbidden, UnreadableParts } from './unreadable-parts.ts';
import type { WatchPorts } from './watch-ports.ts';

/** How often the matter folder itself is looked at, in milliseconds. */
const folderLookInterval = 3_000;
/** A look so many milliseconds late means that the computer slept, and events may have been lost. */
const asleep = 30_000;

/** Watches one matter folder and captures every save in it. */
export class MatterWatch {
  readonly #ports: WatchPorts;
  readonly #matterId: MatterId;
  readonly #root: string;
  readonly #captures: FolderCaptures;
  readonly #unreadable: UnreadableParts;
  readonly #unreadableNames: UnreadableNames;
  readonly #away: AwayParts;
  readonly #rules: RuleChanges;
  #observer: Observer | null = null;
  /** Of the directory that is observed: another one, or another drive, in its place has to be observed anew. */
  #observed: string | null = null;
  #wasEmptied = false;
  #isCompared = false;
  #look: Timer | null = null;
  #lookedAt: number;
  #stopped = false;

  constructor(ports: WatchPorts, folder: { matterId: MatterId; path: string }) {
    this.#ports = ports;
    this.#matterId = folder.matterId;
    this.#root = folder.path;
    this.#lookedAt = ports.clock.now();
    this.#rules = ports.stores.ignoreRules.of(folder.matterId);
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
    this.#captures = new FolderCaptures(ports, folder, {
      folder: this.#watchedFolder(),
      away: this.#away,
      leaveAlone: async (path, code) => isForbidden(code) && this.#unreadable.holds(this.#below(path)),
    });
  }

  #watchedFolder(): WatchedFolder {
    const observed = () => this.#observed;
    const isShared = () => this.#observer?.rescanned?.because === 'shared-drive';
    return {
      get observed() {
        return observed();
      },
      get isShared() {
        return isShared();
      },
      check: () => this.#folderLook(),
      isStillThere: () => this.#isStillThere(),
      isAway: (issue) => this.#isAway(issue),
      say: (issue) => this.#say(issue),
      rescan: () => this.rescan(),
    };
  }

  /** True once everything that changed while nobody watched is known, or cannot be known because of a trouble. */
  get isReconciled(): boolean {
    return this.#observer ? this.#observer.isReconciled : this.#observed !== null;
  }

  /** True once everything that was in the folder when it began to be watched is captured too. */
  get isCompared(): boolean {
    this.#isCompared ||= this.isReconciled && this.unread === 0;
    return this.#isCompared;
  }

  /** Of the directory that is watched; null when none is there. */
  get inode(): string | null {
    return this.#observed || null;
  }

  /** Files that changed and are not captured yet. */
  get unread(): number {
    return this.#captures.unread;
  }

  /**
   * Does `work`, and captures nothing below these directories meanwhile; false, and nothing is done, when something
   * below them is not captured yet, or nobody knows. `directories` are below the matter folder.
   */
  async whileStill(directories: readonly string[], work: () => Promise<boolean>): Promise<boolean> {
    if (this.#stopped || !this.#observer?.isReconciled || this.#away.hasLost) return false;
    return await this.#captures.whileStill(directories, work);
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
    this.#captures.stop();
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
    this.#isCompared = false;
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
        onPath: (path, seen, unchangedUntil) => this.#captures.notice(path, seen, unchangedUntil),
        onUnlisted: (path) => {
          void this.#unreadable.holds(this.#below(path));
          void this.#unreadableNames.noticed(path);
        },
        onOther: (path) => this.#captures.noteOther(this.#below(path)),
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
    if (isNew) this.#captures.touch(path);
    return true;
  }

  async #close(): Promise<void> {
    const observer = this.#observer;
    this.#observer = null;
    await observer?.close();
  }

  /** A drive of its own is remembered, and missed, though nothing changed in it. */
  #isDirectory(below: string, facts: FileFacts): void {
    const isMounted =
      !onSameDevice(facts, { inode: this.#observed ?? '' }) ||
      this.#ports.stores.links.mountedAt(this.#matterId, below) !== null;
    if (isMounted) void this.#away.hold(`${below}/`, 'about-now').catch(() => undefined);
  }

  async #isStillThere(): Promise<'same' | 'another' | 'away'> {
    const { files, stores } = this.#ports;
    const there = (await files.facts(this.#root).catch(() => null))?.inode;
    if (there === this.#observed && there === stores.links.directoryOf(this.#matterId)) return 'same';
    const { issue, inode } = await this.#folderLook();
    if (inode === this.#observed) return 'same';
    if (inode !== null) return 'another';
    await this.#isAway(issue);
    return 'away';
  }

  /** What was saved just before the folder went away is looked for when it is back, known or not. */
  async #isAway(issue: FolderIssue | null): Promise<void> {
    this.#observed = '';
    await this.#close();
    this.#say(issue);
  }

  #below(path: string): string {
    return belowRoot(this.#root, path);
  }
}
