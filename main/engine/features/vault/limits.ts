import type { Clock, Timer } from '../../../../shared/base/clock.ts';
import type { VaultLimits } from '../../../../shared/model/index.ts';
import type { Evictable } from '../../store/contents.ts';
import type { GroupCommit } from '../../store/group-commit.ts';
import { putSettingOf, settingOf, settings } from '../../store/settings.ts';
import type { Stores } from '../../store/stores.ts';
import type { Housekeeping } from './housekeeping.ts';
import type { Vault } from './vault.ts';

/** Milliseconds after the start, and between two looks. */
const firstLook = 60_000;
const lookInterval = 10 * 60_000;
const day = 86_400_000;

/**
 * The contents that must go, of those that may, oldest first: as few as bring the vault within its limits.
 * @param keptAfterFiling milliseconds for which none goes for want of room after it was filed
 */
export function beyondLimits(
  evictable: readonly Evictable[],
  usedBytes: number,
  limits: VaultLimits,
  now: number,
  keptAfterFiling: number,
): string[] {
  let over = limits.maxBytes === null ? 0 : usedBytes - limits.maxBytes;
  const tooOld = limits.maxAgeDays === null ? Number.NEGATIVE_INFINITY : now - limits.maxAgeDays * day;
  return evictable.flatMap(({ sha256, size, savedAt, filedAt }) => {
    const isForRoom = over > 0 && now - filedAt >= keptAfterFiling;
    if (!isForRoom && savedAt >= tooOld) return [];
    over -= size;
    return [sha256];
  });
}

/** Keeps the vault within its limits. What is not filed, and the newest filed version of each document, always stays. */
export class VaultKeeper {
  readonly #vault: Vault;
  readonly #housekeeping: Housekeeping;
  readonly #stores: Stores;
  readonly #commits: Pick<GroupCommit, 'run'>;
  readonly #clock: Clock;
  readonly #keptAfterFiling: number;
  #timer: Timer | null = null;
  #turn: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: {
    vault: Vault;
    housekeeping: Housekeeping;
    stores: Stores;
    commits: Pick<GroupCommit, 'run'>;
    clock: Clock;
    /** Milliseconds; only an age that somebody set goes before it. */
    keptAfterFiling: number;
  }) {
    this.#vault = options.vault;
    this.#housekeeping = options.housekeeping;
    this.#stores = options.stores;
    this.#commits = options.commits;
    this.#clock = options.clock;
    this.#keptAfterFiling = options.keptAfterFiling;
  }

  start(): void {
    this.#next(firstLook);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#turn;
  }

  get limits(): VaultLimits {
    const { matters } = this.#stores;
    return {
      maxBytes: settingOf(matters, settings.vaultBytes),
      maxAgeDays: settingOf(matters, settings.vaultDays),
    };
  }

  setLimits(limits: VaultLimits): void {
    const { matters } = this.#stores;
    putSettingOf(matters, settings.vaultBytes, limits.maxBytes);
    putSettingOf(matters, settings.vaultDays, limits.maxAgeDays);
    this.#next(0);
  }

  /** Removes what is beyond the limits now; one at a time. */
  enforce(): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      try {
        const { contents, removedContents, custody } = this.#stores;
        removedContents.forgetUntil(this.#clock.now());
        const { maxBytes, maxAgeDays } = this.limits;
        if (this.#stopped || (isWithin(maxBytes, contents.usage().bytes) && maxAgeDays === null)) return;
        await this.#vault.remove(() => {
          const beyond = beyondLimits(
            contents.evictable(),
            contents.usage().bytes,
            this.limits,
            this.#clock.now(),
            this.#keptAfterFiling,
          );
          for (const sha256 of beyond) custody.discarded(sha256, 'vault');
          return beyond;
        });
        await this.#housekeeping.compactPacks();
        // Once the old packs are gone, power loss must not take the new places off the list.
        await this.#commits.run(() => {});
        await this.#housekeeping.removeEmptyPacks();
      } catch {
        // The disk did not take it, or a content that was to move is damaged: the next look goes on.
      }
    });
    return this.#turn;
  }

  #next(delay: number): void {
    this.#timer?.cancel();
    if (this.#stopped) return;
    this.#timer = this.#clock.timer(delay, () => void this.enforce().then(() => this.#next(lookInterval)));
  }
}

const isWithin = (maxBytes: number | null, bytes: number): boolean => maxBytes === null || bytes <= maxBytes;
