import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { err, ok, type Result } from '../../shared/base/result.ts';
import { checkAddress } from '../../shared/model/address.ts';
import { requestLimitSchema } from '../../shared/model/connection.ts';
import type { Refusal } from '../../shared/model/refusal.ts';
import { signatureSchema } from './webhooks/signature.ts';

export interface HubConfiguration {
  /** Address of the practice service, without a slash at its end. */
  readonly service: string;
  readonly apiKey: string;
  /** The file that has it. */
  readonly secrets: string;
  readonly listen: { readonly host: string; readonly port: number };
  /** How many requests the service takes from the whole firm. */
  readonly limit: z.infer<typeof requestLimitSchema>;
  readonly beyondTheSpecification: boolean;
  /** What several hubs share; null for one that runs by itself. */
  readonly redis: { readonly url: string; readonly password: string | null } | null;
  /** Null where the service notifies of nothing. */
  readonly webhooks: z.infer<typeof webhooksSchema> | null;
  /** Signs what the service notifies of; null while there is no subscription. */
  readonly webhookKey: string | null;
}

const webhooksSchema = z.strictObject({
  /** Where the service finds the hub: leads to its `/hub/events`. */
  address: z.url(),
  /** What of: names of the form `<resource>.<change>`, as the service lists them. */
  events: z
    .array(z.string().regex(/^[^\s.]+(\.[^\s.]+)+$/, 'must be names of the form resource.change'))
    .min(1),
  /** Written by `subscribe`: which subscription it is. */
  state: z.string(),
  signature: signatureSchema.prefault({}),
});

const defaultListen = '127.0.0.1:8710';

/** Strict, so that a misspelt field is reported instead of silently doing nothing. */
const fileSchema = z.strictObject({
  service: z.string().optional(),
  listen: z.string().optional(),
  secrets: z.string().optional(),
  limit: z.strictObject(requestLimitSchema.shape).default({ perSecond: 5, burst: 5 }),
  beyondTheSpecification: z.boolean().default(false),
  webhooks: webhooksSchema.nullable().default(null),
  redis: z.string().optional(),
});

const secretSchema = z.strictObject({
  apiKey: z.string().regex(/^[\x21-\x7e]+$/, 'has a space or a character that cannot be sent, or is empty'),
  redisPassword: z.string().min(1).nullable().default(null),
  webhookKey: z.string().min(16, 'is too short to be a secret').nullable().default(null),
});

export const usage = `npm run hub -- --config FILE [--service URL] [--listen HOST:PORT] [--secrets FILE]
npm run hub -- subscribe --config FILE [--again] < FILE-WITH-AN-ACCESS-TOKEN
npm run hub -- check --config FILE

  --config FILE       the hub's configuration (docs/hub.md)
  --service URL       address of the practice service, instead of the file's
  --listen HOST:PORT  where desktops find the hub, instead of the file's (default ${defaultListen})
  --secrets FILE      the file with the firm's API key, instead of the file's
  --redis URL         what several hubs share: rediss://HOST:PORT, or redis://127.0.0.1:PORT (default: one hub by itself)

  subscribe           asks the service, once, to notify the hub; an administrator's access token comes by standard input
  check               says whether the configuration can be used, and starts nothing`;

type Command = 'run' | 'subscribe' | 'check';

/** What is to be done, by which configuration. */
export interface Started {
  readonly command: Command;
  /** Subscribes though an earlier subscription may be there. */
  readonly again: boolean;
  readonly configuration: HubConfiguration;
}

/** What the command line and the files it names say; a refusal names what is wrong, why, and what to do. */
export function readConfiguration(argv: readonly string[]): Result<Started | 'usage', Refusal> {
  const flags = flagsOf(argv);
  if (!flags.ok) return flags;
  if (flags.value.help) return ok('usage');
  const file = flags.value.config === undefined ? ok('{}') : readText(flags.value.config);
  if (!file.ok) return file;
  const parsed = parse(file.value, fileSchema, flags.value.config ?? 'the command line');
  if (!parsed.ok) return parsed;
  const { limit, beyondTheSpecification, webhooks } = parsed.value;
  const { command, again = false, help: _, ...places } = flags.value;
  const { service, listen, secrets, redis } = { ...parsed.value, ...given(places) };
  if (service === undefined)
    return refuse(
      'It is not said where the practice service is.',
      'Give its address as "service" in the configuration, or by --service URL.',
    );
  const address = checkAddress(service, 'The service address (service)');
  if (!address.ok) return address;
  const place = placeOf(listen ?? defaultListen);
  if (place === null)
    return refuse(
      `"listen" is ${JSON.stringify(listen)}, which is no host and port.`,
      `Write it as ${defaultListen}.`,
    );
  if (secrets === undefined)
    return refuse(
      'It is not said where the firm’s API key is kept.',
      'Write it into a file of its own as {"apiKey": "…"}, and name that file as "secrets" in the configuration, or by --secrets FILE.',
    );
  const secret = readSecret(secrets);
  if (!secret.ok) return secret;
  if (redis !== undefined && !isRedisAddress(redis))
    return refuse(
      '"redis" is no address of a Redis or Valkey that may be used.',
      'Write it as rediss://HOST:PORT, or as redis://127.0.0.1:PORT on this computer; its password belongs into the secret file, as "redisPassword".',
    );
  const { redisPassword, ...kept } = secret.value;
  const configuration = {
    ...{ service: address.value, ...kept, listen: place },
    redis: redis === undefined ? null : { url: redis, password: redisPassword },
    ...{ limit, beyondTheSpecification, webhooks, secrets },
  };
  return ok({ command, again, configuration });
}

const commands = { again: { type: 'boolean' }, help: { type: 'boolean' } } as const;
const isCommand = (word: string): word is Command =>
  word === 'run' || word === 'subscribe' || word === 'check';

function flagsOf(argv: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { config: text, service: text, listen: text, secrets: text, redis: text, ...commands },
      allowPositionals: true,
    });
    const [command = 'run', ...more] = positionals;
    if (more.length > 0 || !isCommand(command))
      throw new Error(`There is no command ${positionals.join(' ')}`);
    return ok({ ...values, command });
  } catch (error) {
    const why = error instanceof Error ? error.message.split('. ')[0] : String(error);
    return refuse(`${why}.`, `Start it like this:\n\n${usage}`);
  }
}

/** Encrypted, but for this computer itself; a password in it would be seen in the list of processes. */
function isRedisAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.password !== '' || url.username !== '') return false;
  return (
    url.protocol === 'rediss:' || (url.protocol === 'redis:' && /^(127\.0\.0\.1|\[::1\])$/.test(url.hostname))
  );
}

const given = (flags: Readonly<Record<string, string | boolean | undefined>>) =>
  Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));

function readSecret(file: string): Result<z.infer<typeof secretSchema>, Refusal> {
  const text = readText(file);
  if (!text.ok) return text;
  // Windows has no such bits: there the directory's own permissions count.
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    return refuse(
      `${file} holds the firm’s API key, and others on this computer may read or change it.`,
      `Run: chmod 600 ${file}`,
    );
  return parse(text.value, secretSchema, file);
}

/** The key that `subscribe` left in the secret file since; null where there is none, or the file cannot be used now. */
export function webhookKeyIn(secrets: string): string | null {
  const secret = readSecret(secrets);
  return secret.ok ? secret.value.webhookKey : null;
}

function readText(file: string): Result<string, Refusal> {
  try {
    return ok(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return refuse(
      `${file} cannot be read (${code}).`,
      'Name a file that is there and that the hub’s user may read.',
    );
  }
}

/** Values are not quoted: this is how the secret file is read too. */
function parse<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
  where: string,
): Result<z.output<Schema>, Refusal> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refuse(`${where} is not JSON.`, 'Correct the file, and start the hub again.');
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  const why = parsed.error.issues.map((issue) => {
    if (issue.code === 'unrecognized_keys')
      return `it has a field nobody knows: ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
    return issue.path.length === 0
      ? 'it does not contain a JSON object'
      : `"${issue.path.join('.')}" ${issue.message}`;
  });
  return refuse(`In ${where}, ${why.join('; ')}.`, 'Correct the file, and start the hub again.');
}

function placeOf(text: string): HubConfiguration['listen'] | null {
  const [, host = '', port = ''] = /^(\[[\da-fA-F:.]+\]|[\w.-]+):(\d{1,5})$/.exec(text) ?? [];
  return host === '' || Number(port) > 65_535
    ? null
    : { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

const refuse = (why: string, next: string): Result<never, Refusal> =>
  err({ code: 'configuration-invalid', what: 'The hub cannot start.', why, next });
