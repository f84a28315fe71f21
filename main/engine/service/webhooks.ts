import { z } from 'zod';
import type { Result } from '../../../shared/base/result.ts';
import { firstViolation } from '../../../shared/rules/checks.ts';
import { type NewWebhook, webhookViolations } from '../../../shared/rules/webhook.ts';
import { answerTo, callOf } from './calls.ts';
import type { ServiceError } from './errors.ts';
import { linkMembers, recordReader, textOrNull, texts, ticksOrNull, type WithRaw } from './tolerant.ts';
import type { CallOptions, Transport } from './transport.ts';

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
export const readWebhook = recordReader(webhookSchema);

export function createWebhooks(transport: Transport) {
  return {
    create(webhook: NewWebhook, options: CallOptions = {}): Promise<Result<Webhook, ServiceError>> {
      const violation = firstViolation(...webhookViolations(webhook));
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
