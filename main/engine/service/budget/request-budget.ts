import { err, ok, type Result } from '../../../../shared/base/result.ts';
import { createGate, type Gate, type GateOptions } from './gate.ts';
import { type Priority, priorities } from './priority.ts';
import { Urgency } from './urgency.ts';

/** One budget for everything the account sends to the service, so that no part of the program starves another. */
export interface RequestBudget extends Omit<Gate, 'dispatch'> {
  /** Resolves when one request may be sent now. It changes its place in line when it becomes more urgent. */
  acquire(urgency: Priority | Urgency, signal?: AbortSignal): Promise<Result<void, { kind: 'aborted' }>>;
}

interface Waiter {
  /** The lowest goes first: its place in line, with a handicap for being less urgent. */
  due: number;
  readonly grant: () => void;
}

/**
 * Requests that must still be possible at once after one of this priority was sent: so that a save announced while
 * others are polled goes out at once and does not wait for the next second's share.
 */
const reserves: Readonly<Record<Priority, number>> = { 'sign-in': 0, announce: 0, view: 0, background: 2 };

/**
 * A request that saw this many others go counts as one priority higher, so that nothing waits for ever: 15 seconds at
 * full speed. Counted in requests, since the computer's clock may be set while they wait.
 */
const agingStep = 75;

export function createRequestBudget(options: GateOptions): RequestBudget {
  let granted = 0;
  const waiting: Record<Priority, Waiter[]> = { 'sign-in': [], announce: [], view: [], background: [] };

  function nextPriority(): Priority | null {
    let best: Priority | null = null;
    let due = Number.POSITIVE_INFINITY;
    for (const priority of priorities) {
      const [head] = waiting[priority];
      if (!head || head.due >= due) continue;
      best = priority;
      ({ due } = head);
    }
    return best;
  }

  const gate = createGate(options, {
    reserve() {
      const next = nextPriority();
      return next && reserves[next];
    },
    release() {
      const next = nextPriority();
      granted += 1;
      if (next) waiting[next].shift()?.grant();
    },
  });

  return {
    ...gate,
    acquire(urgent, signal) {
      if (signal?.aborted) return Promise.resolve(err({ kind: 'aborted' }));
      const urgency = typeof urgent === 'string' ? new Urgency(urgent) : urgent;
      const dueNow = () => granted + priorities.indexOf(urgency.priority) * agingStep;
      return new Promise((resolve) => {
        let queue = waiting[urgency.priority];
        const leave = () => queue.splice(queue.indexOf(waiter), 1);
        const abandon = () => {
          leave();
          calm();
          resolve(err({ kind: 'aborted' }));
        };
        const waiter: Waiter = {
          due: dueNow(),
          grant() {
            calm();
            signal?.removeEventListener('abort', abandon);
            resolve(ok(undefined));
          },
        };
        const calm = urgency.onRaised(() => {
          leave();
          waiter.due = Math.min(waiter.due, dueNow());
          queue = waiting[urgency.priority];
          queue.push(waiter);
          queue.sort((one, other) => one.due - other.due);
          gate.dispatch();
        });
        signal?.addEventListener('abort', abandon, { once: true });
        queue.push(waiter);
        gate.dispatch();
      });
    },
  };
}
