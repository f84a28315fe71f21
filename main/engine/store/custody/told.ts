import type { CustodyContent, CustodyKind } from '../../../../shared/evidence/custody-entry.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import type { Presence } from './audit-context.ts';

// What the log is told of.

/** What the log says of a save of the outbox. */
export interface SaveFacts {
  readonly id: number;
  readonly kind: 'content' | 'metadata';
  readonly matterId: MatterId;
  readonly fileId: FileId;
  readonly path: string;
  readonly name: string;
  readonly sha256: string;
  readonly size: number;
}

/** What happened to a save, for the outbox to record with the change of its state. */
export type SaveEvent =
  | { readonly kind: 'captured'; readonly detail?: 'taken-over'; readonly who?: Presence }
  | { readonly kind: 'announcing' | 'sending' }
  | { readonly kind: 'sent'; readonly detail?: 'seen-in-history' }
  | { readonly kind: 'filed'; readonly versionId: string | null }
  | {
      readonly kind: 'interrupted' | 'conflict' | 'problem';
      readonly detail: string | null;
      readonly relatedId?: FileId;
    }
  | { readonly kind: 'decided'; readonly detail: string; readonly relatedId?: FileId };

/** What happened to a request, for its store to record with where it stands. */
export type RequestEvent =
  | { readonly kind: 'requested' | 'request-edited' | 'request-sending' | 'request-accepted' }
  | {
      readonly kind:
        | 'request-interrupted'
        | 'request-done'
        | 'request-problem'
        | 'request-decided'
        | 'request-cancelled';
      readonly detail: string | null;
    };

/** What an entry is made of, beside who writes it and when. */
export type Facts = {
  readonly kind: CustodyKind;
  readonly at?: number | undefined;
  /** Who was at the computer; who is, unless given. */
  readonly who?: Presence;
} & Partial<
  Pick<
    CustodyContent,
    | 'matterId'
    | 'fileId'
    | 'relatedId'
    | 'versionId'
    | 'saveId'
    | 'change'
    | 'sha256'
    | 'size'
    | 'name'
    | 'path'
    | 'detail'
  >
>;

/** A version that does not stand in the matter folder any more. */
export interface FormerVersion {
  readonly matterId: MatterId;
  readonly fileId: FileId;
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly name: string;
  /** Below the matter folder, with '/' between names. */
  readonly path: string;
}

/** Where a copy of the program's own was. */
export type Discarded = 'vault' | 'view-copy';
