import type { Clock } from '../../../../shared/base/clock.ts';
import type { EngineStatus } from '../../../../shared/model/index.ts';
import { fullJitter } from '../../platform/back-off.ts';
import { describe } from '../../service/describe-error.ts';
import { type ServiceError, scopeOf } from '../../service/errors.ts';

type Service = EngineStatus['service'];

/** Longest wait between two attempts to reach the service, in milliseconds; and after so many attempts in vain. */
const longestWait = 15_000;
const patientAfter = 30;
const patientWait = 60_000;
const firstWait = 1_000;

const askedToSlowDown = 'The practice service asked to slow down.';

/**
 * Whether the account can do anything at all now. Its trouble (signed out, offline, rate limit) pauses everything,
 * says so, and ends by itself: after a wait one caller tries, and a success wakes the others.
 */
export class Account {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #onChange: () => void;
  #signedIn = false;
  #outage: { service: Service; why: string; since: number; until: number } | null = null;
  /** Until when the service wants no requests; they wait where they are sent. */
  #pausedUntil: number | null = null;
  #reached = false;
  #failures = 0;
  /** What was not answered in time since anything was. */
  readonly #unanswered = new Set<string>();
  readonly #waiters = new Set<() => void>();

  constructor(options: { clock: Clock; random: () => number; onChange: () => void }) {
    this.#clock = options.clock;
    this.#random = options.random;
    this.#onChange = options.onChange;
  }

  get service(): Service {
    if (!this.#signedIn) return 'signed-out';
    if (this.#outage) return this.#outage.service;
    if (this.#pausedUntil !== null) return 'rate-limited';
    return this.#reached ? 'online' : 'unknown';
  }

  get why(): string | null {
    if (!this.#signedIn) return null;
    return this.#outage?.why ?? (this.#pausedUntil === null ? null : askedToSlowDown);
  }

  /** Milliseconds since 1970; null when nothing is being waited for. */
  get nextTryAt(): number | null {
    if (this.#outage === null) return this.#pausedUntil;
    return Math.max(this.#outage.until, this.#pausedUntil ?? 0);
  }

  /** The service asked to wait, and the wait is not over. */
  get isPaused(): boolean {
    return this.#pausedUntil !== null;
  }

  setSignedIn(signedIn: boolean): void {
    if (this.#signedIn === signedIn && !this.#outage) return;
    this.#signedIn = signedIn;
    this.#outage = null;
    this.#failures = 0;
    this.#wake();
  }

  /** The service wants no requests until then (milliseconds since 1970); null when it takes them again. */
  setPause(until: number | null): void {
    this.#pausedUntil = until;
    this.#onChange();
  }

  /** Try at once: the network is back, or the person asked for it. */
  tryNow(): void {
    if (!this.#outage) return;
    this.#outage = { ...this.#outage, until: this.#clock.now() };
    this.#wake();
  }

  /** Resolves when a call may be tried, or when the signal aborts. */
  async ready(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const wait = this.#wait();
      if (wait <= 0) return;
      const woken = new AbortController();
      const wake = () => woken.abort();
      this.#waiters.add(wake);
      signal.addEventListener('abort', wake, { once: true });
      await this.#clock.sleep(wait, woken.signal);
      signal.removeEventListener('abort', wake);
      this.#waiters.delete(wake);
    }
  }

  /** True when work may start now. */
  get isReady(): boolean {
    return this.#wait() <= 0;
  }

  succeeded(): void {
    this.#unanswered.clear();
    this.#failures = 0;
    if (this.#reached && !this.#outage) return;
    this.#reached = true;
    this.#outage = null;
    this.#wake();
  }

  /**
   * Takes a failed call; true when the trouble is the account's, so that the call is simply to be repeated. One that was under way
   * when somebody signed out tells nothing: whoever signs in next tries at once.
   * @param what was asked for: one thing that is slow is its own trouble, two with no answer between them are the service's
   */
  failed(error: ServiceError, what: string = error.operation): boolean {
    if (error.kind === 'aborted') return false;
    if (error.kind === 'timeout') {
      this.#unanswered.add(what);
      if (this.#unanswered.size < 2) return false;
    } else if (scopeOf(error) !== 'account') {
      // A refusal is an answer too.
      if ('status' in error) this.#unanswered.clear();
      return false;
    }
    this.#unanswered.clear();
    if (!this.#signedIn) return true;
    if (error.kind === 'signed-out') {
      this.#pause('signed-out', describe(error).why, longestWait);
      return true;
    }
    const cap = this.#failures < patientAfter ? longestWait : patientWait;
    const backOff = fullJitter(this.#failures, this.#random, { base: firstWait, cap });
    const asked = error.kind === 'rate-limited' ? (error.retryAfterMs ?? 0) : 0;
    this.#failures += 1;
    this.#pause(
      serviceAfter(error),
      describe(error).why,
      asked >= firstWait ? asked : Math.max(asked, backOff, 250),
    );
    return true;
  }

  #pause(service: Service, why: string, wait: number): void {
    const since = this.#clock.now();
    this.#outage = { service, why, since, until: since + Math.max(wait, this.#wait()) };
    this.#onChange();
  }

  #wait(): number {
    if (!this.#signedIn) return Number.MAX_SAFE_INTEGER;
    const now = this.#clock.now();
    // A clock that was set back must not make the wait longer.
    return this.#outage && now >= this.#outage.since ? this.#outage.until - now : 0;
  }

  #wake(): void {
    this.#onChange();
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    for (const waiter of waiters) waiter();
  }
}

function serviceAfter({ kind }: ServiceError): Service {
  if (kind === 'rate-limited') return 'rate-limited';
  return kind === 'unauthorized' ? 'signed-out' : 'offline';
}
