import type { Clock } from '../../../shared/base/clock.ts';
import { namedIn } from './named-in.ts';
import { type Headers, isSigned, type SignatureRules } from './signature.ts';

/** What became of a notification: `taken`, or why it does nothing. */
export type EventOutcome = 'taken' | 'repeated' | 'forged' | 'old' | 'not-readable' | 'not-subscribed';

/** Milliseconds by which the service's clock and the way here may differ. */
const oldest = 5 * 60_000;
/** Milliseconds that it is known which notifications came, and how many at most. */
const rememberedFor = 2 * oldest;
const mostRemembered = 100_000;

/** Takes what the service notifies of, in whatever order and however often it comes. */
export class EventInbox {
  readonly #clock: Clock;
  readonly #rules: SignatureRules;
  readonly #key: () => string | null;
  readonly #isNew: (id: string) => boolean | Promise<boolean>;
  readonly #named: (ids: ReadonlySet<string>) => void;

  constructor(parts: {
    clock: Clock;
    rules: SignatureRules;
    /** Null while there is no subscription. */
    key: () => string | null;
    /** False for one that came before, to this hub or another. */
    isNew: (id: string) => boolean | Promise<boolean>;
    /** Told everything that may be an id in it. */
    named: (ids: ReadonlySet<string>) => void;
  }) {
    this.#clock = parts.clock;
    this.#rules = parts.rules;
    this.#key = parts.key;
    this.#isNew = parts.isNew;
    this.#named = parts.named;
  }

  async take(headers: Headers, body: string): Promise<EventOutcome> {
    const key = this.#key();
    if (key === null) return 'not-subscribed';
    if (!isSigned(this.#rules, key, headers, body)) return 'forged';
    const at = timeOf(headers(this.#rules.timestamp) ?? '');
    if (!(Math.abs(this.#clock.now() - at) <= oldest)) return 'old';
    const id = headers(this.#rules.id) ?? '';
    let json: unknown;
    try {
      json = JSON.parse(body);
    } catch {
      return 'not-readable';
    }
    if (!(await this.#isNew(id))) return 'repeated';
    this.#named(namedIn(json));
    return 'taken';
  }
}

/** Milliseconds since 1970, from a date or a number of seconds or milliseconds; NaN for anything else. */
const timeOf = (text: string): number =>
  /^\d{10}$/.test(text) ? Number(text) * 1000 : /^\d{13}$/.test(text) ? Number(text) : Date.parse(text);

/** Which notifications came to this hub within the time in which one is not old. */
export function seenBefore(clock: Clock): (id: string) => boolean {
  const seen = new Map<string, number>();
  return (id) => {
    const now = clock.steady();
    for (const [one, at] of seen) {
      if (now - at <= rememberedFor && seen.size < mostRemembered) break;
      seen.delete(one);
    }
    if (seen.has(id)) return false;
    seen.set(id, now);
    return true;
  };
}
