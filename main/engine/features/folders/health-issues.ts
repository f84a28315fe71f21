import type { MatterId } from '../../../../shared/model/index.ts';
import type { WhyAway } from './away-parts.ts';

export type FolderIssue =
  | 'missing'
  | 'emptied'
  /** Not the directory that was linked. */
  | 'another-folder'
  | 'unreadable'
  /** What is known of it could not be read, so that nobody can tell what changed. */
  | 'not-compared'
  /** Its drive: a dead share, for one. */
  | 'not-answering'
  | 'read-only'
  /** It holds the program's own data, or lies in it. */
  | 'own-data'
  | Rescanned;
/** Nothing to worry about: changes are noticed, only later. */
export interface Rescanned {
  readonly kind: 'rescanned';
  readonly because: 'watch-limit' | 'shared-drive';
  readonly everySeconds: number;
}
/**
 * `unreadable-name`: `code` is the name, with the bytes that are no text escaped. `unreadable-folder`, `linked-folder` and
 * `lost-folder` (without a code), `other-matters-folder` (`code` is that matter; empty where it is another person’s), and
 * `not-made`: of a directory below the matter folder. `open-under-former-name`: `code` is that name.
 */
export type FileIssue = {
  readonly kind:
    | 'unreadable'
    | 'unreadable-name'
    | 'unreadable-folder'
    | 'linked-folder'
    | 'lost-folder'
    | 'other-matters-folder'
    | 'vault-failed'
    | 'not-made'
    | 'open-under-former-name';
  readonly code: string;
};

/** What is said of a directory from which nothing is filed. */
export function issueOfAway(why: WhyAway): FileIssue {
  if (typeof why === 'object') return { kind: 'other-matters-folder', code: why.folderOf ?? '' };
  return { kind: why === 'link' ? 'linked-folder' : 'lost-folder', code: '' };
}

export interface HealthIssue {
  readonly matterId: MatterId;
  /** Path below the matter folder; null for the folder itself. */
  readonly path: string | null;
  readonly issue: FolderIssue | FileIssue;
  readonly since: number;
}

/** What is wrong on this computer's side right now. Not kept: the next look finds it again. */
export class HealthIssues {
  readonly #now: () => number;
  readonly #onChange: (matterId: MatterId) => void;
  readonly #issues = new Map<string, HealthIssue>();

  constructor(now: () => number, onChange: (matterId: MatterId) => void) {
    this.#now = now;
    this.#onChange = onChange;
  }

  all(): HealthIssue[] {
    return [...this.#issues.values()];
  }

  ofFolder(matterId: MatterId, issue: FolderIssue | null): void {
    this.#set(matterId, null, issue);
  }

  ofFile(matterId: MatterId, path: string, issue: FileIssue | null): void {
    this.#set(matterId, path, issue);
  }

  hasOfFile(matterId: MatterId, path: string): boolean {
    return this.#issues.has(JSON.stringify([matterId, path]));
  }

  clear(matterId: MatterId): void {
    for (const { path, matterId: of } of this.all()) if (of === matterId) this.#set(matterId, path, null);
  }

  #set(matterId: MatterId, path: string | null, issue: HealthIssue['issue'] | null): void {
    const key = JSON.stringify([matterId, path]);
    const before = this.#issues.get(key);
    if (!issue) {
      if (this.#issues.delete(key)) this.#onChange(matterId);
      return;
    }
    if (JSON.stringify(before?.issue) === JSON.stringify(issue)) return;
    this.#issues.set(key, { matterId, path, issue, since: before?.since ?? this.#now() });
    this.#onChange(matterId);
  }
}
