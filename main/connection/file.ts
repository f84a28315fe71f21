import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { err, ok, type Result } from '../../shared/base/result.ts';
import {
  type Capabilities,
  type Connection,
  capabilitiesSchema,
  checkpointMatterSchema,
  connectionSchema,
  type Refusal,
  type TimeStamping,
  timeStampingSchema,
} from '../../shared/model/index.ts';
import { checkConnection } from './check.ts';

/**
 * What a connection file says: the connection, where new matter folders go unless the person chooses, what is used of a
 * service beyond the specification, who stamps the custody log, and where its checkpoints are filed.
 */
export interface ConnectionFile {
  readonly connection: Connection;
  readonly rootFolder: string | null;
  readonly capabilities: Capabilities | null;
  readonly timeStamping: TimeStamping | null;
  readonly checkpointMatter: string | null;
}

// Strict, so that a misspelt field is reported instead of silently doing nothing.
const fileSchema = z.strictObject({
  ...connectionSchema.shape,
  rootFolder: z
    .string()
    .refine((folder) => path.isAbsolute(folder), 'must be a full path')
    .optional(),
  capabilities: z.strictObject(capabilitiesSchema.shape).optional(),
  timeStamping: z.strictObject(timeStampingSchema.shape).optional(),
  checkpointMatter: checkpointMatterSchema.optional(),
});

/** The connection file named on the command line (`--config FILE`, `--config=FILE`) or in the environment. */
export function connectionFileName(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  const at = argv.findIndex((argument) => argument === '--config' || argument.startsWith('--config='));
  const argument = argv[at];
  const named = argument === '--config' ? argv[at + 1] : argument?.slice('--config='.length);
  return named || environment['MATTERLINE_CONFIG'] || null;
}

/** Reads and checks a connection file; a refusal names the field and what is wrong with it. */
export async function readConnectionFile(file: string): Promise<Result<ConnectionFile, Refusal>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    return refuse(file, `It cannot be read (${errorCode(error)}).`);
  }
  return parseConnectionFile(text, file);
}

export function parseConnectionFile(text: string, file: string): Result<ConnectionFile, Refusal> {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return refuse(file, 'It is not JSON.');
  }
  const parsed = fileSchema.safeParse(json, { reportInput: true });
  if (!parsed.success) return refuse(file, parsed.error.issues.map(inWords).join(' '));
  const { rootFolder, capabilities, timeStamping, checkpointMatter, ...connection } = parsed.data;
  const checked = checkConnection(connection);
  if (!checked.ok) return refuse(file, `${checked.error.what} ${checked.error.why}`, checked.error.code);
  return ok({
    connection: checked.value,
    rootFolder: rootFolder ?? null,
    capabilities: capabilities ?? null,
    timeStamping: timeStamping ?? null,
    checkpointMatter: checkpointMatter ?? null,
  });
}

function inWords(issue: z.core.$ZodIssue): string {
  const field = issue.path.join('.');
  if (field === '') {
    return issue.code === 'unrecognized_keys'
      ? `It has a field nobody knows: ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}.`
      : 'It does not contain a JSON object.';
  }
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? `"${field}" is missing.` : `"${field}" must be text.`;
  }
  if (issue.code === 'invalid_value') return `"${field}" must be one of: ${issue.values.join(', ')}.`;
  return `"${field}" ${issue.message}.`;
}

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';

const refuse = (
  file: string,
  why: string,
  code: Refusal['code'] = 'configuration-invalid',
): Result<never, Refusal> =>
  err({
    code,
    what: `The connection file ${file} cannot be used.`,
    why,
    next: 'Correct the file and start Matterline again, or ask whoever set it up.',
  });
