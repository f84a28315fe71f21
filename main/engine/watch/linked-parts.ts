import { join } from 'node:path';
import type { Files } from '../files/files.ts';

/**
 * Directories below a matter folder in whose place a link stands by now. What it leads to may be anybody's, on a drive that
 * does not answer or nowhere: nothing is looked at through it, filed from behind it or taken for removed because of it.
 */
export class LinkedParts {
  readonly #files: Pick<Files, 'facts'>;
  readonly #root: string;
  readonly #holdsKnown: (part: string) => boolean;
  readonly #onChange: (part: string, isLink: boolean) => void;
  readonly #parts = new Set<string>();
  /** Directories that were some since the last look, so that each is not asked for once more with each file in it. */
  readonly #directories = new Set<string>();

  constructor(options: {
    files: Pick<Files, 'facts'>;
    root: string;
    /** True when a document or a folder of the service is known to be at this path or below it. */
    holdsKnown: (part: string) => boolean;
    /** `part` is below the root, with '/' between names. */
    onChange: (part: string, isLink: boolean) => void;
  }) {
    this.#files = options.files;
    this.#root = options.root;
    this.#holdsKnown = options.holdsKnown;
    this.#onChange = options.onChange;
  }

  /**
   * True when a link stands in the place of a directory above this path.
   * @param now 'about-now': a directory that was one a moment ago is not looked at again
   */
  async hold(below: string, now: 'now' | 'about-now' = 'now'): Promise<boolean> {
    for (let end = below.indexOf('/'); end !== -1; end = below.indexOf('/', end + 1)) {
      const part = below.slice(0, end);
      if (this.#parts.has(part)) return true;
      if (now === 'about-now' && this.#directories.has(part)) continue;
      const facts = await this.#files.facts(join(this.#root, part));
      if (facts?.kind === 'directory') this.#directories.add(part);
      if (facts?.kind === 'other') this.noticed(part);
      // Nothing, or a file: there is nothing below it.
      if (facts?.kind !== 'directory') return facts?.kind === 'other';
    }
    return false;
  }

  /** Something that is neither a file nor a directory is at this path below the root. */
  noticed(part: string): void {
    this.#directories.delete(part);
    if (this.#parts.has(part) || !this.#holdsKnown(part)) return;
    this.#parts.add(part);
    this.#onChange(part, true);
  }

  /**
   * Looks at them again; what is known of them may be elsewhere by now. True when one is no link any more: what is known to be
   * below it is to be compared.
   */
  async lookAgain(): Promise<boolean> {
    this.#directories.clear();
    let isAny = false;
    for (const part of this.#parts) {
      const facts = await this.#files.facts(join(this.#root, part)).catch(() => ({ kind: 'other' }) as const);
      const isLink = facts?.kind === 'other';
      if (isLink && this.#holdsKnown(part)) continue;
      this.#parts.delete(part);
      this.#onChange(part, false);
      isAny ||= !isLink;
    }
    return isAny;
  }
}
