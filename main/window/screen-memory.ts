import type { KeptScreen as Screen, Session } from '../../shared/model.ts';
import type { Watched } from '../../shared/watched.ts';
import { identityOf } from '../connection/check.ts';
import type { ConnectionState } from '../connection/keeper.ts';
import type { KeptScreen } from './kept-screen.ts';

interface Ports {
  readonly kept: Pick<KeptScreen, 'owner' | 'keep' | 'forget'>;
  /** The profile's own directory. */
  readonly userData: string;
  readonly connection: Watched<ConnectionState>;
  readonly session: Watched<Session>;
  readonly locked: Watched<boolean>;
}

/** Who may see what the window showed last: this profile with this connection, unless it is locked or signed out. */
export class ScreenMemory {
  readonly #ports: Ports;
  #before: Session['state'];
  /** The person signed out, and not in again. */
  #left = false;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#before = ports.session.value.state;
    ports.session.subscribe(() => this.#forgetIfLeft());
    ports.locked.subscribe(() => ports.kept.forget());
  }

  /** True also when nothing is kept. */
  get isOurs(): boolean {
    const { owner } = this.#ports.kept;
    return owner === null || owner === this.#owner;
  }

  keep(screen: Screen): void {
    const owner = this.#owner;
    if (owner !== null && !this.#left) this.#ports.kept.keep(owner, screen);
  }

  get #owner(): string | null {
    const { connection, locked, userData } = this.#ports;
    const { connection: now } = connection.value;
    return now === null || locked.value ? null : `${userData}\n${identityOf(now)}`;
  }

  #forgetIfLeft(): void {
    const { value } = this.#ports.session;
    // Without a reason it is the person who left.
    if (this.#before === 'signed-in' && value.state === 'signed-out' && value.refusal === null)
      this.#left = true;
    if (value.state === 'signed-in') this.#left = false;
    if (this.#left || value.state === 'unconfigured') this.#ports.kept.forget();
    this.#before = value.state;
  }
}
