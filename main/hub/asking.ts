import type { Clock } from '../../shared/base/clock.ts';
import { ok, type Result } from '../../shared/base/result.ts';
import { parseRetryAfter } from '../engine/service/budget/retry-after.ts';
import type { ExchangeFailure } from '../engine/service/exchange.ts';
import type { FirmBudget, NotGranted, Turn } from './firm-budget.ts';
import { problem, type Told } from './problem.ts';
import type { RequestClass } from './request-class.ts';
import { type Asked, type AskService, noAnswer } from './service-behind.ts';
import type { TakenTokens } from './taken-tokens.ts';

/** Milliseconds that a request waits for its turn: a desktop gives up on an answer after 45 seconds. */
const longestWait = 30_000;

export interface Question extends Asked {
  /** Whose desktop asks, as a keyed hash. */
  readonly who: string;
  readonly requestClass: RequestClass;
  /** Its turn came already. */
  readonly isGranted?: boolean;
}

export interface Answered {
  readonly told: Told;
  /** When the request left for the service, by the clock that nobody sets. */
  readonly leftAt: number;
}

export type FirmAnswer = Result<Answered, NotGranted | ExchangeFailure>;

/** A question on its way: in line, or with the service. */
export interface UnderWay {
  readonly answer: Promise<FirmAnswer>;
  /** When it left for the service, by the clock that nobody sets: what happened since may be missing from its answer. Null in line. */
  leftAt(): number | null;
  raise(requestClass: RequestClass): void;
}

export interface AskingParts {
  readonly budget: FirmBudget;
  readonly askService: (question: Question) => ReturnType<AskService>;
  readonly clock: Clock;
  readonly taken: TakenTokens;
}

/** Tokens of which nothing is known have one turn together: whoever makes up many has no more of the limit than one desktop. */
const unknownTokens = 'unknown tokens';

/** Asks the service within the firm's budget, and keeps everybody's pace by what it says of it. */
export function createAsking({ budget, askService, clock, taken }: AskingParts) {
  function heed({ status, headers }: Told): void {
    const retryAfter = parseRetryAfter(headers['retry-after'], headers['date'], clock.now());
    if (status === 429) budget.refused(retryAfter);
    else if (status === 503 && retryAfter !== null) budget.pauseUntil(clock.now() + retryAfter);
    else budget.accepted();
  }

  return (question: Question, signal: AbortSignal): UnderWay => {
    const deadline = clock.steady() + longestWait;
    let { requestClass } = question;
    let turn: Turn | null = null;
    let left: number | null = null;
    const ask = async (): Promise<FirmAnswer> => {
      for (let isGranted = question.isGranted ?? false; ; isGranted = false) {
        const inLineAs = taken.has(question.who) ? question.who : unknownTokens;
        turn = isGranted ? null : budget.turn(inLineAs, requestClass, deadline - clock.steady(), signal);
        const granted = await turn?.granted;
        if (granted?.ok === false) return granted;
        const leftAt = clock.steady();
        left = leftAt;
        const told = await askService(question);
        if (!told.ok) return told;
        heed(told.value);
        if (told.value.status < 400) taken.add(question.who);
        // What is refused for rate was not done, whatever it is: it stands in line again as long as there is time.
        const over = (budget.pausedUntil() ?? 0) - clock.now() > deadline - clock.steady();
        if (told.value.status !== 429 || over) return ok({ told: told.value, leftAt });
        left = null;
      }
    };
    return {
      answer: ask(),
      leftAt: () => left,
      raise(more) {
        requestClass = more;
        turn?.raise(more);
      },
    };
  };
}

/** What a desktop is told when it has to wait longer than a request can. */
export function failureTold(failure: NotGranted | ExchangeFailure, pausedFor: number): Told {
  if (typeof failure !== 'string') return noAnswer(failure);
  if (failure === 'paused') {
    return problem('limit-paused', 'The practice service wants no requests of the firm for now.', {
      'retry-after': String(Math.max(1, Math.ceil(pausedFor / 1000))),
    });
  }
  return problem('limit-used-up', 'The firm’s limit of requests had no room for this one in time.');
}
