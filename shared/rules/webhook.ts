import { isAddress, rule, type Violation, violations } from './checks.ts';

/** spec: Webhook subscriptions, POST /webhooks. */
export interface NewWebhook {
  /** Unique; signs the notifications, so it is secret. */
  readonly key: string;
  readonly name: string;
  /** Names of the form `<resource>.<change>`, such as `matter.updated`; the complete list is not shown. */
  readonly eventTypes: readonly string[];
  readonly eventNotificationUrl: string;
}

/** Of all but the key, which nobody reads before it is sent. */
export function webhookViolations(webhook: Omit<NewWebhook, 'key'>): readonly Violation[] {
  const areEvents = webhook.eventTypes.every((name) => /^[^\s.]+(\.[^\s.]+)+$/.test(name));
  return violations(
    rule('eventTypes', areEvents, 'must be names of the form resource.change'),
    isAddress('eventNotificationUrl', webhook.eventNotificationUrl),
  );
}
