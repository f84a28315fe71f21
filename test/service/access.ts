import { type Answer, problem } from './answer.ts';
import type { ApiRequest, PlainRequest } from './operation.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Tokens } from './sign-in/tokens.ts';

/** Both headers of every call (spec: Authentication 1), and the rate limit of the deployment. */
export function admitApiRequest(
  request: PlainRequest,
  parts: { readonly apiKey: string; readonly tokens: Tokens; readonly rateLimiter: RateLimiter },
): { readonly request: ApiRequest } | { readonly refusal: Answer } {
  if (request.headers['x-api-key'] !== parts.apiKey) {
    return { refusal: problem(403, 'The x-api-key header is missing or not a known key.') };
  }
  const limited = parts.rateLimiter.refuse();
  if (limited !== undefined) return { refusal: limited };
  const bearer = /^Bearer ([\w.~+/-]+=*)$/i.exec(String(request.headers.authorization ?? ''))?.[1];
  const caller = bearer === undefined ? undefined : parts.tokens.callerOf(bearer);
  if (caller === undefined) {
    const refusal = problem(401, 'The Authorization header carries no valid access token.');
    return { refusal: { ...refusal, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } } };
  }
  return { request: { ...request, caller } };
}
