import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { MatterId } from '../../../../shared/model/index.ts';
import type { FileFacts, Files } from '../../platform/files.ts';

/**
 * `link`: a link stands in its place. `drive`: the drive that it was on is not connected, or another one stands there. With a
 * matter: the directory is that one's folder; null for a matter of another person.
 */
export type WhyAway = 'link' | 'drive' | { readonly folderOf: MatterId | null };

/**
 * Directories below a matter folder of which something else stands in the place by now. What a link leads to may be anybody's,
 * on a drive that does not answer or nowhere; what is saved where a drive is away is hidden when it is back; another matter's
 * documents are not this one's. Nothing is looked at there, filed from there or taken for removed because of it.
 */
export class AwayParts {
  readonly #files: Pick<Files, 'facts'>;
  readonly #root: string;
  readonly #holdsKnown: (part: string) => boolean;
  readonly #isLost: (part: string, there: FileFacts) => Promise<boolean>;
  readonly #otherMatterOf: (part: string, there: FileFacts) => { readonly folderOf: MatterId | null } | null;
  readonly #onChange: (part: string, why: WhyAway | null) => void;
  readonly #parts = new Map<string, WhyAway>();
  /** Directories that were in their place since the last look, so that each is not asked for once more with each file in it. */
  readonly #directories = new Set<string>();

  constructor(options: {
    files: Pick<Files, 'facts'>;
    root: string;
    /** True when a document or a folder of the service is known to be at this path or below it. */
    holdsKnown: (part: string) => boolean;
    /** True when this directory has lost its drive, and documents with it. */
    isLost: (part: string, there: FileFacts) => Promise<boolean>;
    /** The other matter whose folder this directory is. */
    otherMatterOf: (part: string, there: FileFacts) => { readonly folderOf: MatterId | null } | null;
    /** `part` is below the root, with '/' between names; null when it is back, or nothing known is in it any more. */
    onChange: (part: string, why: WhyAway | null) => void;
  }) {
    this.#files = options.files;
    this.#root = options.root;
    this.#holdsKnown = options.holdsKnown;
    this.#isLost = options.isLost;
    this.#otherMatterOf = options.otherMatterOf;
    this.#onChange = options.onChange;
  }

  /** True when the drive of any is away. */
  get hasLost(): boolean {
    return [...this.#parts.values()].includes('drive');
  }

  /**
   * True when something else stands in the place of a directory above this path.
   * @param now 'about-now': a directory that was in its place a moment ago is not looked at again
   */
  async hold(below: string, now: 'now' | 'about-now' = 'now'): Promise<boolean> {
    for (let end = below.indexOf('/'); end !== -1; end = below.indexOf('/', end + 1)) {
      const part = below.slice(0, end);
      if (this.#parts.has(part)) return true;
      if (now === 'about-now' && this.#directories.has(part)) continue;
      const facts = await this.#files.facts(join(this.#root, part));
      const why = facts?.kind === 'directory' ? await this.#whyNotOurs(part, facts) : null;
      if (facts?.kind === 'directory' && why === null) {
        this.#directories.add(part);
        continue;
      }
      if (why !== null) this.#put(part, why);
      if (facts?.kind === 'other') this.noticed(part);
      // Nothing, or a file: there is nothing below it.
      return facts !== null && facts.kind !== 'file';
    }
    return false;
  }

  /** True when the drive that this path was on is away: a file there is not gone. */
  async haveLost(below: string): Promise<boolean> {
    if (!(await this.hold(below, 'about-now'))) return false;
    return [...this.#parts].some(([part, why]) => why === 'drive' && below.startsWith(`${part}/`));
  }

  /** Something that is neither a file nor a directory is at this path below the root. */
  noticed(part: string): void {
    if (!this.#parts.has(part) && this.#holdsKnown(part)) this.#put(part, 'link');
    this.#directories.delete(part);
  }

  /**
   * Looks at them again; what is known of them may be elsewhere by now. True when one is in its place again: what is known to be
   * below it is to be compared.
   */
  async recheck(): Promise<boolean> {
    this.#directories.clear();
    let isAny = false;
    for (const [part, before] of this.#parts) {
      const why = await this.#whyAway(part).catch(() => before);
      if (why !== null && (typeof why === 'object' || this.#holdsKnown(part))) {
        this.#put(part, why);
        continue;
      }
      this.#parts.delete(part);
      this.#onChange(part, null);
      isAny ||= why === null;
    }
    return isAny;
  }

  async #whyAway(part: string): Promise<WhyAway | null> {
    const facts = await this.#files.facts(join(this.#root, part));
    if (facts?.kind === 'other') return 'link';
    return facts?.kind === 'directory' ? this.#whyNotOurs(part, facts) : null;
  }

  /** Of a directory. */
  async #whyNotOurs(part: string, there: FileFacts): Promise<WhyAway | null> {
    const other = this.#otherMatterOf(part, there);
    if (other !== null) return other;
    return (await this.#isLost(part, there)) ? 'drive' : null;
  }

  #put(part: string, why: WhyAway): void {
    this.#directories.delete(part);
    if (isDeepStrictEqual(this.#parts.get(part), why)) return;
    this.#parts.set(part, why);
    this.#onChange(part, why);
  }
}
