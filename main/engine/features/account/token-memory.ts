import type { Clock } from '../../../../shared/base/clock.ts';
import { err } from '../../../../shared/base/result.ts';
import type { ServiceClientOptions } from '../../service/transport.ts';

type AccessToken = ServiceClientOptions['accessToken'];

/** Milliseconds a token serves without asking again: a burst of requests asks once, and a sign-out is not outlived. */
const servesFor = 1_000;

/** Asks for an access token of a sign-in. */
export type AskToken = (rejected: string | null, signIn: string) => ReturnType<AccessToken>;

/**
 * Asks the keeper of the tokens once for all requests of a moment; a refused token is never given out again, and that of one
 * sign-in never for another.
 */
export function askedBriefly(ask: AskToken, clock: Clock, signIn: () => string | null): AccessToken {
  let last: {
    readonly signIn: string;
    readonly answer: ReturnType<AccessToken>;
    readonly at: number;
  } | null = null;
  return async (rejected) => {
    const whose = signIn();
    if (whose === null) return err({ kind: 'signed-out' });
    const now = clock.now();
    const fresh = last?.signIn === whose && now >= last.at && now - last.at < servesFor;
    if (rejected !== null || !fresh || last === null)
      last = { signIn: whose, answer: ask(rejected, whose), at: now };
    const mine = last;
    try {
      const token = await mine.answer;
      if (!token.ok && last === mine) last = null;
      // Somebody else signed in while it was asked for.
      return signIn() === whose ? token : err({ kind: 'signed-out' });
    } catch (failure) {
      if (last === mine) last = null;
      throw failure;
    }
  };
}
