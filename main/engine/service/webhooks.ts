import { z } from 'zod';
import type { Result } from '../../../shared/base/result.ts';
import { answerTo, callOf } from './calls.ts';
import type { ServiceError } from './errors.ts';
import { firstViolation, rule } from './rules.ts';
import { linkMembers, recordReader, textOrNull, texts, ticksOrNull, type WithRaw } from './tolerant.ts';
import type { CallOptions, Transport } from './transport.ts';

/** spec: Webhook subscriptions, POST /webhooks. */
export interface NewWebhook {
  /** Unique; signs the notifications, so it is secret. */
  readonly key: string;
  readonly name: string;
  /** Names of the form `<resource>.<change>`, such as `matter.updated`; the complete list is not shown. */
  readonly eventTypes: readonly string[];
  readonly eventNotificationUrl: string;
}

const webhookSchema = z.object({
  ...linkMembers,
  id: z.string().min(1).max(1024),
  accountId: textOrNull,
  name: textOrNull,
  eventTypes: texts,
  eventNotificationUrl: textOrNull,
  createdDateUtc: textOrNull,
  updatedDateUtc: textOrNull,
  lastUpdated: ticksOrNull,
});
/** spec: Webhook subscription. */
export type Webhook = WithRaw<z.infer<typeof webhookSchema>>;
const readWebhook = recordReader(webhookSchema);

export function createWebhooks(transport: Transport) {
  return {
    create(webhook: NewWebhook, options: CallOptions = {}): Promise<Result<Webhook, ServiceError>> {
      const violation = firstViolation(
        rule(
          'eventTypes',
          webhook.eventTypes.every((name) => /^[^\s.]+(\.[^\s.]+)+$/.test(name)),
          'must be names of the form resource.change',
        ),
        rule('eventNotificationUrl', URL.canParse(webhook.eventNotificationUrl), 'must be an address'),
      );
      return answerTo(
        transport,
        callOf(
          transport,
          'webhooks.create',
          {},
          { body: webhook, violation, secrets: [webhook.key] },
          options,
        ),
        readWebhook,
      );
    },
  };
}
