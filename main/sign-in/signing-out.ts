import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../shared/base/clock.ts';
import { ok, type Result } from '../../shared/base/result.ts';
import { Watched } from '../../shared/base/watched.ts';
import { earlierSignIn, type Refusal } from '../../shared/model/index.ts';
import { isAllFiled, type SigningOutState, type SignOut } from '../../shared/model/sign-out.ts';
import type { ConnectionState } from '../connection/keeper.ts';
import type { EngineSupervisor } from '../engine-process/supervisor.ts';
import type { KeptBy, Removals } from './removals.ts';
import type { SessionKeeper } from './session-keeper.ts';

interface Ports {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly session: Pick<SessionKeeper, 'session' | 'signedIn' | 'signedInBy' | 'signOut'>;
  readonly connection: Watched<ConnectionState>;
  readonly engine: Pick<EngineSupervisor, 'link'>;
  readonly removals: Pick<Removals, 'writeDown' | 'remove' | 'carryOut'>;
  /** What the administrator decided about removing; null when it is the person's to say. */
  readonly managed: 'on' | 'off' | null;
  /** Documents that are still to be added to matter folders. */
  readonly adding: () => number;
  /** What the person prefers, where nobody asks. */
  readonly preferred: () => boolean;
  /** Set before the sign-in goes, so that whatever hears of that knows why. */
  readonly left: Watched<boolean>;
}

/** After so many milliseconds it is asked again what could not be said. */
const askAgainAfter = 5_000;

const staying: SigningOutState = { state: 'staying', refusal: null };

/** Signs out: at once or when everything is filed, and with or without what is kept on this computer. */
export class SigningOut {
  readonly state = new Watched<SigningOutState>(staying);
  readonly #ports: Ports;
  #waiting: AbortController | null = null;
  /** Whoever is signed in, and to which service; null while signed out. */
  #present: KeptBy | null;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#present = this.#presentNow();
    ports.session.session.subscribe(() => this.#sessionChanged());
  }

  /** Whether what is kept here goes when nobody asks. */
  get removes(): boolean {
    const { managed, preferred } = this.#ports;
    return managed === null ? preferred() : managed === 'on';
  }

  /** Refused when something would be removed that is nowhere else; then the person stays signed in. */
  async signOut(how: SignOut): Promise<Result<void, Refusal>> {
    const { managed } = this.#ports;
    this.cancelSignOut();
    const remove = managed === null ? how.remove : managed === 'on';
    if (how.when === 'now') return this.#leave(remove, how);
    const waiting = new AbortController();
    this.#waiting = waiting;
    this.state.set({ state: 'waiting', remove });
    void this.#whenAllFiled(waiting.signal).then(async () => {
      if (waiting.signal.aborted) return;
      const left = await this.#leave(remove, how);
      this.cancelSignOut();
      if (!left.ok) this.state.set({ state: 'staying', refusal: left.error });
    });
    return ok(undefined);
  }

  /** Does not wait to be signed out any more. */
  cancelSignOut(): void {
    this.#waiting?.abort();
    this.#waiting = null;
    this.state.set(staying);
  }

  async #leave(remove: boolean, how: SignOut): Promise<Result<void, Refusal>> {
    const leaver = this.#present;
    const removed = remove ? await this.#remove(leaver, how.loss) : ok(undefined);
    // What an administrator wants removed stays while it is not filed: that keeps nobody from signing out.
    if (!removed.ok && how.remove) return removed;
    // Whoever signed in meanwhile did not ask for it.
    if (leaver !== null && this.#isAnother(leaver)) return ok(undefined);
    if (leaver !== null && !removed.ok) this.#ports.removals.writeDown(leaver);
    this.#present = null;
    this.#ports.left.set(true);
    this.#ports.session.signOut();
    void this.#ports.removals.carryOut();
    return ok(undefined);
  }

  async #remove(of: KeptBy | null, loss: string): Promise<Result<void, Refusal>> {
    return of === null ? ok(undefined) : this.#ports.removals.remove(of, loss, () => this.#isAnother(of));
  }

  /** Resolves when nothing more waits to be filed, or when the signal aborts. */
  async #whenAllFiled(signal: AbortSignal): Promise<void> {
    const { engine, clock } = this.#ports;
    for await (const link of engine.link.watch(signal)) {
      if (!link) continue;
      const either = AbortSignal.any([signal, link.ended]);
      while (!either.aborted) {
        try {
          // The status changes with every step of a save.
          for await (const status of await link.client.engine.status(undefined, { signal: either })) {
            if (status.looking > 0 || this.#ports.adding() > 0) continue;
            if (isAllFiled(await link.client.engine.unfiled(undefined, { signal: either }))) return;
          }
        } catch {
          // It cannot say now, as with a full disk; when it died, the next one is asked.
        }
        await clock.sleep(askAgainAfter, either);
      }
    }
  }

  #presentNow(): KeptBy | null {
    const { session, connection } = this.#ports;
    const service = connection.value.connection?.baseUrl;
    if (!session.signedIn || service === undefined) return null;
    return { service, signIn: (session.signedInBy ?? earlierSignIn).id };
  }

  /** Another is signed in now than at that time; false while nobody is. */
  #isAnother({ signIn }: KeptBy): boolean {
    const present = this.#presentNow();
    return present !== null && present.signIn !== signIn;
  }

  #sessionChanged(): void {
    const { session, removals, left } = this.#ports;
    const before = this.#present;
    this.#present = this.#presentNow();
    if (before === null || isDeepStrictEqual(this.#present, before)) return;
    const { value: leaving } = this.state;
    this.cancelSignOut();
    // The service ended the sign-in, perhaps while another is under way; a connection that was changed gives no reason.
    const { value } = session.session;
    const ended = (value.state === 'signed-out' || value.state === 'signing-in') && value.refusal !== null;
    // What one person decided is not carried out on the next, who may be the same one again.
    if (!ended) {
      if (leaving.state === 'waiting') this.state.set({ state: 'staying', refusal: notWaitedFor });
      return;
    }
    // Whoever waited to leave has left.
    if (leaving.state === 'waiting') left.set(true);
    if (!(leaving.state === 'waiting' ? leaving.remove : this.removes)) return;
    // Written down first: the program may end before it is done.
    removals.writeDown(before);
    void removals.carryOut();
  }
}

const notWaitedFor: Refusal = {
  code: 'not-permitted',
  what: 'The sign-out that was waited for was given up, and nothing was removed.',
  why: 'Someone signed in again, or the connection was changed, before everything was filed.',
  next: 'Sign out again if you still want to.',
};
