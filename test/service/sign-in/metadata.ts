import type { Operation, PlainRequest } from '../operation.ts';
import type { World } from '../world.ts';
import { assignedScopes } from './clients.ts';

/** GET {auth_url}/.well-known/openid-configuration: not in the spec; servers that do OpenID Connect have it. */
export function metadataOperation(world: World): Operation<PlainRequest> {
  return {
    name: 'signIn.metadata',
    method: 'GET',
    path: '/.well-known/openid-configuration',
    handle: () =>
      world.variants.openid === 'unpublished'
        ? { status: 404, body: { title: 'There is nothing here.' } }
        : {
            status: 200,
            body: {
              issuer: world.addresses.signIn,
              scopes_supported: ['openid', ...assignedScopes.split(' ')],
              code_challenge_methods_supported: ['S256'],
            },
          },
  };
}
