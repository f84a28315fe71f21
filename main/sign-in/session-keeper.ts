import { generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi';
import type { Clock, Timer } from '../../shared/base/clock.ts';
import { err, ok, type Result } from '../../shared/base/result.ts';
import { Watched } from '../../shared/base/watched.ts';
import type { Connection, Refusal, Session, SignIn } from '../../shared/model/index.ts';
import type { ProxyQuestion } from '../../shared/model/proxy.ts';
import { identityOf } from '../connection/check.ts';
import type { ConnectionState } from '../connection/keeper.ts';
import type { KeptAttempt, SecretStore } from '../secrets/secret-store.ts';
import { judgeCallback, type PastAttempt } from './callback.ts';
import { customRedirectUri } from './deep-link.ts';
import { isSameIssuer, statedIssuers } from './issuer.ts';
import { type LoopbackRedirect, openLoopbackRedirect } from './loopback.ts';
import { asksOpenid, scopeWithOpenid, scopeWithoutOpenid } from './openid.ts';
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
  /** The person signed out, and nobody has signed in since. */
  readonly left: Watched<boolean>;
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
  /** Identities of connections whose server refused to be asked who signs in. */
  readonly #refusesOpenid = new Set<string>();
  #attempt: Attempt | null = null;
  /** The attempt's state while its callback may still come; null once it came. */
  #waitingState: string | null = null;
  #refusal: Refusal | null = null;
  /** Why the last sign-in ended by itself; null when it did not. */
  #ended: Refusal | null = null;
  #identity: string | null;
  /** Counts how often a sign-in was given up, begun or about to be. */
  #givenUp = 0;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#tokens = new Tokens({
      ...ports,
      connection: () => ports.connection.value.connection,
      onEnded: (refusal) => this.#show((this.#ended = refusal)),
      onProlonged: () => this.#show(this.#refusal),
    });
    this.#identity = identityNow(ports);
    this.#resume();
    this.session = new Watched(this.#view());
    ports.connection.subscribe(() => this.#reconnect());
    ports.left.subscribe(() => this.session.set(this.#view()));
    ports.secrets.signOutNotKept.subscribe(() => this.session.set(this.#view()));
  }

  get signedIn(): boolean {
    return this.#tokens.signInAgainBy !== null;
  }

  /** The sign-in that is there, the same however often it is refreshed; null while signed out. */
  get signedInBy(): SignIn | null {
    return this.#tokens.signIn;
  }

  /** True for the state of a sign-in that was begun here, under way or over. */
  began(state: string | null): boolean {
    return state !== null && (state === this.#waitingState || this.#past.has(state));
  }

  /** @param signIn in whose name it is asked for, the one that is there unless given: no other's token is given out */
  async access(rejected: string | null, signIn = this.signedInBy?.id): Promise<Access> {
    if (signIn === undefined || this.signedInBy?.id !== signIn) return { outcome: 'signed-out' };
    const access = await this.#tokens.access(rejected);
    // Somebody else may have signed in meanwhile.
    return this.signedInBy?.id === signIn ? access : { outcome: 'signed-out' };
  }

  /**
   * Opens the sign-in page in the system browser; a sign-in already begun is given up.
   * @param afresh asks the server not to go by an earlier sign-in of that browser, as whoever signed out expects
   */
  async signIn({
    afresh = this.#ports.left.value,
  }: {
    afresh?: boolean;
  } = {}): Promise<Result<void, Refusal>> {
    const { connection: given } = this.#ports.connection.value;
    if (!given) return err(refusals.notConfigured);
    this.#close('cancelled');
    const givenUp = this.#givenUp;
    const connection = await this.#withScope(given);
    if (this.#ports.connection.value.connection !== given) return err(refusals.cancelledHere);
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
    if (givenUp !== this.#givenUp) {
      loopback?.close();
      return err(refusals.cancelledHere);
    }
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

  async #withScope(connection: Connection): Promise<Connection> {
    const scope = this.#refusesOpenid.has(identityOf(connection))
      ? scopeWithoutOpenid(connection)
      : await scopeWithOpenid(connection, this.#ports.fetch);
    const { scope: _given, ...rest } = connection;
    return scope === undefined ? rest : { ...rest, scope };
  }

  /** The server refuses a part of what it was asked for that the connection does not need: it is asked once more, without. */
  async #askWithout(
    part: 'openid' | 'prompt',
    { address, connection }: Attempt,
  ): Promise<Result<void, Refusal>> {
    if (part === 'openid') this.#refusesOpenid.add(identityOf(connection));
    const asked = new URL(address).searchParams;
    const begun = await this.signIn({ afresh: part !== 'prompt' && asked.has('prompt') });
    return begun.ok ? err(refusals.goesOn) : begun;
  }

  cancelSignIn(): void {
    this.#givenUp += 1;
    this.#close('cancelled');
    // Nobody left: that the sign-in ended stays told.
    this.#show(this.signedIn ? null : this.#ended);
  }

  signOut(): void {
    this.#ended = null;
    this.#close('cancelled');
    this.#tokens.drop();
    this.#show(null);
  }

  /** Takes the parameters of a callback, from wherever it came; a refusal says why it was not taken. */
  async receiveCallback(parameters: URLSearchParams): Promise<Result<void, Refusal>> {
    const judged = judgeCallback(parameters, this.#waitingState, this.#past);
    const attempt = this.#attempt;
    if (judged.verdict === 'unrelated' || !attempt) {
      const refusal = judged.verdict === 'code' ? refusals.foreign : judged.refusal;
      // Any web page can make the system open such an answer: what the person was told before stays.
      if ((attempt || !this.signedIn) && this.#refusal === null) this.#show(refusal);
      return err(refusal);
    }
    if (judged.verdict === 'ended') {
      this.#close('used');
      const part = refusedPart(attempt, judged.error);
      if (part !== null) return this.#askWithout(part, attempt);
      this.#show(judged.refusal);
      return err(judged.refusal);
    }
    this.#waitingState = null;
    this.#past.set(attempt.state, 'used');
    attempt.timer.cancel();
    if (judged.issuer !== null && !(await this.#isOurs(attempt.connection, judged.issuer))) {
      if (this.#attempt === attempt) this.#close('used');
      this.#show(refusals.otherServer);
      return err(refusals.otherServer);
    }
    const issued = await this.#exchange(attempt, judged.code);
    if (this.#attempt !== attempt) return err(refusals.cancelledHere);
    this.#close('used');
    if (!issued.ok) {
      if (issued.error.kind === 'refused' && isScopeRefused(attempt, issued.error.error))
        return this.#askWithout('openid', attempt);
      const refusal = exchangeFailed(issued.error);
      this.#show(refusal);
      return err(refusal);
    }
    const givenUp = this.#givenUp;
    await this.#tokens.adopt(attempt.connection, issued.value);
    this.#show(null);
    // Given up in the last instant, as when the window is locked: whoever is signed in did not show that they are there.
    if (givenUp === this.#givenUp) this.signIns.set(this.signIns.value + 1);
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

  /** Whether the issuer that a callback names is the connection's own sign-in server (RFC 9207). */
  async #isOurs({ authUrl }: Connection, issuer: string): Promise<boolean> {
    return (
      isSameIssuer(authUrl, issuer) || (await statedIssuers(authUrl, this.#ports.fetch)).includes(issuer)
    );
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
    // A clock set back since makes no answer late, and none good for longer.
    const left = Math.min(attemptLifetime, kept.startedAt + attemptLifetime - this.#ports.clock.now());
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
    if (connection && attempt.identity === this.#identity && age < attemptLifetime) {
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
      this.#ended = null;
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
    const left = this.#ports.left.value && { left: true };
    if (!connection) return { state: 'unconfigured', refusal, ...left };
    const until = this.#tokens.signInAgainBy;
    if (this.#attempt) {
      const meanwhile = until !== null && { meanwhile: this.#signedIn(until) };
      return { state: 'signing-in', address: this.#attempt.address, refusal: this.#refusal, ...meanwhile };
    }
    const notKept = this.#ports.secrets.signOutNotKept.value ? refusals.signOutNotKept : null;
    const notRead = this.#ports.secrets.isUnread ? refusals.signInNotRead : null;
    if (until === null) return { state: 'signed-out', refusal: notKept ?? this.#refusal ?? notRead, ...left };
    return { ...this.#signedIn(until), ...(this.#refusal && { refusal: this.#refusal }) };
  }

  #signedIn(until: number): Extract<Session, { state: 'signed-in' }> {
    const signInAgainBy = new Date(until).toISOString();
    const signIn = this.signedInBy?.id;
    return {
      state: 'signed-in',
      keptIn: this.#ports.secrets.keptIn,
      signInAgainBy,
      ...(signIn !== undefined && { signIn }),
    };
  }
}

/** What the page did not take of an attempt that asked for more than it has to (RFC 6749, 4.1.2.1); null where that is not it. */
function refusedPart(attempt: KeptAttempt, error: string | null): 'openid' | 'prompt' | null {
  if (isScopeRefused(attempt, error)) return 'openid';
  const hasPrompt = new URL(attempt.address).searchParams.has('prompt');
  return error === 'invalid_request' && hasPrompt ? 'prompt' : null;
}

/** The error of RFC 6749, 4.1.2.1 and 5.2, in an attempt that asked for more than the connection needs. */
const isScopeRefused = ({ address }: KeptAttempt, error: string | null): boolean =>
  error === 'invalid_scope' && asksOpenid({ scope: new URL(address).searchParams.get('scope') ?? '' });

const identityNow = (ports: Ports): string | null => {
  const { connection } = ports.connection.value;
  return connection && identityOf(connection);
};
