import type { Clock } from '../../../../shared/base/clock.ts';
import type { Capability } from '../../../../shared/model/index.ts';
import type { Stores } from '../../store/stores.ts';
import { Offered, type OfferedState, refusalKept } from '../capabilities/offered.ts';

/** Whether documents can be fetched. */
export type DownloadsState = OfferedState;

/** The setting with whether it goes by the version it is asked for, and when it showed that. */
const byVersionSetting = 'downloads-by-version';

/** Remembers whether the service gives documents out (beyond the spec: Documents, download). */
export class DownloadsOffered extends Offered {
  readonly #settings: Pick<Stores['matters'], 'setting' | 'putSetting'>;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #onOffered: () => void;

  /** @param onOffered documents can be fetched from now on, and could not before, or nobody knew */
  constructor(
    settings: Pick<Stores['matters'], 'setting' | 'putSetting'>,
    clock: Pick<Clock, 'now'>,
    onOffered: () => void = () => {},
  ) {
    super(settings, clock, 'downloads');
    this.#settings = settings;
    this.#clock = clock;
    this.#onOffered = onOffered;
  }

  override set(capability: Capability): void {
    this.#tellingOfOffer(() => super.set(capability));
  }

  override showed(state: 'offered' | 'not-offered'): void {
    this.#tellingOfOffer(() => super.showed(state));
  }

  #tellingOfOffer(change: () => void): void {
    const before = this.state;
    change();
    if (before !== 'offered' && this.state === 'offered') this.#onOffered();
  }

  /** Whether it gives out the version that it is asked for; null while that is not known. */
  get goesByVersion(): boolean | null {
    const [word, at = ''] = (this.#settings.setting(byVersionSetting) ?? '').split(' ');
    const age = this.#clock.now() - Number(at);
    return (word === 'yes' || word === 'no') && age >= 0 && age < refusalKept ? word === 'yes' : null;
  }

  showedByVersion(goes: boolean): void {
    this.#settings.putSetting(byVersionSetting, `${goes ? 'yes' : 'no'} ${this.#clock.now()}`);
  }
}
