import { createHash } from 'node:crypto';
import type { Clock } from '../../../../shared/base/clock.ts';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import { utf8 } from '../../../../shared/evidence/bytes.ts';
import type { StampFault } from '../../../../shared/evidence/time-stamp.ts';
import type { TimeStamping } from '../../../../shared/model/index.ts';
import { fullJitter } from '../../platform/back-off.ts';
import type { Exchange } from '../../service/exchange.ts';
import { askForStamp, type StampRequestFailure } from '../../service/time-stamp-request.ts';
import type { KeptCheckpoint } from '../../store/custody/checkpoints.ts';
import type { Stores } from '../../store/stores.ts';
import type { CheckpointKeeper } from './checkpoint-keeper.ts';
import { Rounds } from './rounds.ts';

/** Milliseconds between two stamps, and between looks whether one is due. */
const everyDay = 86_400_000;
const look = 60 * 60_000;
/** Milliseconds that a person waits for an authority. */
const longestWait = 10_000;
/** What could not be stamped is tried again after a minute, and later after more. */
const tryAgain = { base: 60_000, cap: 6 * 60 * 60_000 };
/** A failure that may pass is told once nothing was stamped for so long, in milliseconds. */
const patience = everyDay;

/** `clocks-differ`: it is stamped, and the stamp says another day than this computer. */
export type StampFailure = StampFault | StampRequestFailure | 'certificate-unusable' | 'clocks-differ';

/** Failures that pass by themselves. */
const passing: ReadonlySet<StampFailure> = new Set(['unreachable', 'slow', 'refused', 'not-granted', 'ends']);

/** Why checkpoints are not stamped. */
export interface StampOutage {
  readonly why: StampFailure;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** Null where nothing is to be tried again. */
  readonly nextTryAt: number | null;
}

/**
 * Has the newest checkpoint stamped by the authority that the firm names: once a day, and when a record is about to be made. What
 * the authority says is checked before it is kept. Nothing else waits for it.
 */
export class Stamper {
  readonly #stores: Stores;
  readonly #keeper: CheckpointKeeper;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #nonce: () => Uint8Array<ArrayBuffer>;
  readonly #exchange: Exchange;
  readonly #onChange: () => void;
  readonly #rounds: Rounds;
  #authority: TimeStamping | null = null;
  #failures = 0;
  #outage: StampOutage | null = null;

  constructor(options: {
    stores: Stores;
    keeper: CheckpointKeeper;
    clock: Clock;
    random: () => number;
    /** Eight bytes that nobody can guess. */
    nonce: () => Uint8Array<ArrayBuffer>;
    exchange: Exchange;
    onChange: () => void;
  }) {
    this.#stores = options.stores;
    this.#keeper = options.keeper;
    this.#clock = options.clock;
    this.#random = options.random;
    this.#nonce = options.nonce;
    this.#exchange = options.exchange;
    this.#onChange = options.onChange;
    this.#rounds = new Rounds(options.clock, () => this.#round());
  }

  get authority(): TimeStamping | null {
    return this.#authority;
  }

  /** What a person should know of: at once what does not pass by itself, the rest once nothing was stamped for a day. */
  get outage(): StampOutage | null {
    const outage = this.#outage;
    if (!outage || !passing.has(outage.why)) return outage;
    return this.#clock.now() - outage.since >= patience ? outage : null;
  }

  setAuthority(authority: TimeStamping | null): void {
    if (JSON.stringify(authority) === JSON.stringify(this.#authority)) return;
    this.#authority = authority;
    this.#failures = 0;
    this.#outage = null;
    this.#rounds.wake();
    this.#onChange();
  }

  start(): void {
    this.#rounds.start();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** Has this checkpoint stamped, unless it is. */
  async stamp(checkpoint: KeptCheckpoint, signal?: AbortSignal): Promise<Result<void, StampFailure>> {
    const authority = this.#authority;
    if (!authority) return ok(undefined);
    const certificate = await this.#certificateOf(authority);
    if (certificate && this.#stores.checkpoints.isStamped(checkpoint.id, certificate)) return ok(undefined);
    const either = AbortSignal.any([this.#rounds.signal, ...(signal ? [signal] : [])]);
    const stamped = await this.#ask(authority, certificate, checkpoint, either);
    if (this.#authority !== authority) return stamped.ok ? ok(undefined) : stamped;
    if (stamped.ok) {
      this.#failures = 0;
      const now = this.#clock.now();
      const { since } = this.#outage?.why === 'clocks-differ' ? this.#outage : { since: now };
      this.#outage = stamped.value.areClocksFarApart
        ? { why: 'clocks-differ', since, nextTryAt: null }
        : null;
    } else if (stamped.error !== 'ends') {
      const now = this.#clock.now();
      const wait = tryAgain.base + fullJitter(this.#failures, this.#random, tryAgain);
      this.#failures += 1;
      // A time that is still to come is of a clock that was wrong.
      const since = Math.min(this.#outage?.since ?? now, now);
      this.#outage = { why: stamped.error, since, nextTryAt: now + wait };
    }
    this.#onChange();
    return stamped.ok ? ok(undefined) : stamped;
  }

  /** Has it stamped before something is handed out, as long as a person waits for that. */
  async stampSoon(checkpoint: KeptCheckpoint): Promise<Result<void, StampFailure>> {
    if (!this.#authority) return ok(undefined);
    const enough = new AbortController();
    const timer = this.#clock.timer(longestWait, () => enough.abort());
    try {
      return await this.stamp(checkpoint, enough.signal);
    } finally {
      timer.cancel();
    }
  }

  /** Whoever it is: the firm may name another one, and what the former stamped is not stamped by that one. Null for no certificate. */
  async #certificateOf({ certificate }: TimeStamping): Promise<Uint8Array<ArrayBuffer> | null> {
    // Most computers never need it.
    const { certificateIn } = await import('../../../../shared/evidence/time-stamp.ts');
    return certificateIn(certificate);
  }

  async #ask(
    authority: TimeStamping,
    certificate: Uint8Array<ArrayBuffer> | null,
    checkpoint: KeptCheckpoint,
    signal: AbortSignal,
  ): Promise<Result<{ areClocksFarApart: boolean }, StampFailure>> {
    if (!certificate) return err('certificate-unusable');
    const { checkStamp, stampRequest } = await import('../../../../shared/evidence/time-stamp.ts');
    const data = utf8(checkpoint.note);
    const digest = Uint8Array.from(createHash('sha256').update(data).digest());
    const request = stampRequest(digest, this.#nonce(), authority.policy);
    const response = await askForStamp(this.#exchange, authority.address, request, signal);
    if (!response.ok) return response;
    const checked = await checkStamp(response.value, { data, request, certificate });
    if (!checked.ok) return checked;
    const now = this.#clock.now();
    this.#stores.checkpoints.addStamp({
      checkpoint: checkpoint.id,
      at: now,
      authority: new URL(authority.address).host,
      certificate: Buffer.from(certificate),
      request: Buffer.from(request),
      response: Buffer.from(response.value),
    });
    const { at, within } = checked.value;
    return ok({ areClocksFarApart: Math.abs(Date.parse(at) - now) > everyDay + (within ?? 0) });
  }

  async #round(): Promise<number> {
    // The disk, or main, does not do it now: it is tried with the next look.
    await this.#stampIfDue().catch(() => {});
    const until = (this.#outage?.nextTryAt ?? 0) - this.#clock.now();
    // The time of the next try is over where nothing was due, or the log was not signed: there is time until the next look.
    return until > 0 ? Math.min(until, tryAgain.base + tryAgain.cap) : look;
  }

  async #stampIfDue(): Promise<void> {
    const authority = this.#authority;
    if (!authority) return;
    const certificate = await this.#certificateOf(authority);
    const stampedAt = certificate && this.#stores.checkpoints.stampedAt(certificate);
    // A time that is still to come is of a clock that was wrong.
    const age = this.#clock.now() - (stampedAt ?? Number.NEGATIVE_INFINITY);
    if (age >= 0 && age < everyDay) return;
    const checkpoint = await this.#keeper.now();
    if (checkpoint.ok) await this.stamp(checkpoint.value);
  }
}
