import { basename, dirname, join, posix, sep } from 'node:path';
import type { Clock, Timer } from '../../../../shared/base/clock.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { ownerFiles } from '../../domain/owner-files.ts';
import { type FileFacts, type Files, failureCode, sameFile } from '../../platform/files.ts';
import type { GroupCommit } from '../../store/group-commit.ts';
import type { ReplacedFile } from '../../store/replaced-files.ts';
import { writeProblem, writtenAfterRestoring } from '../../store/save-problem.ts';
import type { Stores } from '../../store/stores.ts';
import { checkFolder } from '../folders/folder-health.ts';
import type { EntryKind } from '../ignoring/ignore.ts';
import { walk } from '../ignoring/walk.ts';
import { whileCopied } from '../settling/debounce.ts';
import type { Vault } from '../vault/vault.ts';

/** Milliseconds between two looks at a replaced file. Two that agree mean that it is still. */
const lookInterval = 2_000;
/** Milliseconds without a write after which a replaced file that nobody is known to have open goes. */
const quietTime = 10 * 60_000;

interface Ports {
  readonly files: Files;
  readonly stores: Stores;
  readonly vault: Vault;
  readonly commits: GroupCommit;
  readonly clock: Clock;
  readonly onChange: (matterId: MatterId) => void;
}

/** What was seen of a replaced file since the program started. */
interface Looks {
  last: FileFacts;
  /** Of the steady clock, in milliseconds. */
  quietSince: number;
  /** Facts with which its content was last found to be kept. */
  kept: FileFacts | null;
}

/**
 * Files of the person in whose place a restored version was put. A program that has one of them open goes on writing into
 * it, and nobody else ever sees that: each keeps a second name until it has been quiet for ten minutes and nobody is
 * known to have it open, and what is written into it is captured as a save that the person is asked about.
 */
export class ReplacedFiles {
  readonly #ports: Ports;
  readonly #looks = new Map<string, Looks>();
  /** What a program may write into, or has written since it was kept last, as `lookNow` found it. */
  readonly #unread = new Set<string>();
  /** Being replaced just now. */
  readonly #underWay = new Set<string>();
  #timer: Timer | null = null;
  #looking: Promise<void> | null = null;
  #stopped = false;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Puts right what a kill in the middle of replacing left; before anything is watched, and before what it was put from goes. */
  async open(): Promise<void> {
    for (const file of this.#ports.stores.replacedFiles.all()) {
      // One whose drive is away is put right when it is back.
      if (!file.replaced) await this.#putRight(file).catch(() => undefined);
    }
    this.#lookLater();
  }

  /** A file of the matter is being replaced just now. */
  isReplacing(matterId: MatterId): boolean {
    return this.#ports.stores.replacedFiles.of(matterId).some(({ keptAs }) => this.#underWay.has(keptAs));
  }

  /** Some came from another workspace. */
  takenOver(): void {
    this.#lookLater();
  }

  /** To be told before the file is replaced. */
  begins(file: ReplacedFile): void {
    this.#underWay.add(file.keptAs);
    this.#ports.stores.replacedFiles.add(file);
  }

  /** It was replaced, or was not: whatever is under its second name now is looked after. */
  ended(keptAs: string): void {
    this.#ports.stores.replacedFiles.replaced(keptAs);
    this.#underWay.delete(keptAs);
    this.#lookLater();
  }

  /**
   * Of a file that a kill caught in the middle of being replaced: where the other one did not take its place, it has the name
   * that it had, or that the person gave it, and no second one. What took that name meanwhile stays.
   */
  async #putRight(file: ReplacedFile): Promise<void> {
    const { files, stores } = this.#ports;
    const { keptAs, stoodAt, putFrom } = file;
    // Their directory may have another name by now.
    const beside = (path: string) => join(dirname(keptAs), basename(path));
    const isThere = (await files.facts(keptAs))?.kind === 'file';
    const isPut = putFrom !== null && (await files.facts(beside(putFrom))) === null;
    if (!isThere) {
      // Killed before it had a second name, unless that is away. Where both are, nothing can be told.
      return isPut ? undefined : this.#lookElsewhere(file);
    }
    if (isPut) return stores.replacedFiles.replaced(keptAs);
    try {
      // It may have got another name from the person.
      if ((await files.names(keptAs)) > 1) await files.removeOwn(keptAs);
      else await files.moveNew(keptAs, beside(stoodAt));
      this.#forget(keptAs);
    } catch (failure) {
      if (failureCode(failure) !== 'EEXIST') throw failure;
      stores.replacedFiles.replaced(keptAs);
    }
  }

  /** How many have a content that is not known to be kept, or a program that may still write. */
  get unread(): number {
    return this.#ports.stores.replacedFiles.all().filter(({ keptAs }) => this.#isUnread(keptAs)).length;
  }

  #isUnread(keptAs: string): boolean {
    const looks = this.#looks.get(keptAs);
    return this.#unread.has(keptAs) || !looks?.kept || !sameFile(looks.kept, looks.last);
  }

  /** Looks at all of them at once, so that `unread` says what is so now. */
  async lookNow(): Promise<void> {
    const { files, stores } = this.#ports;
    for (const file of stores.replacedFiles.all()) {
      const { keptAs } = file;
      const kept = this.#looks.get(keptAs)?.kept;
      const isKept = async () => {
        const facts = await files.facts(keptAs);
        return facts !== null && kept && sameFile(kept, facts) && !(await this.#isInUse(file));
      };
      // One whose drive does not answer may have been written to.
      if (await isKept().catch(() => false)) this.#unread.delete(keptAs);
      else this.#unread.add(keptAs);
    }
  }

  /** Ends the looking, and removes the second names of what is kept and that nobody writes into. */
  async removeAll(): Promise<void> {
    await this.stop();
    for (const { keptAs } of this.#ports.stores.replacedFiles.all()) {
      // One that the system does not let go stays, as one that somebody writes into does.
      if (!this.#isUnread(keptAs)) await this.#ports.files.removeOwn(keptAs).catch(() => undefined);
    }
  }

  /** Resolves once the look under way, if there is one, is over. */
  async looked(): Promise<void> {
    await this.#looking;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#looking;
  }

  #lookLater(): void {
    if (this.#stopped || this.#timer || this.#looking) return;
    this.#timer = this.#ports.clock.timer(lookInterval, () => {
      this.#timer = null;
      // What could not be read is read again.
      const looked = this.#lookAtAll().catch(() => true);
      this.#looking = looked.then((again) => {
        this.#looking = null;
        if (again) this.#lookLater();
      });
    });
  }

  /** True when there are some to look at again. */
  async #lookAtAll(): Promise<boolean> {
    const { replacedFiles } = this.#ports.stores;
    for (const file of replacedFiles.all()) {
      // One whose drive does not answer, or that the disk has no room for, is looked at again.
      if (!this.#stopped) await this.#look(file).catch(() => undefined);
    }
    return !this.#stopped && replacedFiles.all().length > 0;
  }

  async #look(file: ReplacedFile & { readonly replaced: 0 | 1 }): Promise<void> {
    const { files, clock } = this.#ports;
    const { keptAs } = file;
    if (this.#underWay.has(keptAs)) return;
    if (!file.replaced) await this.#putRight(file);
    const facts = await files.facts(keptAs);
    if (facts?.kind !== 'file') return this.#lookElsewhere(file);
    // Nothing took its place: killed before that, or refused by the system, which may have kept the second name too.
    if ((await files.facts(file.stoodAt))?.inode === facts.inode) {
      await files.removeOwn(keptAs);
      return this.#forget(keptAs);
    }
    const before = this.#looks.get(keptAs);
    if (!before || !sameFile(before.last, facts)) {
      this.#looks.set(keptAs, { last: facts, quietSince: clock.steady(), kept: before?.kept ?? null });
      return;
    }
    if (!before.kept || !sameFile(before.kept, facts)) {
      if ((await this.#keep(file, facts)) !== 'changing') before.kept = facts;
      return;
    }
    this.#unread.delete(keptAs);
    if (clock.steady() - before.quietSince < quietTime) return;
    before.quietSince = clock.steady();
    if (await this.#isInUse(file)) return;
    // Read once more: not every write shows in what the system says of a file.
    if ((await this.#keep(file, facts)) !== 'known') return;
    await files.removeOwn(keptAs);
    this.#forget(keptAs);
    await this.#forgetContent(file.sha256);
  }

  /** What the service has, and no save, was kept for as long as somebody might have gone on writing. */
  async #forgetContent(sha256: string): Promise<void> {
    const { vault, stores } = this.#ports;
    const isWanted = () => stores.saves.withContent(sha256).length > 0 || stores.removedContents.has(sha256);
    await vault.remove(() => (isWanted() ? [] : [sha256]));
  }

  /** What is not kept of it yet becomes a save. 'changing': it is not as it was looked at. */
  async #keep(file: ReplacedFile, facts: FileFacts): Promise<'known' | 'new' | 'changing'> {
    const { vault, clock, commits, stores, onChange } = this.#ports;
    const quiet = whileCopied(facts.size);
    const captured = await vault.capture(file.keptAs, facts, quiet > 0 ? clock.sleep(quiet) : undefined);
    if (!captured.ok) return 'changing';
    const { sha256 } = captured.value;
    if (sha256 === file.sha256) return 'known';
    const { matterId, fileId } = file;
    await commits.run(() => {
      // Another workspace looks after it by now.
      if (!stores.replacedFiles.of(matterId).some(({ keptAs }) => keptAs === file.keptAs)) return;
      if (!stores.contents.get(sha256)) throw new Error('the content is not kept');
      const path = stores.links.fileOfDocument(matterId, fileId)?.path ?? file.path;
      const name = posix.basename(path);
      stores.outbox.add({
        ...{ matterId, fileId, kind: 'content', path, name, sha256, size: facts.size },
        ...{ capturedAt: clock.now(), state: 'problem', problem: writeProblem(writtenAfterRestoring(name)) },
      });
      stores.replacedFiles.kept(file.keptAs, sha256);
    });
    onChange(matterId);
    return 'new';
  }

  async #isInUse({ keptAs, stoodAt }: ReplacedFile): Promise<boolean> {
    const { files } = this.#ports;
    const names = await files.list(dirname(keptAs));
    return ownerFiles(basename(stoodAt)).some((owner) => names.includes(owner)) || files.isOpen(keptAs);
  }

  /** Nothing has its second name: its drive is away, its directory has another name or place, or somebody removed it. */
  async #lookElsewhere({ keptAs }: ReplacedFile): Promise<void> {
    const { files, stores } = this.#ports;
    const folder = stores.links.all().find((one) => keptAs.startsWith(one.path + sep));
    if (folder) {
      const { issue } = await checkFolder({ files, links: stores.links }, folder);
      if (issue !== null && issue !== 'read-only') return;
    }
    if ((await files.facts(dirname(keptAs))) === null) {
      const found = await this.#find(basename(keptAs));
      if (found !== null) return stores.replacedFiles.movedTo(keptAs, found);
      // A matter folder that is not linked any more may be on a drive that comes back.
      if (!folder) return;
    }
    this.#forget(keptAs);
  }

  /** Nobody else gives a file its name. */
  async #find(name: string): Promise<string | null> {
    const leavesOut = (at: string, kind: EntryKind) => kind !== 'directory' && basename(at) !== name;
    for (const folder of this.#ports.stores.links.all()) {
      for await (const { files } of walk(this.#ports.files, folder.path, leavesOut)) {
        for (const { path } of files) return path;
      }
    }
    return null;
  }

  #forget(keptAs: string): void {
    this.#ports.stores.replacedFiles.forget(keptAs);
    this.#looks.delete(keptAs);
    this.#unread.delete(keptAs);
  }
}

/** The second name of a file that is about to be replaced: beside it, where every file system can give it one. */
export const secondNameOf = (path: string, uniqueName: string): string =>
  join(dirname(path), `.matterline-${uniqueName}`);
