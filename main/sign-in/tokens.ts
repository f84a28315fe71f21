import { randomUUID } from 'node:crypto';
import type { Clock } from '../../shared/base/clock.ts';
import { type Connection, earlierSignIn, type Refusal, type SignIn } from '../../shared/model/index.ts';
import { identityOf } from '../connection/check.ts';
import type { KeptTokens, SecretStore } from '../secrets/secret-store.ts';
import { proxyAsks, refreshPaused, refreshRefused, refusedMeanwhile, signInEnded } from './refusals.ts';
import { subjectsOf } from './subjects.ts';
import { type Fetch, type IssuedTokens, refreshAccess } from './token-server.ts';

/** Default validity of a refresh token; its expiry is not returned, so it is counted here (spec: Token request). */
const refreshTokenLifetime = 30 * 24 * 3_600_000;
/** How long before its end an access token is renewed; never more than half of its lifetime. */
const renewBefore = 5 * 60_000;

export type Access =
  | { readonly outcome: 'token'; readonly token: string }
  | { readonly outcome: 'signed-out' }
  | { readonly outcome: 'unreachable'; readonly why: string };

interface Ports {
  readonly clock: Pick<Clock, 'now'>;
  readonly fetch: Fetch;
  readonly secrets: SecretStore;
  readonly connection: () => Connection | null;
  /** The sign-in is over without the person asking for it. */
  readonly onEnded: (refusal: Refusal) => void;
  /** The sign-in was prolonged: there is a new refresh token. */
  readonly onProlonged: () => void;
}

/** Holds the tokens of the sign-in and renews them: once, however many ask at the same time. */
export class Tokens {
  readonly #ports: Ports;
  #refreshing: Promise<Access> | null = null;
  /** The refresh token that was sent when an answer was lost: it may be replaced by one that nobody here has. */
  #answerLostFor: string | null = null;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** The tokens of the connection in use; none when they belong to another. */
  get #kept(): KeptTokens | null {
    const tokens = this.#ports.secrets.secrets.tokens;
    const connection = this.#ports.connection();
    return tokens && connection && tokens.identity === identityOf(connection) ? tokens : null;
  }

  /** When the service will want a new sign-in, in milliseconds since 1970; null while signed out. */
  get signInAgainBy(): number | null {
    const tokens = this.#kept;
    if (!tokens) return null;
    return tokens.refreshToken === null ? tokens.accessUntil : tokens.signedInAt + refreshTokenLifetime;
  }

  /** The sign-in that the tokens are of; null while signed out. */
  get signIn(): SignIn | null {
    const tokens = this.#kept;
    const connection = this.#ports.connection();
    if (!tokens || !connection) return null;
    const { signIn, subjects, accessToken } = tokens;
    if (signIn !== undefined) return { id: signIn, subjects: subjects ?? [] };
    return { ...earlierSignIn, subjects: subjectsOf({ idToken: null, accessToken }, connection) };
  }

  /** Resolves when the tokens are on disk. */
  adopt(connection: Connection, issued: IssuedTokens): Promise<void> {
    return this.#ports.secrets.update({
      tokens: {
        ...this.#accessOf(issued),
        identity: identityOf(connection),
        ...this.#refreshOf(issued),
        signIn: randomUUID(),
        subjects: [...issued.subjects],
      },
    });
  }

  drop(): void {
    this.#refreshing = null;
    void this.#ports.secrets.update({ tokens: undefined });
  }

  /** An access token fit to be sent; `rejected` is one the service has just refused. */
  async access(rejected: string | null): Promise<Access> {
    const tokens = this.#kept;
    if (!tokens) return { outcome: 'signed-out' };
    if (tokens.accessToken !== rejected && !this.#isDue(tokens)) return token(tokens);
    const access = await this.#refreshOnce(tokens);
    // Renewing early is a precaution: while the old token lives, a sign-in server that is down harms nobody.
    const stillGood = tokens.accessToken !== rejected && this.#ports.clock.now() < tokens.accessUntil;
    return access.outcome === 'unreachable' && stillGood ? token(tokens) : access;
  }

  #refreshOnce(tokens: KeptTokens): Promise<Access> {
    if (this.#refreshing) return this.#refreshing;
    const refreshing = this.#refresh(tokens).finally(() => {
      if (this.#refreshing === refreshing) this.#refreshing = null;
    });
    this.#refreshing = refreshing;
    return refreshing;
  }

  async #refresh(tokens: KeptTokens): Promise<Access> {
    const connection = this.#ports.connection();
    if (!connection) return { outcome: 'signed-out' };
    if (tokens.refreshToken === null) {
      const isOver = this.#ports.clock.now() >= tokens.accessUntil;
      return isOver ? this.#end(signInEnded) : { outcome: 'unreachable', why: refusedMeanwhile };
    }
    const issued = await refreshAccess(connection, tokens.refreshToken, this.#ports.fetch);
    // Signed out, or in again, while the answer was on its way.
    const now = this.#kept;
    if (now?.refreshToken !== tokens.refreshToken) return now ? token(now) : { outcome: 'signed-out' };
    if (issued.ok) {
      // Some servers say the same one again: that does not live longer for it.
      const isProlonged = ![null, tokens.refreshToken].includes(issued.value.refreshToken);
      const renewed: KeptTokens = {
        ...tokens,
        ...this.#accessOf(issued.value),
        ...(isProlonged && this.#refreshOf(issued.value)),
      };
      this.#answerLostFor = null;
      // A server may take the old one no more: the new one is safe before anything goes on with it.
      await this.#ports.secrets.update({ tokens: renewed });
      if (isProlonged) this.#ports.onProlonged();
      const kept = this.#kept;
      return kept ? token(kept) : { outcome: 'signed-out' };
    }
    if (issued.error.kind === 'proxy-asks') return { outcome: 'unreachable', why: proxyAsks };
    if (issued.error.kind === 'unreachable') {
      if (issued.error.heard) this.#answerLostFor = tokens.refreshToken;
      return { outcome: 'unreachable', why: issued.error.why };
    }
    // Whatever else a server says, the sign-in itself is not over (RFC 6749, 5.2).
    if (issued.error.error !== 'invalid_grant')
      return { outcome: 'unreachable', why: refreshPaused(issued.error) };
    return this.#end(refreshRefused(issued.error, this.#answerLostFor === tokens.refreshToken));
  }

  #end(refusal: Refusal): Access {
    this.drop();
    this.#ports.onEnded(refusal);
    return { outcome: 'signed-out' };
  }

  #isDue(tokens: KeptTokens): boolean {
    const early = tokens.refreshToken === null ? 0 : Math.min(renewBefore, tokens.accessLifetime / 2);
    return this.#ports.clock.now() >= tokens.accessUntil - early;
  }

  // Counted from this computer's own clock, so that a wrong clock does no harm.
  #accessOf(issued: IssuedTokens): Pick<KeptTokens, 'accessToken' | 'accessLifetime' | 'accessUntil'> {
    const { accessToken, accessLifetime } = issued;
    return { accessToken, accessLifetime, accessUntil: this.#ports.clock.now() + accessLifetime };
  }

  #refreshOf(issued: IssuedTokens): Pick<KeptTokens, 'refreshToken' | 'signedInAt'> {
    return { refreshToken: issued.refreshToken, signedInAt: this.#ports.clock.now() };
  }
}

const token = (tokens: KeptTokens): Access => ({ outcome: 'token', token: tokens.accessToken });
