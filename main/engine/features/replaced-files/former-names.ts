import { basename, dirname, join } from 'node:path';
import type { Clock, Timer } from '../../../../shared/base/clock.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { ownerFiles } from '../../domain/owner-files.ts';
import { type FileFacts, type Files, sameFile } from '../../platform/files.ts';
import type { FormerName, SavedThere } from '../../store/former-names.ts';
import type { LocalFile, MatterFolder } from '../../store/links.ts';
import type { SaveState } from '../../store/save-state-machine.ts';
import type { Stores } from '../../store/stores.ts';
import type { Span } from '../../store/who-was-here.ts';
import type { HealthIssues } from '../folders/health-issues.ts';
import type { Captured, Vault } from '../vault/vault.ts';
import { type ReplacedFiles, secondNameOf } from './replaced-files.ts';

/** Milliseconds between looks whether a program still has a renamed document open; so many in a row say that none has. */
const lookInterval = 5_000;
const looksWithout = 2;

/** Milliseconds that a document is waited for to be filed before what was saved under its former name counts as another, and between looks. */
const longestFiling = 60_000;
const filingLook = 250;
/** Milliseconds that the capture of what stands under the document's name is waited for. */
const longestCapture = 10_000;

/** From when to when a save was made, by what the file system tells of it. */
type MadeIn = (facts: FileFacts) => Span;

interface Ports {
  readonly files: Files;
  readonly stores: Stores;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly healthIssues: Pick<HealthIssues, 'ofFile'>;
  readonly replacedFiles: Pick<ReplacedFiles, 'begins' | 'ended'>;
  readonly uniqueName: () => string;
  /** A save was added to what is to be filed. */
  readonly onSaved: (matterId: MatterId) => void;
}

/**
 * Documents that were renamed in the window while a program had them open. That program saves under the name it knows, and
 * most put a new file there: it is put in the place of the renamed one, so that it is a version of the same document, under the
 * name that the person gave it. The person is told until the program has closed it.
 */
export class FormerNames {
  readonly #ports: Ports;
  readonly #looksWithout = new Map<string, number>();
  /** Where the person was told that it is open under each former name: the path that the document had then. */
  readonly #toldAt = new Map<string, string>();
  /** Names under which a program was seen to have a document open since this program started. */
  readonly #seenOpen = new Set<string>();
  /** Names under which something was saved that is kept in the database until it is known what it is a version of. */
  readonly #undecided = new Set<string>();
  /** Of those, the ones from before this program started of which nobody could tell yet whether they still stand there. */
  readonly #unseen = new Map<string, SavedThere>();
  #timer: Timer | null = null;
  #stopped = false;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  start(): void {
    this.#takeUp(this.#ports.stores.formerNames.allSaved());
  }

  /** A matter's folder came from another workspace, and with it what waits under former names. */
  takenOver(matterId: MatterId): void {
    this.#takeUp(this.#ports.stores.formerNames.savedIn(matterId));
  }

  #takeUp(saved: readonly SavedThere[]): void {
    for (const one of saved) {
      this.#undecided.add(keyOf(one));
      this.#unseen.set(keyOf(one), one);
    }
    void this.#addGone().then(() => {
      if (this.#hasToLook) this.#lookLater();
    });
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
  }

  /** To be told before a document gets another name; true when a program has it open, as far as can be known. */
  async begins(root: string, name: FormerName): Promise<boolean> {
    const path = join(root, name.path);
    if (!(await this.#isOpen(path, path).catch(() => false))) return false;
    this.#ports.stores.formerNames.put(name);
    this.#seenOpen.add(keyOf(name));
    this.#lookLater();
    return true;
  }

  /** It did not get it. */
  notRenamed({ matterId, path }: FormerName): void {
    this.#ports.stores.formerNames.forget(matterId, path);
  }

  /**
   * What a program saved under a document's former name takes the place of what stands under its name now, if that is exactly
   * what was captured of it last, is filed, and nobody has it open. What is on its way is waited for.
   * @param below where it was saved
   * @param captured what was found there, and is in the vault
   * @param madeIn when what is there by these facts was saved
   * @returns where to look again, below the matter folder: where it is now, or where it was saved; null when it is another document
   */
  async takeOver(
    matter: MatterFolder,
    below: string,
    captured: Captured,
    madeIn: MadeIn,
  ): Promise<string | null> {
    const { formerNames } = this.#ports.stores;
    const { matterId } = matter;
    this.#addIfReplaced(matterId, below, captured.sha256);
    const again = await this.#takeOver(matter, below, captured, madeIn);
    // Where it is now it is captured like any other save; it stays undecided when the program ends, or when it is looked at again.
    if (again !== below && !this.#stopped && this.#undecided.delete(keyOf({ matterId, path: below })))
      formerNames.forgetSaved(matterId, below);
    return again;
  }

  async #takeOver(
    matter: MatterFolder,
    below: string,
    captured: Captured,
    madeIn: MadeIn,
  ): Promise<string | null> {
    const { files, stores, replacedFiles, uniqueName, clock } = this.#ports;
    const { matterId, path: root } = matter;
    const fileId = stores.formerNames.at(matterId, below);
    const known = fileId && stores.links.fileOfDocument(matterId, fileId);
    if (!known || known.removed || known.path === below) return null;
    const saved = join(root, below);
    // A program that saves as it ends has closed it by now, but had it open at the last look; at a start, nobody looked yet.
    const key = keyOf({ matterId, path: below });
    const isOpen = this.#isOpen(saved, join(root, known.path)).catch(() => false);
    if (!this.#seenOpen.has(key) && !(await isOpen)) return null;
    if (await this.#isOthers(join(root, known.path))) return null;
    // Unlinked, or another workspace's, meanwhile.
    if (stores.links.of(matterId)?.path !== root) return null;
    const name = { matterId, path: below, fileId: known.fileId };
    this.#keep(name, captured, madeIn);
    await this.#onceCaptured(root, name);
    const { file, last } = await this.#onceFiled(name, saved, captured, madeIn);
    const now = await files.facts(saved);
    const standing = file && now && file.path !== below ? await this.#filedAt(root, file) : null;
    const isSavedAgain = now === null || !sameFile(now, last.facts);
    // What was saved before what is there now is a version of the document as well.
    if (isSavedAgain && (standing || last !== captured)) this.#addKept(name, last.sha256);
    const another = last !== captured || (isSavedAgain && standing) ? below : null;
    if (!file || !now || !standing) return another;
    const stands = join(root, file.path);
    const { sha256, facts } = standing;
    const keptAs = secondNameOf(stands, uniqueName());
    const document = { matterId, fileId: file.fileId };
    const { inode } = now;
    stores.restoredFiles.begins({ ...document, inode, saveId: null }, clock.now());
    replacedFiles.begins({ ...document, keptAs, stoodAt: stands, path: file.path, sha256, putFrom: saved });
    try {
      if (!(await files.replaceExact(saved, stands, facts, keptAs))) {
        stores.restoredFiles.ends(inode);
        return another;
      }
    } finally {
      replacedFiles.ended(keptAs);
    }
    await files.sync(dirname(stands));
    this.#tell({ matterId, path: below, fileId: file.fileId }, true);
    return file.path;
  }

  /** What stands under the document's name was there before what is saved under the former one, and is captured before it. */
  async #onceCaptured(root: string, { matterId, fileId }: FormerName): Promise<void> {
    const { stores, vault, files, clock } = this.#ports;
    for (const until = clock.steady() + longestCapture; !this.#stopped && clock.steady() < until; ) {
      const file = stores.links.fileOfDocument(matterId, fileId);
      if (!file || file.removed || stores.links.of(matterId)?.path !== root) return;
      const path = join(root, file.path);
      const facts = await files.facts(path);
      if (facts === null || sameFile(facts, file)) return;
      const standing = await vault.capture(path);
      if (standing.ok && standing.value.sha256 === file.sha256) return;
      await clock.sleep(filingLook);
    }
  }

  /**
   * The document's file once the service has what was captured of it last; null when that does not come to be in a while. What is
   * saved under the former name meanwhile is captured, and what was captured before it is a version of the document.
   * @param captured what stood there; `last` is what was captured there since
   */
  async #onceFiled(
    name: FormerName,
    saved: string,
    captured: Captured,
    madeIn: MadeIn,
  ): Promise<{ file: LocalFile | null; last: Captured }> {
    const { stores, vault, files, clock } = this.#ports;
    const { matterId, fileId } = name;
    let last = captured;
    let seen: FileFacts | null = captured.facts;
    for (const until = clock.steady() + longestFiling; ; await clock.sleep(filingLook)) {
      const there = await files.facts(saved).catch(() => null);
      const isStill = there !== null && seen !== null && sameFile(there, seen);
      seen = there;
      const again = isStill && !sameFile(there, last.facts) ? await vault.capture(saved, there) : null;
      const file = stores.links.fileOfDocument(matterId, fileId);
      if (this.#stopped || !file || file.removed || !stores.links.of(matterId)) return { file: null, last };
      if (again?.ok) {
        last = again.value;
        this.#keep(name, last, madeIn);
      }
      const saves = stores.saves.versionsOf(matterId, fileId);
      const ofSave = saves.findLast(({ sha256 }) => sha256 === file.sha256)?.state;
      // A copy that was fetched is filed, and no save.
      const isFetched = ofSave === undefined && stores.fetchedVersions.isFiled(matterId, fileId, file.sha256);
      const state = isFetched ? 'filed' : ofSave;
      if (state === 'filed') return { file, last };
      if (state === undefined || !onItsWay.has(state) || clock.steady() >= until) return { file: null, last };
    }
  }

  /** What stands under the document's name, if that is what was captured of it last and nobody has it open. */
  async #filedAt(root: string, { path, sha256 }: LocalFile): Promise<Captured | null> {
    if (await this.#isOthers(join(root, path))) return null;
    const standing = await this.#ports.vault.capture(join(root, path));
    return standing.ok && standing.value.sha256 === sha256 ? standing.value : null;
  }

  /** Somebody has it open under the name it has now. */
  async #isOthers(stands: string): Promise<boolean> {
    const names = await this.#ports.files.list(dirname(stands));
    return ownerFiles(basename(stands)).some((owner) => names.includes(owner));
  }

  /** It is in the vault, and whatever ends the program from here on, it is filed. What was there before it is a version. */
  #keep(name: FormerName, { sha256, facts }: Captured, madeIn: MadeIn): void {
    const { stores } = this.#ports;
    const { from, to } = madeIn(facts);
    stores.together(() => {
      this.#addIfReplaced(name.matterId, name.path, sha256);
      stores.formerNames.putSaved({ ...name, sha256, size: facts.size, madeFrom: from, madeTo: to });
    });
    this.#undecided.add(keyOf(name));
  }

  /** What was saved last under this name, if it is not what is there now, is a version of the document. */
  #addIfReplaced(matterId: MatterId, path: string, sha256: string): void {
    if (!this.#undecided.has(keyOf({ matterId, path }))) return;
    const kept = this.#ports.stores.formerNames.savedAt(matterId, path);
    if (kept && kept.sha256 !== sha256) this.#addKept(kept, kept.sha256);
  }

  /** What was saved last under this name, if it is this, is a version of the document. */
  #addKept({ matterId, path }: Pick<FormerName, 'matterId' | 'path'>, sha256: string): void {
    const { stores, clock, onSaved } = this.#ports;
    const kept = stores.formerNames.savedAt(matterId, path);
    if (kept?.sha256 !== sha256) return;
    addSaved(stores, kept, clock.now());
    onSaved(matterId);
  }

  get #hasToLook(): boolean {
    return this.#unseen.size > 0 || this.#ports.stores.formerNames.all().length > 0;
  }

  /** What was saved before the program ended, and is not there any more. What cannot be looked at now is looked at again. */
  async #addGone(): Promise<void> {
    for (const [key, saved] of this.#unseen)
      if (await this.#isAdded(saved).catch(() => false)) this.#unseen.delete(key);
  }

  /** True once it is known what became of it: what still stands there is captured like any save. A folder that is away says nothing. */
  async #isAdded({ matterId, path, fileId, sha256 }: SavedThere): Promise<boolean> {
    const { stores, files, vault } = this.#ports;
    const link = stores.links.of(matterId);
    if (!link || (await files.facts(join(link.path, path))) !== null) return true;
    if ((await files.facts(link.path)) === null || this.#stopped) return false;
    // The program ended in the moment in which it took the document's place: there it is captured like any other save.
    const file = stores.links.fileOfDocument(matterId, fileId);
    const standing = file && !file.removed ? await vault.capture(join(link.path, file.path)) : null;
    if (this.#stopped) return false;
    if (standing?.ok && standing.value.sha256 === sha256) stores.formerNames.forgetSaved(matterId, path);
    else this.#addKept({ matterId, path }, sha256);
    return true;
  }

  /** By the sign that the program put beside it under the name it knows, or by what the system tells of the file. */
  async #isOpen(formerly: string, stands: string): Promise<boolean> {
    const name = basename(formerly);
    const names = await this.#ports.files.list(dirname(formerly));
    if (ownerFiles(name).some((owner) => names.includes(owner))) return true;
    if (names.some((one) => one.startsWith(`.${name}.sw`))) return true;
    // Who only reads it saves nothing under its former name.
    return this.#ports.files.isOpen(stands, 'to-write');
  }

  #lookLater(): void {
    if (this.#stopped || this.#timer) return;
    this.#timer = this.#ports.clock.timer(lookInterval, () => {
      this.#timer = null;
      // What could not be read is read again.
      const looked = this.#look().catch(() => true);
      void looked.then((again) => {
        if (again) this.#lookLater();
      });
    });
  }

  /** True when there are some to look at again. */
  async #look(): Promise<boolean> {
    const { stores } = this.#ports;
    await this.#addGone();
    for (const name of stores.formerNames.all()) {
      const { matterId, path, fileId } = name;
      const link = stores.links.of(matterId);
      const file = stores.links.fileOfDocument(matterId, fileId);
      if (!link) continue;
      const isOpen =
        file !== undefined &&
        !file.removed &&
        (await this.#isOpen(join(link.path, path), join(link.path, file.path)).catch(() => null));
      if (this.#stopped) return false;
      // A folder that cannot be asked says nothing.
      if (isOpen === null) continue;
      const key = keyOf(name);
      if (isOpen) this.#seenOpen.add(key);
      const without = isOpen ? 0 : (this.#looksWithout.get(key) ?? 0) + 1;
      this.#looksWithout.set(key, without);
      if (without < looksWithout) {
        this.#tell(name, this.#seenOpen.has(key));
        continue;
      }
      this.#looksWithout.delete(key);
      this.#seenOpen.delete(key);
      this.#tell(name, false);
      stores.formerNames.forget(matterId, path);
    }
    return this.#hasToLook;
  }

  #tell({ matterId, path, fileId }: FormerName, isOpen: boolean): void {
    const { stores, healthIssues } = this.#ports;
    const now = stores.links.fileOfDocument(matterId, fileId)?.path;
    const key = keyOf({ matterId, path });
    const before = this.#toldAt.get(key);
    // It got yet another name since, or went to another matter.
    if (before !== undefined && before !== now) healthIssues.ofFile(matterId, before, null);
    this.#toldAt.delete(key);
    if (now === undefined) return;
    // A power cut may have given it its former name back.
    const isToTell = isOpen && now !== path;
    const issue = isToTell ? ({ kind: 'open-under-former-name', code: basename(path) } as const) : null;
    healthIssues.ofFile(matterId, now, issue);
    if (isToTell) this.#toldAt.set(key, now);
  }
}

/** It is a version of the document that had this name. */
function addSaved(stores: Stores, saved: SavedThere, now: number): void {
  const { matterId, path, fileId, sha256, size, madeFrom: from, madeTo: to } = saved;
  const at = stores.links.fileOfDocument(matterId, fileId)?.path ?? path;
  stores.together(() => {
    stores.outbox.add({
      ...{ matterId, fileId, kind: 'content', path: at, name: basename(at), sha256, size },
      ...{ capturedAt: now, state: 'waiting', problem: null },
      who: from === null ? 'own' : stores.whoWasHere.during(() => ({ from, to })),
    });
    stores.formerNames.forgetSaved(matterId, path);
  });
}

/** Nobody looks at the matter's folder any more: what was saved under former names is filed, though it is not known as what. */
export function addAllSaved(stores: Stores, matterId: MatterId, now: number): void {
  for (const saved of stores.formerNames.savedIn(matterId)) addSaved(stores, saved, now);
}

const onItsWay: ReadonlySet<SaveState> = new Set<SaveState>(['waiting', 'sending', 'sent']);

const keyOf = ({ matterId, path }: Pick<FormerName, 'matterId' | 'path'>): string =>
  JSON.stringify([matterId, path]);
