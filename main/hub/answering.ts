import type { Clock } from '../../shared/base/clock.ts';
import { err, ok, type Result } from '../../shared/base/result.ts';
import { createGate } from '../engine/service/budget/gate.ts';
import type { RateLimit } from '../engine/service/budget/token-bucket.ts';
import { createAsking, failureTold } from './asking.ts';
import type { DesktopRequest, NoStream, StreamRequest } from './desktop-request.ts';
import type { AnswerSource } from './figures.ts';
import { createFirmBudget } from './firm-budget.ts';
import type { KeyedHash } from './keyed-hash.ts';
import { parseInterests } from './news/interests.ts';
import { News } from './news/news.ts';
import { ReadSchedule } from './news/read-schedule.ts';
import { ReadingAhead } from './news/reading-ahead.ts';
import type { Told } from './problem.ts';
import { classOf, type RequestClass } from './request-class.ts';
import type { AskService } from './service-behind.ts';
import { otherHubs } from './shared/other-hubs.ts';
import type { Shared } from './shared/redis.ts';
import { createSharedGate } from './shared/shared-gate.ts';
import { maxAgeOf, SharedReads } from './shared-reads.ts';
import { Shown } from './shown.ts';
import { TakenTokens } from './taken-tokens.ts';
import { withSleep } from './time-passed.ts';
import { EventTrust } from './webhooks/event-trust.ts';

export interface AnsweringParts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly limit: RateLimit;
  readonly hash: KeyedHash;
  /** What it shares with other hubs; null for one that runs by itself. */
  readonly shared?: Shared | null;
  readonly askService: AskService;
  readonly onPause: (until: number | null) => void;
}

/** Everything between a desktop's request and its answer, without a server around it. */
export function createAnswering({ clock, hash, askService, shared = null, ...parts }: AnsweringParts) {
  const budget = createFirmBudget(
    { clock, ...parts },
    shared
      ? (options, line) => createSharedGate({ ...options, limit: parts.limit }, line, shared)
      : createGate,
  );
  const passing = withSleep(clock);
  const schedule = new ReadSchedule();
  const shown = new Shown();
  const taken = new TakenTokens();
  const reads = new SharedReads({
    ask: createAsking({
      budget,
      clock: passing,
      taken,
      askService(question) {
        if (!question.isGranted) ahead.otherAsked();
        return askService(question);
      },
    }),
    clock: passing,
    hash,
    shown,
    ...(shared ? { mayTell: () => shared.isUpToDate() } : {}),
    on: {
      shown(place, kept) {
        if (place.kind === 'folder') news.shown(place.path, place.who, kept);
        others?.shown(place, kept);
      },
      refused(place) {
        news.refused(place.path, place.who);
        others?.refused(place);
      },
      notTaken(place) {
        news.notTaken(place.path, place.who);
        ahead.wake();
        others?.notTaken(place);
      },
    },
  });
  const ahead = new ReadingAhead({
    ...{ clock: passing, budget, schedule, limit: parts.limit },
    read: (question) => reads.ahead(question),
    isToldByEvents: () => trust.isProven(passing.steady()),
    onReading: (path) => others?.reading(hash(path)),
  });
  const trust = new EventTrust();
  const news = new News({
    ...{ clock: passing, may: reads, schedule, hash, taken },
    onChanged: (matter) => trust.changed(matter, passing.steady()),
  });
  const named = (ids: Iterable<string>) => {
    const now = passing.steady();
    for (const id of ids) if (schedule.named(id, now) > 0) trust.named(id, now);
    ahead.wake();
  };
  const others = shared && otherHubs({ shared, shown, news, schedule, clock: passing, named });
  const pausedFor = () => (budget.pausedUntil() ?? 0) - clock.now();
  return {
    budget,
    reads,
    news,
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
    /** Tells a desktop of its folders from now on. @returns what ends it */
    stream({ token, body, lastId, tell, close }: StreamRequest): Result<() => void, NoStream> {
      const interests = parseInterests(body);
      if (!interests.ok) return interests;
      const reader = { who: hash(token), token };
      const subscriber = { reader, interests: interests.value, tell, close };
      if (!news.open(subscriber, lastId)) return err('too-many');
      ahead.start();
      return ok(() => news.close(subscriber));
    },
    /** The service tells of an event that named these, of which some are matters: they are read at once. */
    named(ids: ReadonlySet<string>): void {
      named(ids);
      others?.event(ids);
    },
    /** True while the service's events tell what changes. */
    isToldByEvents: () => trust.isProven(passing.steady()),
    stop(): void {
      ahead.stop();
      news.stop();
      reads.stop();
    },
  };
}
