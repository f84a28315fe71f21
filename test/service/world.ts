import { join } from 'node:path';
import { ticksOf } from './int64.ts';
import { type Jobs, jobKind } from './jobs.ts';
import type { Region, Variants } from './options.ts';
import type { Store } from './store/database.ts';

/** Something a subscriber may want to know. */
export const notificationJob = jobKind<{
  readonly eventType: string;
  readonly subject: Readonly<Record<string, unknown>>;
}>('notification');

export interface Addresses {
  service: string;
  signIn: string;
  storage: string;
  control: string;
}

/** Everything the operations share. */
export interface World {
  readonly store: Store;
  readonly jobs: Jobs;
  readonly variants: Variants;
  readonly region: Region;
  readonly addresses: Addresses;
  readonly directory: string;
  readonly contentDirectory: string;
  readonly uploadLifetimeMs: number;
  /** Milliseconds since 1970: what decides about validity. */
  now(): number;
  /** Milliseconds since 1970: what answers show; differs from `now` when the clock is told to be wrong. */
  shownNow(): number;
  setClockOffset(milliseconds: number): void;
  /** Ticks of now, never the same twice. */
  nextTicks(): bigint;
  newId(): string;
  /** 256 bits, base64url. */
  newSecret(): string;
  /** Tells subscribers; see webhooks. */
  emit(eventType: string, subject: Readonly<Record<string, unknown>>): void;
}

export interface WorldParts {
  readonly store: Store;
  readonly jobs: Jobs;
  readonly directory: string;
  readonly clock: { now(): number };
  readonly random: (byteCount: number) => Uint8Array;
  readonly variants: Variants;
  readonly region: Region;
  readonly uploadLifetimeMs: number;
}

export function createWorld(parts: WorldParts): World {
  const latest = parts.store
    .prepare<[], bigint | null>(
      'select max(t) from (select max(ticks) t from matters union all select max(ticks) from records)',
    )
    .safeIntegers()
    .pluck();
  let lastTicks = latest.get() ?? 0n;
  let clockOffset = 0;
  return {
    ...parts,
    contentDirectory: join(parts.directory, 'content'),
    addresses: { service: '', signIn: '', storage: '', control: '' },
    now: () => parts.clock.now(),
    shownNow: () => parts.clock.now() + clockOffset,
    setClockOffset(milliseconds) {
      clockOffset = milliseconds;
    },
    nextTicks() {
      const now = ticksOf(parts.clock.now() + clockOffset);
      lastTicks = now > lastTicks ? now : lastTicks + 1n;
      return lastTicks;
    },
    newId: () => uuidFrom(parts.random(16)),
    newSecret: () => Buffer.from(parts.random(32)).toString('base64url'),
    emit(eventType, subject) {
      parts.jobs.add(notificationJob, { eventType, subject });
    },
  };
}

/** A version 4 uuid of 16 random bytes. */
export function uuidFrom(bytes: Uint8Array): string {
  const copy = Buffer.from(bytes);
  copy[6] = ((copy[6] ?? 0) & 0x0f) | 0x40;
  copy[8] = ((copy[8] ?? 0) & 0x3f) | 0x80;
  const hex = copy.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** An ISO 8601 date-time as answers write it; services on .NET write seven digits. */
export function dateTime(world: World, milliseconds: number): string {
  const iso = new Date(milliseconds).toISOString();
  return world.variants.dateTimes === 'sevenDigits' ? iso.replace('Z', '0000Z') : iso;
}
