import type { ContentJob } from './documents/uploads.ts';
import type { RecordJob } from './resources/accepted-records.ts';
import type { MatterCreationJob } from './resources/matters-create.ts';
import type { MatterPatchJob } from './resources/matters-patch.ts';
import type { RelationshipJob } from './resources/relationships.ts';
import type { Store } from './store/database.ts';
import type { Notification } from './webhooks/notifier.ts';

/** What each kind of accepted write carries until it is applied. */
export interface JobPayloads {
  readonly record: RecordJob;
  readonly matterCreation: MatterCreationJob;
  readonly matterPatch: MatterPatchJob;
  readonly relationship: RelationshipJob;
  readonly fileMetadata: { readonly uploadId: string };
  readonly fileContent: ContentJob;
  readonly notification: Notification;
}

export type JobKind = keyof JobPayloads;

/**
 * Accepted writes waiting to be applied, in order and in SQLite, so that a restart continues with them
 * (spec: What the service does, 2).
 */
export interface Jobs {
  on<Kind extends JobKind>(kind: Kind, apply: (payload: JobPayloads[Kind]) => void): void;
  add<Kind extends JobKind>(kind: Kind, payload: JobPayloads[Kind]): void;
  /** Applies everything that waits, without waiting. */
  applyAll(): void;
  waiting(): number;
  setDelay(milliseconds: number): void;
  start(): void;
  stop(): void;
}

interface JobRow {
  id: number;
  kind: JobKind;
  payload: string;
}

export function createJobs(store: Store, delayMs: number): Jobs {
  const handlers = new Map<JobKind, (payload: string) => void>();
  const timers = new Set<NodeJS.Timeout>();
  const insert = store.prepare('insert into jobs (kind, payload) values (?, ?)');
  const remove = store.prepare('delete from jobs where id = ?');
  const upTo = store.prepare<[number], JobRow>(
    'select id, kind, payload from jobs where id <= ? order by id',
  );
  let delay = delayMs;
  let running = false;

  const apply = store.transaction((job: JobRow) => {
    remove.run(job.id);
    handlers.get(job.kind)?.(job.payload);
  });
  const applyUpTo = (id: number): void => {
    for (const job of upTo.all(id)) apply(job);
  };
  const schedule = (id: number): void => {
    if (!running) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      applyUpTo(id);
    }, delay);
    timers.add(timer);
  };

  return {
    on(kind, handler) {
      handlers.set(kind, (payload) => handler(JSON.parse(payload)));
    },
    add(kind, payload) {
      schedule(Number(insert.run(kind, JSON.stringify(payload)).lastInsertRowid));
    },
    applyAll() {
      // What is applied may cause more, notifications for example.
      while (this.waiting() > 0) applyUpTo(Number.MAX_SAFE_INTEGER);
    },
    waiting: () => store.prepare<[], number>('select count(*) from jobs').pluck().get() ?? 0,
    setDelay(milliseconds) {
      delay = milliseconds;
    },
    start() {
      running = true;
      if (this.waiting() > 0) schedule(Number.MAX_SAFE_INTEGER);
    },
    stop() {
      running = false;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
