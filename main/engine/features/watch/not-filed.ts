import { basename, join } from 'node:path';
import type { MatterId, NotFiled as NotFiledEntry } from '../../../../shared/model/index.ts';
import { ownedName } from '../../domain/owner-files.ts';
import type { Files } from '../../platform/files.ts';
import type { Stores } from '../../store/stores.ts';
import { type LeftOut, whyLeftOut } from '../ignoring/ignore.ts';

/**
 * What lies in the matter folders and is not filed, so that nothing is left out silently. Not kept: the next look at
 * the folder finds it again.
 */
export class NotFiled {
  readonly #files: Files;
  readonly #stores: Pick<Stores, 'links' | 'ignoreRules'>;
  readonly #paths = new Map<MatterId, Set<string>>();
  /** Those of them that programs put beside documents they have open: few, and asked for again and again. */
  readonly #ownerFiles = new Map<MatterId, Set<string>>();
  readonly #onOwnerFile: (matterId: MatterId) => void;

  constructor(
    files: Files,
    stores: Pick<Stores, 'links' | 'ignoreRules'>,
    onOwnerFile: (matterId: MatterId) => void = () => {},
  ) {
    this.#files = files;
    this.#stores = stores;
    this.#onOwnerFile = onOwnerFile;
  }

  /** Below the matter folder, whether still there or not. */
  paths(matterId: MatterId): string[] {
    return [...(this.#paths.get(matterId) ?? [])];
  }

  /** Owner files of programs, whether still there or not. */
  ownerFiles(matterId: MatterId): Iterable<string> {
    return this.#ownerFiles.get(matterId) ?? [];
  }

  has(matterId: MatterId, path: string): boolean {
    return this.#paths.get(matterId)?.has(path) ?? false;
  }

  note(matterId: MatterId, path: string): void {
    add(this.#paths, matterId, path);
    if (ownedName(basename(path)) === null) return;
    add(this.#ownerFiles, matterId, path);
    this.#onOwnerFile(matterId);
  }

  clear(matterId: MatterId): void {
    this.#paths.delete(matterId);
    this.#ownerFiles.delete(matterId);
  }

  /** What is there now, in order of path; forgets what is gone or filed by now. */
  async list(matterId: MatterId): Promise<NotFiledEntry[]> {
    const link = this.#stores.links.of(matterId);
    const paths = this.#paths.get(matterId);
    if (!link || !paths) return [];
    const changes = this.#stores.ignoreRules.of(matterId);
    const found: NotFiledEntry[] = [];
    for (const path of [...paths].toSorted()) {
      const facts = await this.#files.facts(join(link.path, path)).catch(() => undefined);
      const why = facts ? whyNotFiled(basename(path), facts.kind, changes) : null;
      if (why) found.push({ path, ...why });
      else if (facts !== undefined) {
        paths.delete(path);
        this.#ownerFiles.get(matterId)?.delete(path);
      }
    }
    return found;
  }
}

function add(all: Map<MatterId, Set<string>>, matterId: MatterId, path: string): void {
  const paths = all.get(matterId) ?? new Set();
  all.set(matterId, paths.add(path));
}

function whyNotFiled(
  name: string,
  kind: 'file' | 'directory' | 'other',
  changes: Parameters<typeof whyLeftOut>[2],
): LeftOut | null {
  return kind === 'other' ? notADocument : whyLeftOut(name, kind, changes);
}

const notADocument: LeftOut = {
  rule: 'link or device',
  why: 'It is no document but a link to something elsewhere, which is never followed. Put the document itself here.',
};
