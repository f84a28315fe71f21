import { basename, join, posix, relative, sep } from 'node:path';
import type { LimitFunction } from 'p-limit';
import type { Clock, Timer } from '../../../shared/clock.ts';
import type { FileId, MatterId } from '../../../shared/model.ts';
import { type FileFacts, type Files, failureCode, sameFile } from '../files/files.ts';
import { followRenamedFolder } from '../folders/mirror.ts';
import type { GroupCommit } from '../store/group-commit.ts';
import type { RuleChanges } from '../store/ignore-rules.ts';
import type { Stores } from '../store/stores.ts';
import type { CaptureFailure, Vault } from '../vault/vault.ts';
import { goneFrom, movedFromElsewhere, ownName } from './gone.ts';
import { type EntryKind, isIgnored } from './ignore.ts';
import type { MassRemovals } from './mass-removals.ts';
import type { NotFiled } from './not-filed.ts';
import { registerCapture } from './register.ts';
import { Settler } from './settler.ts';
import type { FolderTrouble, Troubles } from './troubles.ts';
import type { WatchTree } from './watch-tree.ts';

export interface WatchPorts {
  readonly files: Files;
  readonly clock: Clock;
  readonly watchTree: WatchTree;
  readonly stores: Stores;
  readonly vault: Vault;
  /** Captures that end together are written down together. */
  readonly commits: GroupCommit;
  readonly newFileId: () => FileId;
  readonly troubles: Troubles;
  readonly notFiled: NotFiled;
  readonly massRemovals: MassRemovals;
  /** How many files are read at once, over all matters. */
  readonly captureLimit: LimitFunction;
  /** Something about this matter's documents changed. */
  readonly onChange: (matterId: MatterId) => void;
}

/** How often the matter folder itself is looked at, and an unreadable file tried again, in milliseconds. */
const folderLookInterval = 3_000;
const unreadableRetry = 1_000;
const vaultRetry = 10_000;

/** Watches one matter folder and captures every save in it. */
export class MatterWatch {
  readonly #ports: WatchPorts;
  readonly #matterId: MatterId;
  readonly #root: string;
  readonly #settler: Settler;
  readonly #rules: RuleChanges;
  readonly #capturing = new Set<string>();
  /** Paths reported before the first `ready`; null after it. */
  #seenAtStart: Set<string> | null = null;
  #watching: { close(): Promise<void> } | null = null;
  #look: Timer | null = null;
  #stopped = false;

  constructor(ports: WatchPorts, folder: { matterId: MatterId; path: string }) {
    this.#ports = ports;
    this.#matterId = folder.matterId;
    this.#root = folder.path;
    this.#rules = ports.stores.ignoreRules.of(folder.matterId);
    this.#settler = new Settler({
      clock: ports.clock,
      facts: (path) => ports.files.facts(path),
      onSettled: (path, facts) => void this.#settled(path, facts),
    });
  }

  start(): void {
    void this.#lookAtFolder();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#look?.cancel();
    this.#settler.stop();
    this.#ports.troubles.clear(this.#matterId);
    this.#ports.notFiled.clear(this.#matterId);
    this.#ports.massRemovals.stop(this.#matterId);
    await this.#watching?.close();
    this.#watching = null;
  }

  /** A vanished, emptied or unreadable folder is shown, and never taken for deletions. */
  async #lookAtFolder(): Promise<void> {
    this.#look?.cancel();
    const trouble = await this.#folderTrouble();
    if (this.#stopped) return;
    this.#ports.troubles.ofFolder(this.#matterId, trouble);
    if (trouble && trouble !== 'emptied') await this.#close();
    else if (!this.#watching) this.#open();
    this.#look = this.#ports.clock.timer(folderLookInterval, () => void this.#lookAtFolder());
  }

  async #folderTrouble(): Promise<FolderTrouble | null> {
    try {
      const facts = await this.#ports.files.facts(this.#root);
      if (facts?.kind !== 'directory') return 'missing';
      const names = await this.#ports.files.list(this.#root);
      const known = this.#ports.stores.links.files(this.#matterId).filter((file) => !file.removed);
      return names.length === 0 && known.length > 1 ? 'emptied' : null;
    } catch {
      return 'unreadable';
    }
  }

  #open(): void {
    this.#seenAtStart = new Set();
    this.#watching = this.#ports.watchTree(this.#root, {
      leavesOut: (path, kind) => this.#leavesOut(path, kind),
      onPath: (path) => {
        this.#seenAtStart?.add(path);
        this.#settler.touch(path);
      },
      onReady: () => this.#lookForRemoved(),
      onFailure: (code) => {
        this.#ports.troubles.ofFolder(this.#matterId, code === 'ENOSPC' ? 'too-many-watched' : 'unreadable');
      },
    });
  }

  /** What is left out and stays is noted, so that it can be shown; most of it is gone in a moment. */
  #leavesOut(path: string, kind: EntryKind): boolean {
    if (!isIgnored(basename(path), kind, this.#rules)) return false;
    if (!this.#ports.notFiled.has(this.#matterId, this.#below(path))) this.#settler.touch(path);
    return true;
  }

  async #close(): Promise<void> {
    const watching = this.#watching;
    this.#watching = null;
    await watching?.close();
  }

  /** What vanished while nobody watched. */
  #lookForRemoved(): void {
    const seen = this.#seenAtStart;
    this.#seenAtStart = null;
    if (!seen) return;
    for (const file of this.#ports.stores.links.files(this.#matterId)) {
      const path = join(this.#root, file.path);
      if (!file.removed && !seen.has(path)) this.#settler.touch(path);
    }
  }

  async #settled(path: string, facts: FileFacts | null): Promise<void> {
    if (this.#capturing.has(path)) return this.#settler.touch(path);
    this.#capturing.add(path);
    try {
      const isDocument = facts?.kind === 'file' && !isIgnored(basename(path), 'file', this.#rules);
      if (facts && !isDocument) this.#ports.notFiled.note(this.#matterId, this.#below(path));
      if (isDocument) await this.#ports.captureLimit(() => this.#capture(path, facts));
      else if (facts?.kind !== 'file') await this.#removed(path);
    } catch (failure) {
      // The database could not take it (a full disk, for one): the file is still there, so try again.
      this.#captureFailed(path, this.#below(path), { kind: 'vault-failed', code: failureCode(failure) });
    } finally {
      this.#capturing.delete(path);
    }
  }

  async #capture(path: string, facts: FileFacts): Promise<void> {
    if (this.#stopped) return;
    const { stores, vault, troubles, files } = this.#ports;
    const below = this.#below(path);
    const known = stores.links.file(this.#matterId, below);
    const isPresent = known !== undefined && !known.removed;
    if (isPresent && sameFile(known, facts)) return;
    if (!isPresent) {
      const name = await ownName(files, path);
      if (name !== path) return name === null ? undefined : this.#settler.touch(name);
    }

    const captured = await vault.capture(path, facts);
    if (this.#stopped) return;
    if (!captured.ok) return this.#captureFailed(path, below, captured.error);

    const matter = { matterId: this.#matterId, path: this.#root };
    const { sha256, facts: now } = captured.value;
    const found = { path: below, inode: now.inode, sha256 };
    const gone = isPresent ? [] : await goneFrom(this.#ports, matter, found);
    const movedHere = isPresent
      ? undefined
      : await movedFromElsewhere(this.#ports, this.#matterId, now.inode);
    await followRenamedFolder(this.#ports, matter, posix.dirname(below));
    if (this.#stopped) return;
    const { newFileId, clock, commits } = this.#ports;
    const registered = await commits.run(() => {
      if (this.#stopped) return true;
      // Renamed meanwhile, and taken up under its other name: whether this is a document is a new question.
      if (isPresent && !stores.links.file(this.#matterId, below)) return false;
      // A filed content that no limit had room for may have gone meanwhile: capture it anew.
      if (!stores.contents.get(captured.value.sha256)) throw new Error('the content is not kept');
      registerCapture(stores, {
        matterId: this.#matterId,
        path: below,
        captured: captured.value,
        gone,
        movedHere,
        newFileId,
        now: clock.now(),
      });
      return true;
    });
    if (this.#stopped) return;
    if (!registered) return this.#settler.touch(path);
    troubles.ofFile(this.#matterId, below, null);
    this.#ports.onChange(this.#matterId);
  }

  #captureFailed(path: string, below: string, failure: CaptureFailure): void {
    switch (failure.kind) {
      case 'gone':
      case 'changing':
        return this.#settler.touch(path);
      case 'unreadable':
        this.#ports.troubles.ofFile(this.#matterId, below, { kind: 'unreadable', code: failure.code });
        return this.#settler.touch(path, unreadableRetry);
      case 'vault-failed':
        this.#ports.troubles.ofFile(this.#matterId, below, { kind: 'vault-failed', code: failure.code });
        return this.#settler.touch(path, vaultRetry);
    }
  }

  async #removed(path: string): Promise<void> {
    const below = this.#below(path);
    this.#ports.troubles.ofFile(this.#matterId, below, null);
    const known = this.#ports.stores.links.file(this.#matterId, below);
    if (!known || known.removed) return;
    if (await this.#folderTrouble()) return this.#lookAtFolder();
    if (this.#stopped) return;
    const { stores, clock, massRemovals, onChange } = this.#ports;
    const now = clock.now();
    const matterId = this.#matterId;
    stores.database.transaction(() => {
      const fileId = stores.links.markRemoved(matterId, below, now);
      if (fileId === undefined) return;
      stores.massChanges.note({ matterId, fileId, what: 'removed', changedAt: now, noticedAt: now }, null);
      massRemovals.removed(matterId);
      onChange(matterId);
    })();
  }

  #below(path: string): string {
    return relative(this.#root, path).split(sep).join('/');
  }
}
