import { err, ok, type Result } from '../../shared/base/result.ts';
import { createGate, type Gate, type GateOptions, type Line } from '../engine/service/budget/gate.ts';
import { type RateLimit, withMargin } from '../engine/service/budget/token-bucket.ts';
import { FairLine } from './fair-line.ts';
import type { RequestClass } from './request-class.ts';

/** `aborted`: nobody waits any more; `busy`: no turn came in time; `paused`: the service wants no requests for longer than that. */
export type NotGranted = 'aborted' | 'busy' | 'paused';

/** A request's place in the firm's line. */
export interface Turn {
  readonly granted: Promise<Result<void, NotGranted>>;
  /** Somebody else waits for the same, and is in more of a hurry. */
  raise(requestClass: RequestClass): void;
}

/** One budget of requests for the whole firm. */
export interface FirmBudget extends Pick<Gate, 'pauseUntil' | 'refused' | 'accepted' | 'pausedUntil'> {
  /** @param within milliseconds that the request can wait */
  turn(who: string, requestClass: RequestClass, within: number, signal: AbortSignal): Turn;
  readonly line: Pick<FairLine, 'size' | 'waiting'>;
}

/** Requests in one turn that may wait: a desktop has fewer than twenty under way, and in the morning all of a firm's come with new tokens. */
const mostOfOne = 2_000;

export function createFirmBudget(
  options: GateOptions & { readonly limit: RateLimit },
  gateOf: (options: GateOptions, line: Line) => Gate = createGate,
): FirmBudget {
  const { clock } = options;
  const line = new FairLine(withMargin(options.limit).burst);
  const gate = gateOf(options, line);
  return {
    ...gate,
    line,
    turn(who, requestClass, within, signal) {
      const { promise, resolve } = Promise.withResolvers<Result<void, NotGranted>>();
      const refused = (why: NotGranted): Turn => ({ granted: Promise.resolve(err(why)), raise() {} });
      if (signal.aborted) return refused('aborted');
      if ((gate.pausedUntil() ?? 0) - clock.now() > within) return refused('paused');
      if (line.waitingOf(who) >= mostOfOne) return refused('busy');
      const end = (result: Result<void, NotGranted>) => {
        timer.cancel();
        signal.removeEventListener('abort', abandon);
        resolve(result);
      };
      const waiter = line.join(who, requestClass, () => end(ok(undefined)));
      const abandon = () => {
        line.leave(waiter);
        end(err('aborted'));
      };
      const timer = clock.timer(within, () => {
        line.leave(waiter);
        end(err((gate.pausedUntil() ?? 0) > clock.now() ? 'paused' : 'busy'));
      });
      signal.addEventListener('abort', abandon, { once: true });
      gate.dispatch();
      return {
        granted: promise,
        raise(more) {
          line.raise(waiter, more);
          gate.dispatch();
        },
      };
    },
  };
}
