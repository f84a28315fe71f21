import { setTimeout as delay } from 'node:timers/promises';
import { accountId, isLoopbackAddress, type WebhookRecord } from '../resources/webhooks.ts';
import { recordsOf } from '../store/records.ts';
import { dateTime, notificationJob, type World } from '../world.ts';
import { notificationSignature } from './signature.ts';

export interface Notifier {
  /** Takes up what an earlier run left undelivered. */
  start(): void;
  stop(): Promise<void>;
}

interface DeliveryRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly body: string;
  readonly attempts: number;
}

const mostAttempts = 5;
const pauseBetweenAttemptsMs = 500;
const answerWithinMs = 5000;
const heldBackMs = 300;

/**
 * Notifies subscribers on loopback, at least once: again after a failure, and when untidy sometimes twice or late
 * (spec: Events).
 */
export function createNotifier(world: World, chance: () => number): Notifier {
  const { store } = world;
  const webhooks = recordsOf<WebhookRecord>(store, 'webhook');
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const openDelivery = store.prepare<[string], DeliveryRow>(
    'select * from deliveries where id = ? and delivered = 0',
  );

  world.jobs.on(notificationJob, ({ eventType, subject }) => {
    for (const { id: webhookId, value: webhook } of webhooks.all()) {
      if (!webhook.eventTypes.includes(eventType)) continue;
      const id = world.newId();
      const body = {
        id,
        type: eventType,
        accountId,
        createdDateUtc: dateTime(world, world.shownNow()),
        payload: subject,
      };
      store
        .prepare(
          'insert into deliveries (id, webhook_id, event_type, body, attempts, delivered) values (?, ?, ?, ?, 0, 0)',
        )
        .run(id, webhookId, eventType, JSON.stringify(body));
      send(id);
    }
  });

  function send(id: string): void {
    if (stopping.signal.aborted) return;
    const sending = deliver(id)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) console.error(error);
      })
      .finally(() => running.delete(sending));
    running.add(sending);
  }

  async function deliver(id: string): Promise<void> {
    const isUntidy = world.variants.webhookDelivery === 'untidy';
    if (isUntidy && chance() < 0.3) await delay(heldBackMs, undefined, { signal: stopping.signal });
    for (let delivery = openDelivery.get(id); delivery !== undefined; delivery = openDelivery.get(id)) {
      if (delivery.attempts >= mostAttempts) return;
      store.prepare('update deliveries set attempts = attempts + 1 where id = ?').run(id);
      if (await notify(delivery)) {
        if (isUntidy && chance() < 0.3) await notify(delivery);
        store.prepare('update deliveries set delivered = 1 where id = ?').run(id);
      } else {
        await delay(pauseBetweenAttemptsMs, undefined, { signal: stopping.signal });
      }
    }
  }

  async function notify(delivery: DeliveryRow): Promise<boolean> {
    const webhook = webhooks.get(delivery.webhook_id)?.value;
    if (webhook === undefined || !isLoopbackAddress(webhook.eventNotificationUrl)) return false;
    const timestamp = new Date(world.shownNow()).toISOString();
    try {
      const answer = await fetch(webhook.eventNotificationUrl, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(answerWithinMs)]),
        headers: {
          'content-type': 'application/json',
          timestamp,
          requestid: delivery.id,
          clientid: webhook.clientId,
          signature: notificationSignature(webhook.key, timestamp, delivery.id, webhook.clientId),
        },
        body: delivery.body,
      });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  }

  return {
    start() {
      const open = store
        .prepare<[number], string>('select id from deliveries where delivered = 0 and attempts < ?')
        .pluck();
      for (const id of open.all(mostAttempts)) send(id);
    },
    async stop() {
      stopping.abort();
      await Promise.allSettled(running);
    },
  };
}
