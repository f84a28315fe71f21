import type { Store } from './store/database.ts';

/** A kind of accepted write, and what it carries until it is applied. */
export interface JobKind<Payload> {
  readonly name: string;
  /** Only for the type. */
  readonly payload?: Payload;
}

export const jobKind = <Payload>(name: string): JobKind<Payload> => ({ name });

/**
 * Accepted writes waiting to be applied, in order and in SQLite, so that a restart continues with them
 * (spec: What the service does, 2).
 */
export interface Jobs {
  on<Payload>(kind: JobKind<Payload>, apply: (payload: Payload) => void): void;
  add<Payload>(kind: JobKind<Payload>, payload: Payload): void;
  /** Applies everything that waits, without waiting. */
  applyAll(): void;
  waiting(): number;
  setDelay(milliseconds: number): void;
  start(): void;
  stop(): void;
}

interface JobRow {
  id: number;
  kind: string;
  payload: string;
}

export function createJobs(store: Store, delayMs: number): Jobs {
  const handlers = new Map<string, (payload: string) => void>();
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
      handlers.set(kind.name, (payload) => handler(JSON.parse(payload)));
    },
    add(kind, payload) {
      schedule(Number(insert.run(kind.name, JSON.stringify(payload)).lastInsertRowid));
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
