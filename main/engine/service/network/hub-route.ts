import type { Clock } from '../../../../shared/base/clock.ts';
import type { RequestBudget } from '../budget/request-budget.ts';
import type { RateLimit } from '../budget/token-bucket.ts';

/** What an administrator allows while the hub is away. */
export interface PastHub {
  /** This desktop's fixed share of what the service takes from the whole firm. */
  readonly share: RateLimit;
  /** What it keeps to otherwise. */
  readonly usual: RateLimit;
  /** Told when requests begin to go to the service itself, and when they go through the hub again. */
  readonly onPast: (isPast: boolean) => void;
}

/** Milliseconds until the hub is tried again. */
const again = 30_000;

/** Where requests go: through the firm's hub, or past it where that is away and an administrator allows it. */
export class HubRoute {
  readonly #hub: URL | null;
  readonly #without: PastHub | null;
  readonly #budget: Pick<RequestBudget, 'configure'>;
  readonly #clock: Clock;
  #pastUntil: number | null = null;

  constructor(
    hub: URL | null,
    without: PastHub | null,
    parts: { budget: Pick<RequestBudget, 'configure'>; clock: Clock },
  ) {
    this.#hub = hub;
    this.#without = without;
    this.#budget = parts.budget;
    this.#clock = parts.clock;
  }

  /** The hub that the next request goes through; null when it goes to the service itself. */
  get hub(): URL | null {
    return this.#pastUntil !== null && this.#clock.steady() < this.#pastUntil ? null : this.#hub;
  }

  /** No request reaches the hub. @returns whether the same one may go to the service itself */
  away(): boolean {
    if (this.#without === null) return false;
    if (this.#pastUntil === null) {
      this.#budget.configure(this.#without.share);
      this.#without.onPast(true);
    }
    this.#pastUntil = this.#clock.steady() + again;
    return true;
  }

  /** The hub answered. */
  there(): void {
    if (this.#pastUntil === null || this.#without === null) return;
    this.#pastUntil = null;
    this.#budget.configure(this.#without.usual);
    this.#without.onPast(false);
  }
}
