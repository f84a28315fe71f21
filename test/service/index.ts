import { randomBytes } from 'node:crypto';
import { admitApiRequest } from './access.ts';
import type { Answer } from './answer.ts';
import { type Controls, createControl } from './control.ts';
import { createDownloads } from './documents/downloads.ts';
import { createUploads } from './documents/uploads.ts';
import { createFaults } from './faults/registry.ts';
import { createHelpers } from './helpers.ts';
import { createJobs } from './jobs.ts';
import { closeListeners, openListeners } from './listening.ts';
import type { PlainRequest } from './operation.ts';
import { defaultVariants, type PracticeServiceOptions, type RateLimit } from './options.ts';
import { pseudoRandom } from './pseudo-random.ts';
import { createRateLimiter } from './rate-limit.ts';
import { apiOperations } from './resources/index.ts';
import { type SamplePerson, samplePeople } from './seed/people.ts';
import { takeSample } from './seed/sample-directory.ts';
import { seedOnce } from './seed/seed.ts';
import { serve } from './serve.ts';
import { authorizeOperations } from './sign-in/authorize.ts';
import { practiceApiKey, type RegisteredClient, registeredClients } from './sign-in/clients.ts';
import { metadataOperation } from './sign-in/metadata.ts';
import { tokenOperation } from './sign-in/token.ts';
import { createTokens } from './sign-in/tokens.ts';
import { createStorageListener } from './storage-listener.ts';
import { openStore } from './store/database.ts';
import { createNotifier } from './webhooks/notifier.ts';
import { createWorld } from './world.ts';

export type { FaultRule } from './faults/rule.ts';
export { ticksOf } from './int64.ts';
export type { PracticeServiceOptions, Region, Variants } from './options.ts';
export { beyondTheSpecification } from './options.ts';

/** A running practice service; every address is on 127.0.0.1. */
export interface PracticeService extends Controls {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly storageUrl: string;
  readonly controlUrl: string;
  readonly apiKey: string;
  readonly clients: readonly RegisteredClient[];
  readonly people: readonly SamplePerson[];
  stop(): Promise<void>;
}

/** Starts the whole service of the interface specification on loopback. */
export async function startPracticeService(options: PracticeServiceOptions): Promise<PracticeService> {
  const { seed = 'firm', region = 'UK' } = options;
  if (seed === 'firm' && region === 'UK' && !options.clock) takeSample(options.directory);
  const store = openStore(options.directory);
  const jobs = createJobs(store, options.applyDelayMs ?? 150);
  const world = createWorld({
    store,
    jobs,
    directory: options.directory,
    clock: options.clock ?? { now: () => Date.now() },
    random: options.random ?? ((byteCount) => randomBytes(byteCount)),
    variants: { ...defaultVariants, ...options.variants },
    region,
    uploadLifetimeMs: options.uploadLifetimeMs ?? 15 * 60_000,
  });
  seedOnce(world, seed);

  const faults = createFaults(pseudoRandom(options.faultSeed ?? 1));
  const tokens = createTokens(world);
  const uploads = createUploads(world);
  const downloads = createDownloads(world);
  const rateLimiter = createRateLimiter(options.rateLimit ?? null, () => world.now());
  const shownNow = (): number => world.shownNow();

  const service = serve({
    operations: apiOperations(world, uploads, downloads),
    faults,
    shownNow,
    admit: (request) => admitApiRequest(request, { apiKey: practiceApiKey, tokens, rateLimiter }),
    expireUpload: (answer) => expireAnnounced(uploads.expire, answer),
  });
  const signIn = serve<PlainRequest>({
    operations: [
      ...authorizeOperations(world, tokens),
      tokenOperation(world, tokens),
      metadataOperation(world),
    ],
    faults,
    shownNow,
    admit: (request) => ({ request }),
  });
  const storage = createStorageListener(world, { uploads, downloads }, faults);

  const notifier = createNotifier(world, faults.chance);
  const functions = {
    ...createHelpers(world, tokens, uploads),
    variants: world.variants,
    faults,
    setRateLimit: (limit: RateLimit | null) => rateLimiter.set(limit),
    setClockOffset: (milliseconds: number) => world.setClockOffset(milliseconds),
    setApplyDelay: (milliseconds: number) => jobs.setDelay(milliseconds),
  };
  const listeners = { service, signIn, storage, control: createControl(functions) };
  const stop = async (): Promise<void> => {
    jobs.stop();
    await Promise.all([closeListeners(listeners), notifier.stop()]);
    store.close();
  };
  try {
    await openListeners(listeners, options, store, world.addresses);
  } catch (error) {
    await stop();
    throw error;
  }
  jobs.start();
  notifier.start();

  return {
    ...functions,
    baseUrl: world.addresses.service,
    authUrl: world.addresses.signIn,
    storageUrl: world.addresses.storage,
    controlUrl: world.addresses.control,
    apiKey: practiceApiKey,
    clients: registeredClients,
    people: samplePeople(world),
    stop,
  };
}

function expireAnnounced(expire: (uploadUrl: string) => void, { body }: Answer): void {
  if (typeof body === 'object' && body !== null && 'uploadUrl' in body) expire(String(body.uploadUrl));
}
