import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, parse, relative } from 'node:path';
import type { Clock } from '../../../../shared/base/clock.ts';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { MatterId, Refusal } from '../../../../shared/model/index.ts';
import { noMatter } from '../../domain/refusals.ts';
import { safeName } from '../../domain/safe-name.ts';
import { type Files, failureCode } from '../../platform/files.ts';
import { leadsElsewhere, overlap } from '../../platform/lineage.ts';
import type { LocalFolder } from '../../store/links.ts';
import type { Stores } from '../../store/stores.ts';
import { isIgnored } from '../ignoring/ignore.ts';
import { holdsWhatIsKnown, isSameDirectory } from './same-directory.ts';

/** Milliseconds that the drive of another folder is waited for. */
const patience = 2_000;

/** Links matters to directories of this computer. */
export class Linker {
  readonly #files: Files;
  readonly #stores: Stores;
  readonly #clock: Clock;
  readonly #ownDirectory: string;
  #rootFolder: string | null = null;

  constructor(options: { files: Files; stores: Stores; clock: Clock; ownDirectory: string }) {
    this.#files = options.files;
    this.#stores = options.stores;
    this.#clock = options.clock;
    this.#ownDirectory = options.ownDirectory;
  }

  setRootFolder(path: string | null): void {
    this.#rootFolder = path;
  }

  /**
   * The directory that would be made for a matter, or is linked again: what stands there already may be another matter's of the same
   * name. Null without a root folder.
   */
  async suggest(matterId: MatterId): Promise<string | null> {
    const matter = this.#stores.matters.get(matterId);
    if (!this.#rootFolder || !matter) return null;
    const name = safeName(`${matter.number} ${matter.title}`.trim(), 'Matter');
    for (let count = 1; ; count += 1) {
      const path = join(this.#rootFolder, count === 1 ? name : `${name} (${count})`);
      if (await this.#isFreeFor(matterId, path)) return path;
    }
  }

  /** Nothing is there, or what this matter had before; an empty directory that no matter ever had will do. */
  async #isFreeFor(matterId: MatterId, path: string): Promise<boolean> {
    const there = await this.#files.facts(path).catch(() => null);
    // Making it tells what the matter is with a drive that does not answer.
    if (there === null) return true;
    const real = there.kind === 'file' ? null : await this.#files.real(path).catch(() => null);
    const facts = real === null ? null : await this.#files.facts(real).catch(() => null);
    if (real === null || facts?.kind !== 'directory') return false;
    const { links } = this.#stores;
    if (links.foldersOfOthers(matterId).some((other) => isSameDirectory(other.inode, facts.inode)))
      return false;
    if (links.before(matterId) && !(await this.#isAnother(matterId, real, facts.inode))) return true;
    return !(await this.#files.holdsAny(real, (name) => !isIgnored(name)).catch(() => true));
  }

  /**
   * `path` null makes the suggested directory. Answers the real path that is linked.
   * @param elsewhere directories that belong to other profiles of the program
   * @param others directories that belong to matters of another person who works with this service here
   */
  async link(
    matterId: MatterId,
    path: string | null,
    elsewhere: readonly string[] = [],
    others: readonly string[] = [],
  ): Promise<Result<string, Refusal>> {
    if (!this.#stores.matters.get(matterId)) return err(noMatter);
    if (this.#stores.links.of(matterId)) return err(refusals.matterLinked);
    const wanted = path ?? (await this.suggest(matterId));
    if (wanted === null) return err(refusals.noRootFolder);
    if (path === null) {
      try {
        await this.#files.makeDirectories(wanted);
      } catch (failure) {
        return err(refusals.cannotMake(wanted, failureCode(failure)));
      }
    }
    const real = await this.#files.real(wanted).catch(() => null);
    const facts = real === null ? null : await this.#files.facts(real).catch(() => null);
    if (real === null || facts?.kind !== 'directory') return err(refusals.missing(wanted));
    // Another folder may be linked while the system is asked, and this one with it.
    const takenNow = () =>
      this.#stores.links.of(matterId) ? refusals.matterLinked : this.#overlapping(real, elsewhere, others);
    const takenBefore = takenNow() ?? (await this.#sameByOtherName(real, elsewhere, others));
    if (takenBefore) return err(takenNow() ?? takenBefore);
    const unwritable = await this.#files.writable(real);
    if (unwritable) return err(refusals.notWritable(real, unwritable));
    const isAnother = await this.#isAnother(matterId, real, facts.inode);
    const copied = isAnother ? await this.#copied(matterId, real) : [];
    const taken = takenNow();
    if (taken) return err(taken);
    this.#stores.links.link(matterId, real, this.#clock.now(), isAnother, facts.inode, null, copied);
    return ok(real);
  }

  /** Directories that stand for a folder of the service, and are in this one with what is known of them: it is a copy. */
  async #copied(matterId: MatterId, root: string): Promise<LocalFolder[]> {
    const ports = { files: this.#files, links: this.#stores.links };
    const copied: LocalFolder[] = [];
    for (const folder of ports.links.folders(matterId)) {
      const { path } = folder;
      const isHere = async () =>
        !(await leadsElsewhere(this.#files, root, `${path}/`)) &&
        (await holdsWhatIsKnown(ports, { matterId, path: root }, path));
      const there = (await isHere().catch(() => false)) ? await this.#files.facts(join(root, path)) : null;
      if (there) copied.push({ ...folder, inode: there.inode });
    }
    return copied;
  }

  /** False when what is known of the matter's files, from before it was unlinked, is known of this directory. */
  async #isAnother(matterId: MatterId, path: string, inode: string): Promise<boolean> {
    const before = this.#stores.links.before(matterId);
    if (!before) return false;
    const isSame = before.inode !== null && isSameDirectory(before.inode, inode);
    if (isSame && !inode.endsWith(':0')) return false;
    if (before.path !== path) return true;
    if (isSame) return false;
    // An empty directory may be any; a drive may show another inode each time it is connected.
    if (!(await this.#files.holdsAny(path, (name) => !isIgnored(name)).catch(() => true))) return true;
    const ports = { files: this.#files, links: this.#stores.links };
    return !(await holdsWhatIsKnown(ports, { matterId, path }).catch(() => false));
  }

  /** The same as `#overlapping`, through links, other mounts, and names that differ only in case. */
  async #sameByOtherName(
    path: string,
    elsewhere: readonly string[],
    others: readonly string[],
  ): Promise<Refusal | null> {
    const home = await this.#files.facts(await this.#files.real(homedir()).catch(homedir)).catch(() => null);
    const here = await this.#files.facts(path);
    if (home && home.inode === here?.inode) return refusals.tooWide(path);
    if (await overlap(this.#files, path, this.#ownDirectory)) return refusals.own(path);
    const links = this.#stores.links.all();
    const paths = [...elsewhere, ...others, ...links.map((link) => link.path)];
    const same = await Promise.all(paths.map((other) => this.#overlapInTime(path, other)));
    const found = paths.find((_, index) => same[index]);
    if (found === undefined) return null;
    if (elsewhere.includes(found)) return refusals.otherProfile(path);
    if (others.includes(found)) return refusals.otherPerson(path);
    const matterId = links.find((link) => link.path === found)?.matterId;
    const matter = matterId && this.#stores.matters.get(matterId);
    return refusals.insideAnother(
      path,
      matter ? `${matter.number} ${matter.title}`.trim() : 'another matter',
    );
  }

  /** A folder on a drive that does not answer keeps nobody from linking another one. */
  async #overlapInTime(path: string, other: string): Promise<boolean> {
    const done = new AbortController();
    const tooLong = this.#clock.sleep(patience, done.signal).then(() => false);
    const same = await Promise.race([overlap(this.#files, path, other), tooLong]);
    done.abort();
    return same;
  }

  #overlapping(path: string, elsewhere: readonly string[], others: readonly string[]): Refusal | null {
    if (path === parse(path).root || path === homedir()) return refusals.tooWide(path);
    if (contains(path, this.#ownDirectory) || contains(this.#ownDirectory, path)) return refusals.own(path);
    if (elsewhere.some((other) => contains(path, other) || contains(other, path)))
      return refusals.otherProfile(path);
    if (others.some((other) => contains(path, other) || contains(other, path)))
      return refusals.otherPerson(path);
    for (const link of this.#stores.links.all()) {
      const other = this.#stores.matters.get(link.matterId);
      const title = other ? `${other.number} ${other.title}`.trim() : 'another matter';
      if (link.path === path) return refusals.linkedElsewhere(path, title);
      if (contains(link.path, path) || contains(path, link.path)) return refusals.insideAnother(path, title);
    }
    return null;
  }
}

function contains(outer: string, inner: string): boolean {
  const below = relative(outer, inner);
  return below === '' || (!below.startsWith('..') && !isAbsolute(below));
}

const refusals = {
  matterLinked: {
    code: 'matter-already-linked',
    what: 'This matter already has a folder',
    why: 'A matter is linked to one folder at a time.',
    next: 'Unlink its folder first.',
  },
  noRootFolder: {
    code: 'folder-missing',
    what: 'There is no root folder yet',
    why: 'New matter folders are made under the root folder.',
    next: 'Choose a root folder in the settings, or choose a folder for this matter.',
  },
  missing: (path: string) => ({
    code: 'folder-missing',
    what: `“${basename(path)}” is not there`,
    why: 'The folder does not exist, or is not a folder.',
    next: 'Choose another folder.',
  }),
  cannotMake: (path: string, code: string) => ({
    code: 'folder-not-writable',
    what: `The folder “${basename(path)}” could not be made`,
    why: `The system does not allow making it in ${dirname(path)} (${code}).`,
    next: 'Choose another root folder, or ask for permission to write there.',
  }),
  notWritable: (path: string, code: string) => ({
    code: 'folder-not-writable',
    what: `Nothing can be saved in “${basename(path)}”`,
    why: `The system does not allow writing there (${code}).`,
    next: 'Choose another folder, or ask for permission to write there.',
  }),
  tooWide: (path: string) => ({
    code: 'not-permitted',
    what: `${path} cannot be a matter’s folder`,
    why: 'Everything in it would be filed into this one matter.',
    next: 'Choose or make a folder for this matter alone.',
  }),
  own: (path: string) => ({
    code: 'not-permitted',
    what: `“${basename(path)}” cannot be a matter’s folder`,
    why: 'Matterline keeps its own data there.',
    next: 'Choose another folder.',
  }),
  otherProfile: (path: string) => ({
    code: 'folder-linked-elsewhere',
    what: `“${basename(path)}” belongs to another profile`,
    why: 'Profiles never mix: a document would be filed into two services or accounts.',
    next: 'Choose another folder.',
  }),
  otherPerson: (path: string) => ({
    code: 'folder-linked-elsewhere',
    what: `“${basename(path)}” belongs to a matter of another person`,
    why: 'Someone else who works on this computer linked it: what is saved there is theirs, and would be filed in two names.',
    next: 'Choose another folder.',
  }),
  linkedElsewhere: (path: string, title: string) => ({
    code: 'folder-linked-elsewhere',
    what: `“${basename(path)}” already belongs to ${title}`,
    why: 'A document would be filed into two matters.',
    next: 'Choose another folder, or unlink that matter first.',
  }),
  insideAnother: (path: string, title: string) => ({
    code: 'folder-inside-another',
    what: `“${basename(path)}” overlaps with the folder of ${title}`,
    why: 'One folder lies inside the other, so a document would be filed into two matters.',
    next: 'Choose a folder outside of it.',
  }),
} as const satisfies Record<string, Refusal | ((...values: string[]) => Refusal)>;
