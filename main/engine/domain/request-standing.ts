import type {
  MatterId,
  RequestForm,
  RequestId,
  RequestProblem,
  RequestView,
} from '../../../shared/model/index.ts';

/** One try to have something made or changed. Milliseconds since 1970. */
export interface RequestAttempt {
  readonly startedAt: number;
  /** What the record was just before; null for what is made, and what cannot be read. */
  readonly before: RecordState | null;
  /** What it was to show afterwards; left out where `before` is null, and where a program sent it that kept none. */
  readonly wanted?: RecordState['fields'];
}

/** A record as it was read: its version, and its fields as JSON by their names, as far as they are shown. */
export interface RecordState {
  readonly version: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The record that it is read as a part of; left out where it is none. */
  readonly within?: RecordState;
}

/** Where a request stands, as it is kept. */
export type RequestStanding =
  | {
      readonly state: 'waiting';
      /** Why the last try did not succeed; null when there was none. */
      readonly why: string | null;
      readonly nextTryAt: number | null;
      /** Tries in a row that did not succeed. */
      readonly failures: number;
      /** A try whose outcome is unknown: a record that can be read is looked at before anything is sent again. */
      readonly unresolved: RequestAttempt | null;
    }
  /** Kept before it leaves: from here on the service may know of it. */
  | { readonly state: 'sending'; readonly attempt: RequestAttempt }
  | {
      readonly state: 'sent';
      readonly attempt: RequestAttempt;
      readonly sentAt: number;
      readonly madeId: string | null;
      readonly nextLookAt: number;
    }
  | {
      readonly state: 'done';
      readonly doneAt: number;
      readonly result: Extract<RequestView, { state: 'done' }>['result'];
    }
  | {
      readonly state: 'problem';
      readonly problem: RequestProblem;
      /** The try that it comes from; null when nothing was sent. */
      readonly attempt: RequestAttempt | null;
      /** What an accepted one made; null when that is not known, and before. */
      readonly madeId: string | null;
      /** The service took it, and what it made is not known; left out otherwise. */
      readonly isAccepted?: true;
    }
  | { readonly state: 'cancelled'; readonly certainlyNotMade: boolean };

export interface StoredRequest {
  /** In the order in which they were submitted. */
  readonly no: number;
  readonly id: RequestId;
  /** What it changes; what it makes has its own. */
  readonly record: string;
  readonly matterId: MatterId | null;
  readonly subject: string;
  readonly form: RequestForm;
  /** The record as the person was shown it; null where that is not known. */
  readonly base: RecordState | null;
  readonly revision: number;
  readonly standing: RequestStanding;
  readonly submittedAt: number;
  readonly changedAt: number;
}

export const newlyWaiting: Extract<RequestStanding, { state: 'waiting' }> = {
  state: 'waiting',
  why: null,
  nextTryAt: null,
  failures: 0,
  unresolved: null,
};

/** Nothing more becomes of it. */
export const isOver = ({ state }: RequestStanding): boolean => state === 'done' || state === 'cancelled';

/** Requests of one record are sent in the order in which they were submitted. */
export function recordOf(id: RequestId, form: RequestForm): string {
  switch (form.operation) {
    case 'matters.patch':
    case 'relationships.put':
      return `matter ${form.matterId}`;
    case 'activityCodes.put':
      return `activity code ${form.codeId}`;
    case 'portalTasks.patch':
      return `portal task ${form.task}`;
    case 'plugins.put':
      return `plugin ${form.pluginId}`;
    default:
      return `new ${id}`;
  }
}
