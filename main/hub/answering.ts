import type { Clock } from '../../shared/base/clock.ts';
import type { RateLimit } from '../engine/service/budget/token-bucket.ts';
import { createAsking, failureTold } from './asking.ts';
import type { AnswerSource } from './figures.ts';
import { createFirmBudget } from './firm-budget.ts';
import type { KeyedHash } from './keyed-hash.ts';
import type { Told } from './problem.ts';
import { classOf, type RequestClass } from './request-class.ts';
import type { DesktopRequest } from './server.ts';
import type { AskService } from './service-behind.ts';
import { maxAgeOf, SharedReads } from './shared-reads.ts';
import { withSleep } from './time-passed.ts';

export interface AnsweringParts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly limit: RateLimit;
  readonly hash: KeyedHash;
  readonly askService: AskService;
  readonly onPause: (until: number | null) => void;
}

/** Everything between a desktop's request and its answer, without a server around it. */
export function createAnswering({ clock, hash, askService, ...parts }: AnsweringParts) {
  const budget = createFirmBudget({ clock, ...parts });
  const passing = withSleep(clock);
  const reads = new SharedReads({
    ask: createAsking({ budget, askService, clock: passing }),
    clock: passing,
    hash,
  });
  const pausedFor = () => (budget.pausedUntil() ?? 0) - clock.now();
  return {
    budget,
    reads,
    /** Milliseconds for which the service wants no requests. */
    pausedFor,
    async answer({
      request,
      token,
      body,
      contentType,
      header,
      gone,
    }: DesktopRequest): Promise<{ told: Told; requestClass: RequestClass; source: AnswerSource }> {
      const requestClass = classOf(request, header('priority'));
      const question = {
        ...{ request, token, body, contentType, requestClass, known: header('if-none-match') },
        who: hash(token),
        maxAge: maxAgeOf(header('cache-control')),
      };
      const { answer, source } = await reads.answer(question, gone);
      if (answer.ok) return { told: answer.value.told, requestClass, source };
      return { told: failureTold(answer.error, pausedFor()), requestClass, source: 'hub' };
    },
  };
}
