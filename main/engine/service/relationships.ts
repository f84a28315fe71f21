import type { Result } from '../../../shared/base/result.ts';
import type { MatterId } from '../../../shared/model/index.ts';
import type { Relationship } from '../../../shared/rules/relationship.ts';
import { acceptedBy, callOf } from './calls.ts';
import type { ServiceError } from './errors.ts';
import type { Link } from './tolerant.ts';
import type { CallOptions, Transport } from './transport.ts';

export function createRelationships(transport: Transport) {
  return {
    /** Sets one relationship of a role on a matter. */
    put(
      ids: { readonly matterId: MatterId; readonly roleId: string; readonly id: string },
      relationship: Relationship,
      options: CallOptions = {},
    ): Promise<Result<Link, ServiceError>> {
      const call = callOf(
        transport,
        'relationships.put',
        ids,
        { body: relationship, anyBody: true },
        options,
      );
      return acceptedBy(transport, call);
    },
  };
}
