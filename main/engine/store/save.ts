import type { FileId, MatterId } from '../../../shared/model/index.ts';
import type { SaveState } from './save-state-machine.ts';

export interface Save {
  readonly id: number;
  readonly matterId: MatterId;
  readonly fileId: FileId;
  /** `metadata` is a rename or a move without new content. */
  readonly kind: 'content' | 'metadata';
  readonly path: string;
  readonly name: string;
  readonly sha256: string;
  readonly size: number;
  readonly capturedAt: number;
  readonly state: SaveState;
  /** The newest entry that the person was shown when they chose to file on top; null when they did not. */
  readonly agreedUpTo: number | null;
  /** Announcements. */
  readonly attempts: number;
  /** Addresses of these that the storage refused, since a person last wanted it tried again. */
  readonly refusedAddresses: number;
  readonly nextTryAt: number | null;
  /** A `SaveProblem` as JSON; null when there is none. */
  readonly problem: string | null;
  readonly announcedAt: number | null;
  /** An `Announced` as JSON, of the last announcement; null before it, and for what an earlier program announced. */
  readonly announced: string | null;
  readonly sentAt: number | null;
  readonly filedAt: number | null;
  /** The mass change whose decision it waits for; null when it waits for none. */
  readonly held: number | null;
  /** A `MovedFrom` as JSON, for a document that came from another matter's folder; null for others. */
  readonly movedFrom: string | null;
}

export const saveColumns = `id, matter_id AS matterId, file_id AS fileId, kind, path, name, sha256, size,
  captured_at AS capturedAt, state, agreed_up_to AS agreedUpTo, attempts, refused_addresses AS refusedAddresses,
  next_try_at AS nextTryAt, problem,
  announced_at AS announcedAt, announced, sent_at AS sentAt, filed_at AS filedAt,
  held, moved_from AS movedFrom`;
