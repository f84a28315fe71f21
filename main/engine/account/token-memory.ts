import type { Clock } from '../../../shared/clock.ts';
import type { ServiceClientOptions } from '../service/transport.ts';

type AccessToken = ServiceClientOptions['accessToken'];

/** Milliseconds a token serves without asking again: a burst of requests asks once, and a sign-out is not outlived. */
const servesFor = 1_000;

/** Asks the keeper of the tokens once for all requests of a moment; a refused token is never given out again. */
export function askedBriefly(ask: AccessToken, clock: Clock): AccessToken {
  let last: { readonly answer: ReturnType<AccessToken>; readonly at: number } | null = null;
  return async (rejected) => {
    const now = clock.now();
    const fresh = last !== null && now >= last.at && now - last.at < servesFor;
    if (rejected !== null || !fresh || last === null) last = { answer: ask(rejected), at: now };
    const mine = last;
    try {
      const token = await mine.answer;
      if (!token.ok && last === mine) last = null;
      return token;
    } catch (failure) {
      if (last === mine) last = null;
      throw failure;
    }
  };
}
