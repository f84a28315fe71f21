import type { Clock } from '../../../../shared/base/clock.ts';
import type { Capability } from '../../../../shared/model/index.ts';
import type { Stores } from '../../store/stores.ts';

/** Whether documents can be fetched: decided against, as the service showed, or not known yet. */
export type DownloadsState = 'off' | 'offered' | 'not-offered' | 'unknown';

/** The setting with what the service of this workspace showed, and when. */
const downloadsSetting = 'downloads-offered';
/** The setting with whether it goes by the version it is asked for, and when it showed that. */
const byVersionSetting = 'downloads-by-version';
/** Milliseconds for which a service that offers no downloads is not asked again. */
const refusalKept = 24 * 60 * 60_000;

/** Remembers whether the service gives documents out (beyond the spec: Documents, download). */
export class DownloadsOffered {
  readonly #settings: Pick<Stores['matters'], 'setting' | 'putSetting'>;
  readonly #clock: Pick<Clock, 'now'>;
  #capability: Capability = 'auto';

  constructor(settings: Pick<Stores['matters'], 'setting' | 'putSetting'>, clock: Pick<Clock, 'now'>) {
    this.#settings = settings;
    this.#clock = clock;
  }

  set(capability: Capability): void {
    this.#capability = capability;
  }

  get state(): DownloadsState {
    if (this.#capability === 'off') return 'off';
    const [word, at = ''] = (this.#settings.setting(downloadsSetting) ?? '').split(' ');
    if (word === 'offered') return 'offered';
    const age = this.#clock.now() - Number(at);
    return word === 'not-offered' && age >= 0 && age < refusalKept ? 'not-offered' : 'unknown';
  }

  /** The service showed it. */
  showed(state: 'offered' | 'not-offered'): void {
    if (state === 'offered' && this.state === 'offered') return;
    this.#settings.putSetting(downloadsSetting, `${state} ${this.#clock.now()}`);
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
