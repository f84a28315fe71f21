import { createHmac } from 'node:crypto';
import type { World } from '../world.ts';
import { accessLifetimeMs, type Grant } from './tokens.ts';

/** A signed JWT saying who signed in. Its key is thrown away: nobody here verifies it, its hash is known. */
export function identityToken(world: World, grant: Grant): string {
  const issuedAt = Math.floor(world.now() / 1000);
  const claims = {
    iss: world.addresses.signIn,
    aud: grant.clientId,
    sub: grant.staffId,
    iat: issuedAt,
    exp: issuedAt + accessLifetimeMs / 1000,
  };
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', world.newSecret()).update(signed).digest('base64url')}`;
}
