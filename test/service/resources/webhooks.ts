import { z } from 'zod';
import { int64, millisecondsOf } from '../int64.ts';
import { link, withSelf } from '../links.ts';
import type { Operation } from '../operation.ts';
import { recordsOf, type Stored } from '../store/records.ts';
import { parseBody } from '../validation.ts';
import { dateTime, type World } from '../world.ts';

const filled = z.string().min(1, 'must not be empty');

const webhookBody = z.object({
  key: filled,
  name: filled,
  eventTypes: z
    .array(z.string().regex(/^\w+(?:\.\w+)+$/, 'must have the form <resource>.<change>'))
    .min(1, 'needs at least 1 event type'),
  eventNotificationUrl: z
    .string()
    .refine(isLoopbackAddress, 'must be an http address on 127.0.0.1, the only one this service notifies'),
});

export interface WebhookRecord extends z.output<typeof webhookBody> {
  readonly clientId: string;
}

/** The firm's account, the same for everyone. */
export const accountId = 'b6a1f4de-52c8-4f0e-9a77-3d1c0e8f2b64';

/** POST /webhooks (spec: Webhook subscriptions). */
export function webhookOperations(world: World): Operation[] {
  const webhooks = recordsOf<WebhookRecord>(world.store, 'webhook');
  return [
    {
      name: 'webhooks.create',
      method: 'POST',
      path: '/webhooks',
      handle(request) {
        const parsed = parseBody(webhookBody, request.body);
        if ('refusal' in parsed) return parsed.refusal;
        const id = world.newId();
        const ticks = world.nextTicks();
        const value = { ...parsed.value, clientId: request.caller.clientId };
        webhooks.put(id, value, ticks);
        return { status: 201, body: webhookShown(world, { id, ticks, value }) };
      },
    },
  ];
}

/** Without its key. */
export function webhookShown(world: World, { id, ticks, value }: Stored<WebhookRecord>) {
  const { key: _key, clientId: _client, ...shown } = value;
  const at = dateTime(world, millisecondsOf(ticks));
  return {
    ...withSelf(link(world, 'Webhooks', id, `/webhooks/${id}`)),
    accountId,
    ...shown,
    createdDateUtc: at,
    updatedDateUtc: at,
    lastUpdated: int64(ticks),
  };
}

export function isLoopbackAddress(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && url.hostname === '127.0.0.1';
}
