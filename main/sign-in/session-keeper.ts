import { generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi';
import type { Clock, Timer } from '../../shared/clock.ts';
import type { Connection, Refusal, Session } from '../../shared/model.ts';
import type { ProxyQuestion } from '../../shared/proxy.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { Watched } from '../../shared/watched.ts';
import { identityOf } from '../connection/check.ts';
import type { ConnectionState } from '../connection/keeper.ts';
import type { KeptAttempt, SecretStore } from '../secrets/secret-store.ts';
import { judgeCallback, type PastAttempt } from './callback.ts';
import { customRedirectUri } from './deep-link.ts';
import { type LoopbackRedirect, openLoopbackRedirect } from './loopback.ts';
import { exchangeFailed, refusals } from './refusals.ts';
import {
  authorizationAddress,
  exchangeCode,
  type Fetch,
  type IssuedTokens,
  type TokenFailure,
} from './token-server.ts';
import { type Access, Tokens } from './tokens.ts';

/** As long as an authorization code lives (spec: Authorization request). */
export const attemptLifetime = 5 * 60_000;

interface Ports {
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly secrets: SecretStore;
  readonly connection: Watched<ConnectionState>;
  /** The proxy that waits for a name and password; null when none does. */
  readonly proxyQuestion: Watched<ProxyQuestion | null>;
  /** Opens a page in the person's own browser; rejects when the system refuses. */
  readonly openBrowser: (address: string) => Promise<void>;
}

interface Attempt extends KeptAttempt {
  readonly connection: Connection;
  readonly loopback: LoopbackRedirect | null;
  readonly timer: Timer;
  /** Aborted when it is over, however it ended. */
  readonly over: AbortController;
}

/** The person's session: sign-in in the system browser, tokens, sign-out (spec: Authentication). */
export class SessionKeeper {
  readonly session: Watched<Session>;
  /** Counts the sign-ins that were finished. */
  readonly signIns = new Watched(0);
  readonly #ports: Ports;
  readonly #tokens: Tokens;
  readonly #past = new Map<string, PastAttempt>();
  #attempt: Attempt | null = null;
  /** The attempt's state while its callback may still come; null once it came. */
  #waitingState: string | null = null;
  #refusal: Refusal | null = null;
  #identity: string | null;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#tokens = new Tokens({
      ...ports,
      connection: () => ports.connection.value.connection,
      onEnded: (refusal) => this.#show(refusal),
    });
    this.#identity = identityNow(ports);
    this.#resume();
    this.session = new Watched(this.#view());
    ports.connection.subscribe(() => this.#reconnect());
  }

  get signedIn(): boolean {
    return this.#tokens.signInAgainBy !== null;
  }

  /** True for the state of a sign-in that was begun here, under way or over. */
  began(state: string | null): boolean {
    return state !== null && (state === this.#waitingState || this.#past.has(state));
  }

  access(rejected: string | null): Promise<Access> {
    return this.#tokens.access(rejected);
  }

  /**
   * Opens the sign-in page in the system browser; a sign-in already begun is given up.
   * @param afresh asks the server not to go by an earlier sign-in of that browser
   */
  async signIn({ afresh = false }: { afresh?: boolean } = {}): Promise<Result<void, Refusal>> {
    const { connection } = this.#ports.connection.value;
    if (!connection) return err(refusals.notConfigured);
    this.#close('cancelled');
    const opened = await this.#openRedirect(connection);
    if (!opened.ok) {
      this.#show(opened.error);
      return opened;
    }
    const loopback = opened.value;
    const secret = {
      identity: identityOf(connection),
      state: generateRandomState(),
      verifier: generateRandomCodeVerifier(),
      redirectUri: loopback?.redirectUri ?? customRedirectUri,
    };
    const address = await authorizationAddress(connection, { ...secret, afresh });
    this.#close('cancelled');
    const kept: KeptAttempt = { ...secret, address, startedAt: this.#ports.clock.now() };
    this.#begin(kept, connection, loopback);
    if (!loopback) void this.#ports.secrets.update({ attempt: kept });
    this.#show(null);
    try {
      await this.#ports.openBrowser(address);
      return ok(undefined);
    } catch {
      if (this.#attempt?.state === kept.state) this.#show(refusals.noBrowser);
      return err(refusals.noBrowser);
    }
  }

  cancelSignIn(): void {
    this.#close('cancelled');
    this.#show(null);
  }

  signOut(): void {
    this.#close('cancelled');
    this.#tokens.drop();
    this.#show(null);
  }

  /** Takes the parameters of a callback, from wherever it came; a refusal says why it was not taken. */
  async receiveCallback(parameters: URLSearchParams): Promise<Result<void, Refusal>> {
    const judged = judgeCallback(parameters, this.#waitingState, this.#past);
    const attempt = this.#attempt;
    if (judged.verdict === 'stranger' || !attempt) {
      const refusal = judged.verdict === 'code' ? refusals.foreign : judged.refusal;
      if (!this.signedIn || attempt) this.#show(refusal);
      return err(refusal);
    }
    if (judged.verdict === 'ended') {
      this.#close('used');
      this.#show(judged.refusal);
      return err(judged.refusal);
    }
    this.#waitingState = null;
    this.#past.set(attempt.state, 'used');
    attempt.timer.cancel();
    const issued = await this.#exchange(attempt, judged.code);
    if (this.#attempt !== attempt) return err(refusals.cancelledHere);
    this.#close('used');
    if (!issued.ok) {
      const refusal = exchangeFailed(issued.error);
      this.#show(refusal);
      return err(refusal);
    }
    this.#tokens.adopt(attempt.connection, issued.value);
    this.#show(null);
    this.signIns.set(this.signIns.value + 1);
    return ok(undefined);
  }

  /** A proxy that asks kept the code from the server: once the person has answered, within its life, it goes again. */
  async #exchange(attempt: Attempt, code: string): Promise<Result<IssuedTokens, TokenFailure>> {
    const { clock, fetch, proxyQuestion } = this.#ports;
    const { signal } = attempt.over;
    const codeDies = clock.now() + attemptLifetime;
    for (;;) {
      const issued = await exchangeCode(attempt.connection, { ...attempt, code }, fetch);
      if (issued.ok || issued.error.kind !== 'proxy-asks' || signal.aborted) return issued;
      this.#show(refusals.proxyAsks);
      const late = clock.timer(codeDies - clock.now(), () => this.#giveUp());
      for await (const question of proxyQuestion.watch(signal)) if (question === null) break;
      late.cancel();
      if (signal.aborted) return issued;
      this.#show(null);
    }
  }

  #giveUp(): void {
    this.#close('late');
    this.#show(refusals.late);
  }

  async #openRedirect(connection: Connection): Promise<Result<LoopbackRedirect | null, Refusal>> {
    if (connection.redirect === 'custom') return ok(null);
    try {
      return ok(await openLoopbackRedirect((parameters) => this.receiveCallback(parameters)));
    } catch {
      return err(refusals.noPort);
    }
  }

  #begin(kept: KeptAttempt, connection: Connection, loopback: LoopbackRedirect | null): void {
    const left = kept.startedAt + attemptLifetime - this.#ports.clock.now();
    const timer = this.#ports.clock.timer(left, () => this.#giveUp());
    this.#attempt = { ...kept, connection, loopback, timer, over: new AbortController() };
    this.#waitingState = kept.state;
  }

  /** A callback can start the program: the sign-in it belongs to may have been begun before. */
  #resume(): void {
    const { attempt } = this.#ports.secrets.secrets;
    const { connection } = this.#ports.connection.value;
    if (!attempt) return;
    const age = this.#ports.clock.now() - attempt.startedAt;
    if (connection && attempt.identity === this.#identity && age >= 0 && age < attemptLifetime) {
      this.#begin(attempt, connection, null);
    } else {
      this.#past.set(attempt.state, 'late');
      void this.#ports.secrets.update({ attempt: undefined });
    }
  }

  #close(how: PastAttempt): void {
    const attempt = this.#attempt;
    if (!attempt) return;
    attempt.timer.cancel();
    attempt.over.abort();
    attempt.loopback?.close();
    this.#past.set(attempt.state, this.#past.get(attempt.state) ?? how);
    this.#attempt = null;
    this.#waitingState = null;
    void this.#ports.secrets.update({ attempt: undefined });
  }

  #reconnect(): void {
    const identity = identityNow(this.#ports);
    if (identity !== this.#identity) {
      this.#identity = identity;
      this.#close('cancelled');
      this.#tokens.drop();
    }
    this.#show(null);
  }

  #show(refusal: Refusal | null): void {
    this.#refusal = refusal;
    this.session.set(this.#view());
  }

  #view(): Session {
    const { connection, refusal } = this.#ports.connection.value;
    if (!connection) return { state: 'unconfigured', refusal };
    if (this.#attempt) return { state: 'signing-in', address: this.#attempt.address, refusal: this.#refusal };
    const until = this.#tokens.signInAgainBy;
    if (until === null) return { state: 'signed-out', refusal: this.#refusal };
    const signInAgainBy = new Date(until).toISOString();
    return { state: 'signed-in', keptIn: this.#ports.secrets.keptIn, signInAgainBy };
  }
}

const identityNow = (ports: Ports): string | null => {
  const { connection } = ports.connection.value;
  return connection && identityOf(connection);
};
