import type { Result } from '../../../shared/base/result.ts';
import type { NewContact } from '../../../shared/rules/contact.ts';
import { acceptedBy, callOf } from './calls.ts';
import type { ServiceError } from './errors.ts';
import type { Link } from './tolerant.ts';
import type { CallOptions, Transport } from './transport.ts';

export function createContacts(transport: Transport) {
  return {
    /** Creates a person; the link names the contact to come (spec: POST /contacts). */
    create(contact: NewContact, options: CallOptions = {}): Promise<Result<Link, ServiceError>> {
      return acceptedBy(
        transport,
        callOf(transport, 'contacts.create', {}, { body: contact, anyBody: true }, options),
      );
    },
  };
}
