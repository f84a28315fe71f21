import type { Violation } from '../../../../shared/rules/checks.ts';
import type { RecordsClient } from '../../service/client.ts';
import { retryable, type ServiceError } from '../../service/errors.ts';
import { matterTypeIdSchema } from '../../service/ids.ts';
import { ticksFromDate } from '../../service/ticks.ts';
import type { CallOptions } from '../../service/transport.ts';
import type { UnreadForm } from './operations.ts';
import type { RequestPorts } from './ports.ts';

type Look =
  | { readonly outcome: 'go' }
  /** The service does not answer. */
  | { readonly outcome: 'no-way'; readonly error: ServiceError }
  | { readonly outcome: 'not-to-be-used'; readonly violation: Violation };

const day = 24 * 60 * 60_000;

/**
 * A connection that was open for a while often turns out to be closed with the next request, and of a creation nobody could say
 * then whether it arrived. So something is read first: of a new matter its type, which may have been deleted since it was chosen.
 */
export async function lookBeforeMaking(
  form: UnreadForm,
  { client, clock }: Pick<RequestPorts, 'client' | 'clock'>,
  options: CallOptions,
): Promise<Look> {
  if (form.operation === 'matters.create') {
    const type = await client.matterTypes.read(matterTypeIdSchema.parse(form.matterTypeId), options);
    if (!type.ok) return unlessRefused(type.error);
    // spec: Matter type, `isDeleted`: cannot be used for new leads or matters.
    const violation = { field: 'matterTypeId', rule: 'was deleted in the practice service' };
    return type.value.isDeleted ? { outcome: 'not-to-be-used', violation } : { outcome: 'go' };
  }
  const error = await nothingNew(client, clock.now(), options);
  return error ? unlessRefused(error) : { outcome: 'go' };
}

/** Nothing was changed tomorrow: the answer is one empty page. */
async function nothingNew(
  client: RecordsClient,
  now: number,
  options: CallOptions,
): Promise<ServiceError | null> {
  const updatedSince = ticksFromDate(new Date(now + 2 * day));
  for await (const page of client.matters.list({ limit: 1, updatedSince }, options))
    return page.ok ? null : page.error;
  return null;
}

/** A refusal is an answer: the service is there, and has its own word about what is made. */
const unlessRefused = (error: ServiceError): Look =>
  retryable(error) === 'never' ? { outcome: 'go' } : { outcome: 'no-way', error };
