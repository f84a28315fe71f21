import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Clock } from '../../../shared/base/clock.ts';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import type { Refusal } from '../../../shared/model/refusal.ts';
import { createRequestBudget } from '../../engine/service/budget/request-budget.ts';
import { describe } from '../../engine/service/describe-error.ts';
import { retryable } from '../../engine/service/errors.ts';
import { createTransport, type ServiceClientOptions } from '../../engine/service/transport.ts';
import { createWebhooks } from '../../engine/service/webhooks.ts';
import type { HubConfiguration } from '../configuration.ts';

/** What is known of the subscription: asked for, or made. */
interface Kept {
  readonly address: string;
  readonly askedAt: string;
  /** Null while the service has not said so. */
  readonly subscription: string | null;
}

export type Subscribed = { readonly subscription: string; readonly isNew: boolean };

/**
 * Asks the service once to notify the hub. The key is kept before anything is asked; what was asked is kept before it is sent, so that one whose
 * answer was lost is told of and not asked for a second time.
 */
export async function subscribe(
  configuration: Pick<HubConfiguration, 'service' | 'apiKey' | 'webhooks' | 'webhookKey' | 'secrets'>,
  options: { readonly token: string; readonly again: boolean },
  { clock, random }: Pick<ServiceClientOptions, 'clock' | 'random'>,
): Promise<Result<Subscribed, Refusal>> {
  const { webhooks, service, apiKey } = configuration;
  if (webhooks === null)
    return refuse(
      'The configuration has no "webhooks".',
      'Say there under which address the service finds the hub, and of which events it is to notify.',
    );
  const known = keptIn(webhooks.state);
  if (known?.address === webhooks.address && known.subscription !== null)
    return ok({ subscription: known.subscription, isNew: false });
  if (known && !options.again)
    return refuse(
      known.address === webhooks.address
        ? `A subscription was asked for at ${known.askedAt}, and the answer did not arrive.`
        : `There is a subscription for ${known.address}.`,
      'Look at the service whether it is there and remove it, or run this again with --again.',
    );
  const key = configuration.webhookKey ?? keepKey(configuration.secrets);
  keep(webhooks.state, { address: webhooks.address, askedAt: dateOf(clock), subscription: null });
  const made = await createWebhooks(
    createTransport({
      ...{ baseUrl: service, apiKey, clock, random },
      accessToken: () => Promise.resolve(ok(options.token)),
      budget: createRequestBudget({ clock, random }),
    }),
  ).create({
    key,
    name: 'Matterline hub',
    eventTypes: webhooks.events,
    eventNotificationUrl: webhooks.address,
  });
  if (!made.ok) {
    // What the service refused is not there; of anything else nobody knows.
    if (retryable(made.error) !== 'later') rmSync(webhooks.state, { force: true });
    const { why } = describe(made.error);
    return refuse(`The service did not make the subscription. ${why}`, 'Correct that, and run this again.');
  }
  const { id } = made.value;
  keep(webhooks.state, { address: webhooks.address, askedAt: dateOf(clock), subscription: id });
  return ok({ subscription: id, isNew: true });
}

/** Makes a key, and keeps it beside the API key, where nobody else may read it. */
function keepKey(secrets: string): string {
  const webhookKey = randomBytes(32).toString('base64url');
  const before: unknown = JSON.parse(readFileSync(secrets, 'utf8').replace(/^\uFEFF/, ''));
  write(secrets, { ...(before as object), webhookKey });
  return webhookKey;
}

function keptIn(file: string): Kept | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch {
    return null;
  }
}

const keep = (file: string, kept: Kept): void => write(file, kept);

/** All of it or nothing. */
function write(file: string, json: object): void {
  const beside = `${file}.new`;
  writeFileSync(beside, `${JSON.stringify(json, null, 2)}\n`, { mode: 0o600, flush: true });
  chmodSync(beside, 0o600);
  renameSync(beside, file);
}

const dateOf = (clock: Clock): string => new Date(clock.now()).toISOString();

const refuse = (why: string, next: string): Result<never, Refusal> =>
  err({ code: 'configuration-invalid', what: 'Nothing was subscribed.', why, next });
