import type { Clock } from '../../../../shared/base/clock.ts';
import type { Capability } from '../../../../shared/model/index.ts';
import type { Stores } from '../../store/stores.ts';

/** Whether a group of operations beyond the spec can be used: decided against, as the service showed, or not known yet. */
export type OfferedState = 'off' | 'offered' | 'not-offered' | 'unknown';

/** Milliseconds for which a service that does not offer a group is not asked again. */
export const refusalKept = 24 * 60 * 60_000;
/** Milliseconds for which a service that offered a group is not believed to have dropped it. */
export const doubtedFor = 60 * 60_000;

/** Remembers whether the service of this workspace offers a group of operations beyond the spec: asked once, and believed until it shows otherwise. */
export class Offered {
  readonly #settings: Pick<Stores['matters'], 'setting' | 'putSetting'>;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #setting: string;
  #capability: Capability = 'auto';

  /** @param group its name among the settings */
  constructor(
    settings: Pick<Stores['matters'], 'setting' | 'putSetting'>,
    clock: Pick<Clock, 'now'>,
    group: string,
  ) {
    this.#settings = settings;
    this.#clock = clock;
    this.#setting = `${group}-offered`;
  }

  set(capability: Capability): void {
    this.#capability = capability;
  }

  get state(): OfferedState {
    if (this.#capability === 'off') return 'off';
    const { word, age } = this.#kept;
    if (word === 'offered' || word === 'doubted') return 'offered';
    return word === 'not-offered' && age >= 0 && age < refusalKept ? 'not-offered' : 'unknown';
  }

  /** True while it may be tried. */
  get mayBe(): boolean {
    return this.state === 'offered' || this.state === 'unknown';
  }

  /** The service showed it. */
  showed(state: 'offered' | 'not-offered'): void {
    if (state === 'offered' && this.#kept.word === 'offered') return;
    this.#put(state);
  }

  /**
   * It answered as one that does not offer the group does: of one that did, that is believed once it answered nothing else for an
   * hour. A longer time in which nothing was asked says nothing: the hour begins anew.
   */
  denied(): void {
    if (this.state !== 'offered') return this.showed('not-offered');
    const { word, age, at, last } = this.#kept;
    const now = this.#clock.now();
    if (word !== 'doubted' || age < 0 || now - last > doubtedFor) this.#put('doubted', now);
    else if (age >= doubtedFor) this.showed('not-offered');
    else this.#put('doubted', at);
  }

  /** `last`: when it answered so for the last time. */
  get #kept(): { readonly word: string; readonly age: number; readonly at: number; readonly last: number } {
    const [word = '', at = '', last = at] = (this.#settings.setting(this.#setting) ?? '').split(' ');
    return { word, age: this.#clock.now() - Number(at), at: Number(at), last: Number(last) };
  }

  #put(word: 'offered' | 'not-offered' | 'doubted', at = this.#clock.now()): void {
    const last = word === 'doubted' ? ` ${this.#clock.now()}` : '';
    this.#settings.putSetting(this.#setting, `${word} ${at}${last}`);
  }
}
