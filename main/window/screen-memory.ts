import type { Watched } from '../../shared/base/watched.ts';
import type { KeptScreen as Screen, Session } from '../../shared/model/index.ts';
import { identityOf } from '../connection/check.ts';
import type { ConnectionState } from '../connection/keeper.ts';
import type { KeptScreen } from './kept-screen.ts';

interface Ports {
  readonly kept: Pick<KeptScreen, 'owner' | 'keep' | 'forget'>;
  /** The profile's own directory. */
  readonly userData: string;
  readonly connection: Watched<ConnectionState>;
  readonly session: Watched<Session>;
  /** The person signed out, and nobody has signed in since. */
  readonly left: Watched<boolean>;
  readonly locked: Watched<boolean>;
}

/** Who may see what the window showed last: this profile with this connection, unless it is locked or signed out. */
export class ScreenMemory {
  readonly #ports: Ports;
  #before: Session['state'];
  /** The sign-in went without a reason, and there was none since: the person left, or changed the connection. */
  #isGone = false;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#before = ports.session.value.state;
    ports.session.subscribe(() => this.#forgetIfGone());
    ports.locked.subscribe(() => ports.kept.forget());
    ports.left.subscribe(() => ports.kept.forget());
  }

  /** True also when nothing is kept. */
  get isOurs(): boolean {
    const { owner } = this.#ports.kept;
    return owner === null || owner === this.#owner;
  }

  keep(screen: Screen): void {
    const owner = this.#owner;
    if (owner !== null && !this.#isGone && !this.#ports.left.value) this.#ports.kept.keep(owner, screen);
  }

  get #owner(): string | null {
    const { connection, locked, userData } = this.#ports;
    const { connection: now } = connection.value;
    return now === null || locked.value ? null : `${userData}\n${identityOf(now)}`;
  }

  #forgetIfGone(): void {
    const { value } = this.#ports.session;
    if (this.#before === 'signed-in' && value.state === 'signed-out' && value.refusal === null)
      this.#isGone = true;
    if (value.state === 'signed-in') this.#isGone = false;
    if (this.#isGone || value.state === 'unconfigured') this.#ports.kept.forget();
    // Whoever is signed in stays so while another sign-in is under way.
    if (value.state !== 'signing-in') this.#before = value.state;
  }
}
