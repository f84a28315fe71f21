import { z } from 'zod';
import { type Answer, problem } from './answer.ts';

export type Parsed<Value> = { readonly value: Value } | { readonly refusal: Answer };

/** Checks a request body; a refusal names every field and the rule it broke, by field path. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): Parsed<z.output<Schema>> {
  const result = schema.safeParse(body ?? {});
  if (result.success) return { value: result.data };
  return { refusal: invalid(result.error.issues.map((issue) => [fieldOf(issue), issue.message] as const)) };
}

export function invalid(broken: ReadonlyArray<readonly [field: string, rule: string]>): Answer {
  const errors: Record<string, string[]> = {};
  for (const [field, rule] of broken) errors[field] = [...(errors[field] ?? []), rule];
  const detail = broken.map(([field, rule]) => `${field}: ${rule}`).join('; ');
  return problem(400, detail, { errors });
}

function fieldOf(issue: z.core.$ZodIssue): string {
  return issue.path.length === 0 ? 'body' : issue.path.join('.');
}

export const optionalText = z.string().nullish();
export const optionalTexts = z.array(z.string()).nullish();
export const optionalFlag = z.boolean().nullish();
export const optionalNumber = z.number().nullish();
export const optionalDateTime = z
  .string()
  .refine(
    (value) => /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value)),
    'must be an ISO 8601 date-time',
  )
  .nullish();

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: string | undefined): value is string {
  return value !== undefined && uuidPattern.test(value);
}
