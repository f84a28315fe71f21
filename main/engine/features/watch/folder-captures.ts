import { basename, join, posix } from 'node:path';
import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import { belowRoot, isBelow } from '../../platform/below.ts';
import { type FileFacts, failureCode, sameFile } from '../../platform/files.ts';
import { folderOfPath } from '../../platform/folder-of-path.ts';
import type { RuleChanges } from '../../store/ignore-rules.ts';
import type { LocalFile } from '../../store/links.ts';
import type { Span } from '../../store/who-was-here.ts';
import { registerCapture } from '../capture/register.ts';
import { registerTakenNames, takenNames } from '../capture/taken-names.ts';
import type { AwayParts } from '../folders/away-parts.ts';
import type { FolderCheck } from '../folders/folder-health.ts';
import type { FolderIssue } from '../folders/health-issues.ts';
import { followRenamedFolder } from '../folders/renamed-directory.ts';
import { isPlaceholder } from '../folders/staging-files.ts';
import { isIgnored } from '../ignoring/ignore.ts';
import { Debouncer, whileCopied } from '../settling/debounce.ts';
import { mayHideChange, rememberedFacts } from '../settling/racy.ts';
import type { CaptureFailure } from '../vault/vault.ts';
import { goneFrom, movedFromElsewhere, ownName } from './gone.ts';
import { NoticedPaths } from './noticed-paths.ts';
import type { WatchPorts } from './watch-ports.ts';
import type { Seen } from './watch-tree.ts';

/** The folder that is watched, as far as captures in it have to know. */
export interface WatchedFolder {
  /** Of the directory that is observed; empty where nothing can be, null before anything was. */
  readonly observed: string | null;
  /** On a drive that other computers write to, whose times are theirs. */
  readonly isShared: boolean;
  check(): Promise<FolderCheck>;
  /** Another directory may have been put there since the last look: what was read is not this matter's then. */
  isStillThere(): Promise<'same' | 'another' | 'away'>;
  /** The folder is not there: what was saved just before is looked for when it is back, known or not. */
  isAway(issue: FolderIssue | null): Promise<void>;
  say(issue: FolderIssue | null): void;
  /** Directories have other names. */
  rescan(): void;
}

/** With more files than this on their way, a rename and a copy of it are not looked for among them. */
const fewChanges = 100;
const unreadableRetry = 1_000;
const vaultRetry = 10_000;

/** What changed in one matter's folder, from when it is noticed until it is captured. */
export class FolderCaptures {
  readonly #ports: WatchPorts;
  readonly #matterId: MatterId;
  readonly #root: string;
  readonly #debouncer: Debouncer;
  readonly #away: AwayParts;
  readonly #folder: WatchedFolder;
  readonly #rules: RuleChanges;
  /** Files that wait for their capture, or are being captured. */
  readonly #capturing = new Map<string, 'waiting' | 'running'>();
  readonly #noticed: NoticedPaths;
  /** Directories that we are renaming: what happens below them waits. */
  #renaming: readonly string[] = [];
  #stopped = false;

  constructor(
    ports: WatchPorts,
    matter: { matterId: MatterId; path: string },
    parts: {
      folder: WatchedFolder;
      away: AwayParts;
      leaveAlone: (path: string, code: string) => Promise<boolean>;
    },
  ) {
    this.#ports = ports;
    this.#matterId = matter.matterId;
    this.#root = matter.path;
    this.#away = parts.away;
    this.#noticed = new NoticedPaths(ports, matter.matterId);
    this.#folder = parts.folder;
    this.#rules = ports.stores.ignoreRules.of(matter.matterId);
    this.#debouncer = new Debouncer({
      clock: ports.clock,
      // What a link leads to may be on a drive that does not answer; what stands where a drive is away is not looked at.
      facts: async (path) =>
        (await this.#away.hold(this.#below(path), 'about-now')) ? null : ports.files.facts(path),
      onSettled: (path, facts) => this.#settled(path, facts),
      onBegin: ports.onUnread,
      leaveAlone: parts.leaveAlone,
    });
  }

  /** Files that changed and are not captured yet. */
  get unread(): number {
    return this.#debouncer.pending + this.#capturing.size;
  }

  /** A path changed, and nothing before `unchangedUntil` is unknown of it; `seen` is what was found there, if it was looked at. */
  notice(path: string, seen: Seen | null, unchangedUntil: number | null): void {
    this.#noticed.add(path, unchangedUntil);
    if (seen) this.#debouncer.touchSeen(path, seen);
    else this.#debouncer.touch(path);
  }

  /** Looks at a path once it is still. */
  touch(path: string): void {
    this.#debouncer.touch(path);
  }

  /** The same as `MatterWatch.whileStill`, of what was noticed. */
  async whileStill(directories: readonly string[], work: () => Promise<boolean>): Promise<boolean> {
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

  stop(): void {
    this.#stopped = true;
    this.#debouncer.stop();
  }

  /** What is neither a file nor a directory is told of, and may be where a part of the folder was. */
  noteOther(below: string): void {
    this.#ports.notFiled.note(this.#matterId, below);
    this.#away.noticed(below);
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
    if (!this.#capturing.has(path) && !this.#debouncer.has(path)) this.#noticed.forget(path);
  }

  #takeUp(path: string, facts: FileFacts | null): void {
    if (this.#capturing.get(path) === 'waiting') return;
    if (this.#capturing.has(path) || isBelow(this.#below(path), this.#renaming))
      return this.#debouncer.touch(path);
    const isDocument = facts?.kind === 'file' && !isIgnored(basename(path), 'file', this.#rules);
    if (facts?.kind === 'other') this.noteOther(this.#below(path));
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
      if (name !== path) {
        // Nothing has this name any more: what was wrong with it is told of the name that is there.
        healthIssues.ofFile(this.#matterId, below, null);
        return name === null ? undefined : this.#debouncer.touch(name);
      }
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
    const madeIn = (of: FileFacts) =>
      this.#noticed.madeIn(path, { facts: of, known, readAt, isShared: this.#folder.isShared });
    const takenOver = isPresent ? null : await formerNames.takeOver(matter, below, captured.value, madeIn);
    if (this.#stopped) return;
    if (takenOver !== null) return this.#touchAs(join(this.#root, takenOver), madeIn(captured.value.facts));
    const folderNow = await this.#folder.isStillThere();
    // Observed anew by the next look, if another drive shows the same.
    if (folderNow === 'another') this.#debouncer.touch(path);
    if (folderNow !== 'same' || (await this.#away.hold(below))) return;
    if (this.#stopped) return;
    if (await followRenamedFolder(this.#ports, matter, posix.dirname(below))) {
      this.#folder.rescan();
      this.#ports.onChange(this.#matterId);
    }
    const { sha256, facts: now } = captured.value;
    const found = { path: below, inode: now.inode, sha256, now: clock.now() };
    // One question for most new files, instead of three.
    const mayBeMoved = !isPresent && stores.links.mayBeMoved(this.#matterId, now.inode, sha256);
    const isOther = isPresent && known.inode !== now.inode;
    const taken = mayBeMoved || isOther ? await takenNames(this.#ports, matter, found) : [];
    if (this.#stopped) return;
    const { newFileId, registrar } = this.#ports;
    const who = () => stores.whoWasHere.during(() => madeIn(now));
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
    if (registered) this.#noticed.wasRead(path, readAt);
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

  /** What was saved in this span is found at this path, and may have been put there since. */
  #touchAs(path: string, { from }: Span): void {
    this.#noticed.addSavedFrom(path, from);
    this.#debouncer.touch(path);
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
    const { issue, inode } = await this.#folder.check();
    if (inode === null) return await this.#folder.isAway(issue);
    if (await this.#away.hold(below)) return;
    if ((await files.facts(path))?.kind === 'file') return this.#debouncer.touch(path);
    healthIssues.ofFile(this.#matterId, below, null);
    const known = stores.links.file(this.#matterId, below);
    if (!known || known.removed) return;
    if (issue !== null && issue !== 'read-only') return this.#folder.say(issue);
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
    return belowRoot(this.#root, path);
  }
}
