import type { Result } from '../../../shared/base/result.ts';
import { ok } from '../../../shared/base/result.ts';
import { answerTo, callOf } from './calls.ts';
import type { ServiceError } from './errors.ts';
import { isObject, type JsonObject } from './json.ts';
import { readText } from './tolerant.ts';
import type { CallOptions, Transport } from './transport.ts';

/**
 * Reads a contact by the address that links to clients name (spec: Shared shapes, Link object). Reading contacts is not
 * shown: a service that does not offer it answers 404, or as it likes.
 * @returns null for a contact that tells no name
 */
export const contactNameBy =
  (transport: Transport) =>
  (contactId: string, options: CallOptions = {}): Promise<Result<string | null, ServiceError>> =>
    answerTo(transport, callOf(transport, 'contacts.read', { id: contactId }, {}, options), (json) =>
      ok(contactName(json)),
    );

/**
 * The name a contact goes by. The fields of one that is read are not shown: those of its creation shape, of the other
 * kinds of contact that services have, or a name of its own, are taken wherever they are.
 */
export function contactName(json: unknown): string | null {
  if (!isObject(json)) return null;
  const { person, company, trust, groupOfPeople } = json;
  const kind = [person, company, trust, groupOfPeople].find(isObject);
  return (kind && nameIn(kind)) ?? nameIn(json);
}

function nameIn(record: JsonObject): string | null {
  const parts = [record['firstName'], record['lastName']].map((part) => readText(part)?.trim() ?? '');
  const whole = ['displayName', 'name'].map((member) => readText(record[member])?.trim() ?? '');
  return parts.filter((part) => part !== '').join(' ') || whole.find((name) => name !== '') || null;
}
