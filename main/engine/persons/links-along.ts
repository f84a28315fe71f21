import type { EnginePorts, Place, Workspace } from '../compose.ts';
import {
  addressesToTakeTo,
  keepLinksToTake,
  type LinkToTake,
  linksToTake,
  takeLinks,
} from './links-to-take.ts';
import type { Kept } from './open-workspaces.ts';
import { staffOf } from './person-view.ts';
import { compare } from './subjects.ts';

interface Ports extends Pick<EnginePorts, 'files' | 'newId'> {
  readonly place: Place;
  /** Name of the first person's workspace. */
  readonly first: string;
  /** The one that the window is shown, and whose it is. */
  readonly shown: () => { readonly workspace: Workspace | null; readonly kept: Kept | undefined };
  readonly foldersOfOthers: () => readonly string[] | null;
  readonly foldersElsewhere: () => Promise<readonly string[] | null>;
  readonly onTaken: () => void;
}

/** Links that a person takes along from one service address to another. */
export class LinksAlong {
  readonly #ports: Ports;
  #toTake: readonly LinkToTake[] = [];
  #isTaking = false;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** A list that is damaged keeps nobody from their work: false then. */
  async read(): Promise<boolean> {
    const { files, newId, place, first } = this.#ports;
    const found = await linksToTake(files, place.directory, first, newId());
    this.#toTake = found ?? [];
    // Where that fails they wait at an address before, too.
    await this.#waitHereAlone().catch(() => {});
    return found !== null;
  }

  /** Those that came along through an address that was in use for a while, and were never linked there. */
  async #waitHereAlone(): Promise<void> {
    const { files, newId, place, first: own } = this.#ports;
    if (this.#toTake.length === 0) return;
    for (const first of await addressesToTakeTo(files, place.directory)) {
      if (first === own) continue;
      const links = (await linksToTake(files, place.directory, first, newId())) ?? [];
      const others = links.filter(({ path }) => !this.#toTake.some((one) => one.path === path));
      if (others.length < links.length) await keepLinksToTake(files, place.directory, first, others, newId());
    }
  }

  /** Paths of those that wait for their matters to be known here; `theirs`: of people whom the window does not work for. */
  waiting(): { readonly here: readonly string[]; readonly theirs: number } {
    const here = this.#toTake.filter((link) => this.#whose(link) !== 'other').map(({ path }) => path);
    return { here, theirs: this.#toTake.length - here.length };
  }

  /** Paths of those that may be of whoever the window works for, or that are. */
  paths(whose: 'unknown' | 'same'): string[] {
    return this.#toTake.filter((link) => this.#whose(link) === whose).map(({ path }) => path);
  }

  /**
   * Written down first, and where this address is in use again before the other one is, they are linked here again: at worst a folder
   * is linked twice in different services, and never nowhere.
   * @throws what the disk says when it does not take it: they are linked here then, and nowhere else
   */
  async giveTo(first: string): Promise<void> {
    const { files, newId, place, shown } = this.#ports;
    if (first === this.#ports.first) return this.takeBack();
    const { workspace, kept } = shown();
    const links = workspace?.stores.links.all() ?? [];
    const before = (await linksToTake(files, place.directory, first, newId())) ?? [];
    // What came here from an address before, and waits still, goes on to the next; it stays here until that one is in use.
    const waiting = this.#toTake.filter(({ path }) => !links.some((link) => link.path === path));
    const others = before.filter(({ path }) => ![...links, ...waiting].some((link) => link.path === path));
    const of = { of: ownerOf(kept), ...(workspace && { from: workspace.name }) };
    const ours = links.map(({ matterId, path }) => ({ matterId, path, ...of }));
    await keepLinksToTake(files, place.directory, first, [...others, ...waiting, ...ours], newId());
    if (!workspace) return;
    try {
      // What is not captured by then, as on a drive that does not answer, is captured where the folder is linked next.
      for (const { matterId } of links) await workspace.unlink(matterId, 'all');
    } catch (failure) {
      await this.takeBack();
      // Those whose drive is away stay in the list: they are linked here again at the next occasion.
      const now = (await linksToTake(files, place.directory, first, newId())) ?? [];
      const isHere = ({ path }: LinkToTake) =>
        now.some((link) => link.path === path && link.from === undefined) &&
        ours.some((link) => link.path === path);
      const left = [...now.filter((link) => !isHere(link)), ...before.filter(isHere)];
      await keepLinksToTake(files, place.directory, first, left, newId());
      throw failure;
    }
  }

  /** What was to be taken along to another address is linked here again: this one is in use. */
  async takeBack(): Promise<void> {
    const { files, newId, place, shown } = this.#ports;
    const { workspace } = shown();
    if (!workspace) return;
    for (const first of await addressesToTakeTo(files, place.directory)) {
      const links = (await linksToTake(files, place.directory, first, newId())) ?? [];
      const ours = links.filter(({ from }) => from === workspace.name);
      const linked = ours.length === 0 ? [] : await this.#linkAgain(workspace, ours);
      if (linked.length === 0) continue;
      const next = links.map(({ from, ...link }) =>
        from === undefined || linked.includes(link.path) ? link : { ...link, from },
      );
      await keepLinksToTake(files, place.directory, first, next, newId());
    }
  }

  /** Paths of those that are linked then; of the others, the drive may be away. */
  async #linkAgain({ stores, linker, watches }: Workspace, links: readonly LinkToTake[]): Promise<string[]> {
    const others = this.#ports.foldersOfOthers();
    const elsewhere = await this.#ports.foldersElsewhere();
    const linked: string[] = [];
    if (others === null || elsewhere === null) return linked;
    for (const { matterId, path } of links) {
      const isLinked = stores.links.of(matterId) !== undefined;
      if (!isLinked && !(await linker.link(matterId, path, elsewhere, others)).ok) continue;
      if (!isLinked) watches.add(matterId);
      linked.push(path);
    }
    return linked;
  }

  /** They are made once their matters are known here. @throws what the disk says when it does not take it */
  async take(): Promise<void> {
    const { workspace } = this.#ports.shown();
    if (this.#toTake.length === 0 || !workspace?.signIn() || this.#isTaking) return;
    this.#isTaking = true;
    try {
      const others = this.#ports.foldersOfOthers();
      if (others === null) return;
      const left = await takeLinks(
        workspace,
        this.#toTake,
        (link) => this.#whose(link) === 'same',
        others,
        this.#ports.foldersElsewhere,
      );
      if (left.length === this.#toTake.length) return;
      this.#toTake = left;
      await this.#keep();
      this.#ports.onTaken();
    } finally {
      this.#isTaking = false;
    }
  }

  /** The person was shown these folders, and says that they are theirs: they are linked for them from now on. */
  async areMine(paths: readonly string[]): Promise<void> {
    const { kept } = this.#ports.shown();
    if (!kept?.person || kept.person === 'unreadable') return;
    const of = ownerOf(kept);
    this.#toTake = this.#toTake.map((link) =>
      paths.includes(link.path) && this.#whose(link) === 'unknown' ? { ...link, of } : link,
    );
    await this.#keep();
  }

  /**
   * Whether whoever the window works for took it along: by what their tokens tell, or by being the same sign-in. A name that somebody
   * says is theirs links nothing: folders that are linked for the wrong person are filed in their name for good.
   */
  #whose({ of }: LinkToTake): 'same' | 'other' | 'unknown' {
    const { kept } = this.#ports.shown();
    if (!of || !kept?.person || kept.person === 'unreadable') return 'unknown';
    const told = compare(of, kept.person);
    if (told !== 'unknown') return told;
    return of.signIn !== null && of.signIn === kept.person.signIn ? 'same' : 'unknown';
  }

  #keep(): Promise<void> {
    const { files, newId, place, first } = this.#ports;
    return keepLinksToTake(files, place.directory, first, this.#toTake, newId());
  }
}

function ownerOf(kept: Kept | undefined): NonNullable<LinkToTake['of']> {
  const person = kept?.person === 'unreadable' ? null : kept?.person;
  return {
    subjects: person?.subjects ?? [],
    signIn: person?.signIn ?? null,
    staff: (kept && staffOf(kept)?.id) ?? null,
  };
}
