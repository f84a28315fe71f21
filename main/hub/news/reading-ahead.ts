import type { Clock } from '../../../shared/base/clock.ts';
import type { RateLimit } from '../../engine/service/budget/token-bucket.ts';
import { allowedRequest } from '../allowed-request.ts';
import type { FirmAnswer, Question } from '../asking.ts';
import type { FirmBudget } from '../firm-budget.ts';
import type { RequestClass } from '../request-class.ts';
import type { Why } from './interests.ts';
import type { ReadSchedule, Turn } from './read-schedule.ts';

const classes: Readonly<Record<Why, RequestClass>> = { view: 'view', linked: 'linked', seen: 'rest' };

/** Milliseconds until it is asked again whether there is room. */
const lookAgain = 100;
/** Milliseconds until it is looked again whether anything is due, at the latest. */
const longestRest = 2_000;
/** Milliseconds of waiting in the firm's line after which the choice is made anew. */
const longestTurn = 10_000;
/** Reads in a row that fail, each of another folder, before it is the service that fails; and milliseconds of rest then, growing up to the longest. */
const outageFrom = 3;
const rests = { first: 500, longest: 2_000 } as const;
/** How many times less often folders are read while events tell what changes. */
const slower = 4;
/** Seconds over which it is reckoned how much of the limit others take. */
const memory = 60;

/** Reads folders for those who want to hear of them, with what the firm's limit leaves: the choice is made when a request may leave. */
export class ReadingAhead {
  readonly #clock: Clock;
  readonly #budget: FirmBudget;
  readonly #schedule: ReadSchedule;
  readonly #limit: RateLimit;
  readonly #read: (question: Question) => Promise<FirmAnswer>;
  readonly #isToldByEvents: () => boolean;
  readonly #onReading: (path: string) => void;
  readonly #stop = new AbortController();
  #others = { perSecond: 0, at: 0 };
  #failures = 0;
  #rest = new AbortController();
  #running = false;

  constructor(parts: {
    clock: Clock;
    budget: FirmBudget;
    schedule: ReadSchedule;
    limit: RateLimit;
    read: (question: Question) => Promise<FirmAnswer>;
    /** True while the service's own events tell what changes. */
    isToldByEvents: () => boolean;
    /** A read of this folder begins. */
    onReading: (path: string) => void;
  }) {
    this.#onReading = parts.onReading;
    this.#isToldByEvents = parts.isToldByEvents;
    this.#clock = parts.clock;
    this.#budget = parts.budget;
    this.#schedule = parts.schedule;
    this.#limit = parts.limit;
    this.#read = parts.read;
  }

  /** A request of a desktop left for the service. */
  otherAsked(): void {
    this.#others = { perSecond: this.#othersNow() + 1 / memory, at: this.#clock.steady() };
  }

  /** To be called when somebody wants to hear of anything. */
  start(): void {
    this.wake();
    if (this.#running) return;
    this.#running = true;
    void this.#run();
  }

  /** Something may be due sooner than was known. */
  wake(): void {
    this.#rest.abort();
  }

  stop(): void {
    this.#stop.abort();
  }

  #othersNow(): number {
    const seconds = (this.#clock.steady() - this.#others.at) / 1000;
    return this.#others.perSecond * Math.exp(-seconds / memory);
  }

  #next(): Turn | number {
    const left = Math.max(0.05 * this.#limit.perSecond, 0.99 * this.#limit.perSecond - this.#othersNow());
    this.#schedule.slower(this.#isToldByEvents() ? slower : 1);
    return this.#schedule.next(this.#clock.steady(), left);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted && this.#schedule.size > 0) {
      const seen = this.#next();
      if (typeof seen === 'number') {
        this.#rest = new AbortController();
        const woken = AbortSignal.any([signal, this.#rest.signal]);
        await this.#clock.sleep(Math.min(seen, longestRest), woken);
        continue;
      }
      const requestClass = seen.named ? 'view' : classes[seen.why];
      const { granted } = this.#budget.turn('hub', requestClass, longestTurn, signal);
      if (!(await granted).ok) {
        await this.#clock.sleep(lookAgain, signal);
        continue;
      }
      const now = this.#next();
      const turn = typeof now === 'number' ? seen : now;
      this.#schedule.taken(turn.path, this.#clock.steady());
      this.#onReading(turn.path);
      void this.#readNow(turn, requestClass);
      if (this.#failures >= outageFrom) {
        const { first, longest } = rests;
        const more = Math.min(this.#failures - outageFrom, 10);
        await this.#clock.sleep(Math.min(longest, first * 2 ** more), signal);
      }
    }
    this.#running = false;
  }

  async #readNow({ path, reader }: Turn, requestClass: RequestClass): Promise<void> {
    const request = allowedRequest('GET', path);
    if (!request.ok) return;
    const answer = await this.#read({
      ...{ request: request.value, token: reader.token, who: reader.who },
      ...{ requestClass, isGranted: true },
    });
    const now = this.#clock.steady();
    // Who had no turn asked nothing.
    if (!answer.ok && typeof answer.error === 'string') return this.#schedule.done(path, now);
    const status = answer.ok ? answer.value.told.status : 0;
    const isSettled = settled.has(status);
    this.#failures = isSettled || (status > 0 && status < 500) ? 0 : this.#failures + 1;
    if (isSettled) this.#schedule.done(path, now);
    else this.#schedule.failed(path, now);
  }
}

/** Answers that showed the folder or refused it. */
const settled: ReadonlySet<number> = new Set([200, 202, 304, 401, 403, 404]);
