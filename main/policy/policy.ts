import path from 'node:path';
import { z } from 'zod';
import { err, type Result } from '../../shared/base/result.ts';
import {
  type Capabilities,
  type Connection,
  capabilitiesSchema,
  checkpointMatterSchema,
  connectionSchema,
  fetchedLimitSchema,
  type IdentityPolicy,
  identityPolicySchema,
  lockAfterMinutesSchema,
  type Managed,
  type Refusal,
  requestLimitSchema,
  sendLimitSchema,
  type TimeStamping,
  timeStampingSchema,
  type VaultLimits,
  vaultLimitsSchema,
} from '../../shared/model/index.ts';
import { checkConnection } from '../connection/check.ts';

const fields = {
  connection: z
    .strictObject(connectionSchema.shape)
    .describe('Where the firm’s service is. Nothing else can be typed or given by a file then.'),
  redirect: connectionSchema.shape.redirect
    .unwrap()
    .describe('How the sign-in comes back to the program, whatever the connection says.'),
  rootFolder: z
    .string()
    .refine((folder) => path.isAbsolute(folder), 'must be a full path')
    .describe('Full path of the folder under which matter folders are made.'),
  requestLimit: z
    .strictObject(requestLimitSchema.shape)
    .describe('Most requests to the service: so many a second, and so many at once after a pause.'),
  vaultLimits: z
    .strictObject(vaultLimitsSchema.shape)
    .describe('How much of the past is kept on each computer: bytes, and days; null for no limit.'),
  fetchedLimit: fetchedLimitSchema.describe(
    'Most bytes of documents that were fetched from the service into the matter folders of each computer.',
  ),
  updates: z.enum(['on', 'off']).describe('Whether the program looks for newer versions of itself.'),
  removeOnSignOut: z
    .enum(['on', 'off'])
    .describe('Whether what is kept on a computer goes when someone is signed out and everything is filed.'),
  lockAfterMinutes: lockAfterMinutesSchema.describe(
    'Minutes without use after which the window shows nothing until someone signs in again.',
  ),
  sendLimit: sendLimitSchema.describe('Most bytes of documents a second that are sent to the service.'),
  identity: identityPolicySchema.describe(
    'How someone who signs in is recognised: by what they say, where the sign-in does not tell, or by proof alone.',
  ),
  capabilities: z
    .strictObject(capabilitiesSchema.shape)
    .describe(
      'Which groups of operations beyond the service’s specification are used where it offers them: `auto`, or `off`.',
    ),
  timeStamping: z
    .strictObject(timeStampingSchema.shape)
    .describe(
      'The authority (RFC 3161) that stamps the custody log once a day, and before a record is made.',
    ),
  checkpointMatter: checkpointMatterSchema.describe(
    'The matter, by its number or its id in the service, into which each computer files the newest checkpoint of its custody log once a week.',
  ),
} satisfies Record<Managed, z.ZodType>;

/** What an administrator may write. Strict, so that a misspelt field is told instead of doing nothing. */
const policySchema = z.strictObject(fields).partial();

/** The same for editors and for tools that check before they hand out (docs/policy.schema.json). */
export const policyJsonSchema = (): object => ({
  title: 'Matterline policy',
  ...z.toJSONSchema(policySchema, { io: 'input' }),
});

/** What an administrator decided; null where nothing. */
export interface Policy {
  readonly managed: readonly Managed[];
  readonly problems: readonly Refusal[];
  readonly connection: Result<Connection, Refusal> | null;
  readonly redirect: Connection['redirect'] | null;
  /** Managed without a value when what is written cannot be used: then nobody chooses one either. */
  readonly rootFolder: string | null;
  readonly requestLimit: z.infer<typeof requestLimitSchema> | null;
  readonly vaultLimits: VaultLimits | null;
  readonly fetchedLimit: number | null;
  readonly updates: 'on' | 'off' | null;
  readonly removeOnSignOut: 'on' | 'off' | null;
  readonly lockAfterMinutes: number | null;
  readonly sendLimit: number | null;
  readonly identity: IdentityPolicy | null;
  readonly capabilities: Capabilities | null;
  /** Null too when what is written cannot be used. */
  readonly timeStamping: TimeStamping | null;
  readonly checkpointMatter: string | null;
}

export const noPolicy: Policy = {
  managed: [],
  problems: [],
  connection: null,
  redirect: null,
  rootFolder: null,
  requestLimit: null,
  vaultLimits: null,
  fetchedLimit: null,
  updates: null,
  removeOnSignOut: null,
  lockAfterMinutes: null,
  sendLimit: null,
  identity: null,
  capabilities: null,
  timeStamping: null,
  checkpointMatter: null,
};

/** Slow enough for whatever limit was meant. */
const slowest = { perSecond: 1, burst: 1 };

/**
 * Reads a policy. A field that cannot be used is told, stays managed and takes its strictest meaning, so that a slip of
 * the pen never gives more freedom than what was meant; the other fields hold. What is no JSON object counts as every
 * field being wrong.
 */
export function readPolicy(text: string | null, where: string): Policy {
  const json = text === null ? null : parsed(text);
  const written = isRecord(json) ? json : null;
  const whole =
    written === null ? [refusal(where, 'It cannot be read, or does not contain a JSON object.')] : [];
  const unknown = Object.keys(written ?? {}).filter((name) => !(name in fields));
  const unknownFields = unknown.map((name) =>
    refusal(where, `It has a field nobody knows: ${JSON.stringify(name)}.`),
  );

  const read = <Name extends Managed>(name: Name): Field<z.output<(typeof fields)[Name]>> => {
    if (written && !(name in written)) return { is: 'absent' };
    const result = written ? fields[name].safeParse(written[name]) : null;
    if (result?.success) return { is: 'good', value: result.data as z.output<(typeof fields)[Name]> };
    const issue = result?.error.issues[0];
    const at = [name, ...(issue?.path ?? [])].join('.');
    return { is: 'bad', refusal: whole[0] ?? refusal(where, `"${at}" cannot be used: ${issue?.message}.`) };
  };
  const connection = read('connection');
  const checked = connection.is === 'good' ? checkConnection(connection.value) : null;
  const redirect = read('redirect');
  const rootFolder = read('rootFolder');
  const requestLimit = read('requestLimit');
  const vaultLimits = read('vaultLimits');
  const fetchedLimit = read('fetchedLimit');
  const updates = read('updates');
  const removeOnSignOut = read('removeOnSignOut');
  const lockAfterMinutes = read('lockAfterMinutes');
  const sendLimit = read('sendLimit');
  const identity = read('identity');
  const capabilities = read('capabilities');
  const timeStamping = read('timeStamping');
  const checkpointMatter = read('checkpointMatter');
  const all = {
    connection,
    redirect,
    rootFolder,
    requestLimit,
    vaultLimits,
    fetchedLimit,
    updates,
    removeOnSignOut,
    lockAfterMinutes,
    sendLimit,
    identity,
    capabilities,
    timeStamping,
    checkpointMatter,
  };
  const bad = Object.values(all).flatMap((field) => (field.is === 'bad' ? [field.refusal] : []));
  return {
    managed: (Object.keys(all) as Managed[]).filter((name) => all[name].is !== 'absent'),
    problems: [
      ...new Set([...whole, ...unknownFields, ...bad, ...(checked?.ok === false ? [checked.error] : [])]),
    ],
    connection: checked ?? (connection.is === 'bad' ? err(connection.refusal) : null),
    redirect: redirect.is === 'good' ? redirect.value : null,
    rootFolder: rootFolder.is === 'good' ? rootFolder.value : null,
    requestLimit: strictest(requestLimit, slowest),
    vaultLimits: vaultLimits.is === 'good' ? vaultLimits.value : null,
    fetchedLimit: strictest(fetchedLimit, 100_000_000),
    updates: strictest(updates, 'off'),
    removeOnSignOut: strictest(removeOnSignOut, 'on'),
    lockAfterMinutes: strictest(lockAfterMinutes, 1),
    sendLimit: strictest(sendLimit, 16_000),
    identity: strictest(identity, 'proven'),
    capabilities: strictest(capabilities, { documents: 'off' }),
    timeStamping: strictest(timeStamping, null),
    checkpointMatter: strictest(checkpointMatter, null),
  };
}

type Field<Value> =
  | { readonly is: 'absent' }
  | { readonly is: 'good'; readonly value: Value }
  | { readonly is: 'bad'; readonly refusal: Refusal };

const strictest = <Value>(field: Field<Value>, strict: Value): Value | null =>
  field.is === 'absent' ? null : field.is === 'good' ? field.value : strict;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
}

const refusal = (where: string, why: string): Refusal => ({
  code: 'configuration-invalid',
  what: `What your administrator decided in ${where} cannot be used as it is.`,
  why,
  next: 'Ask the person who looks after your computers to correct it, and start Matterline again.',
});
