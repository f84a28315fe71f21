import { z } from 'zod';

/** One way of misbehaving, as JSON for the control address; kinds after the blank line change an answer. */
export const misbehaviour = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('latency'), ms: z.number().min(0) }),
  /** Nothing is done until the rule is removed. */
  z.object({ kind: z.literal('wait') }),
  z.object({ kind: z.literal('status'), status: z.int(), retryAfter: z.string().optional() }),
  z.object({
    kind: z.literal('answer'),
    status: z.int(),
    headers: z.record(z.string(), z.string()).optional(),
    text: z.string(),
  }),
  z.object({ kind: z.literal('captivePortal') }),
  z.object({ kind: z.literal('reset'), afterBytes: z.int().min(0).optional() }),
  z.object({ kind: z.literal('stall') }),
  z.object({ kind: z.literal('expired') }),

  z.object({ kind: z.literal('loseAnswer') }),
  /** All is done that was asked for; its answer does not come before the connection ends. */
  z.object({ kind: z.literal('holdAnswer') }),
  z.object({ kind: z.literal('truncatedBody') }),
  z.object({ kind: z.literal('cutConnection') }),
  z.object({ kind: z.literal('emptyBody') }),
  /** A content of the right length that is another one. */
  z.object({ kind: z.literal('wrongBytes') }),
  /** Elements that are no records stand in a list. */
  z.object({ kind: z.literal('strayElements') }),
  /** An answer names nothing of what was made or changed. */
  z.object({ kind: z.literal('nullIds') }),
  z.object({ kind: z.literal('reordered') }),
  z.object({ kind: z.literal('repeated') }),
  z.object({ kind: z.literal('unknownEnums') }),
  z.object({ kind: z.literal('foreignNextLink') }),
  z.object({ kind: z.literal('loopingNextLink') }),
]);

export type Misbehaviour = z.output<typeof misbehaviour>;

export const faultScope = z.object({
  route: z.string().min(1),
  count: z.union([z.int().min(1), z.literal('always')]).optional(),
  after: z.int().min(0).optional(),
  chance: z.number().min(0).max(1).optional(),
});

export interface FaultScope {
  /** An operation's name, `*`, or a regular expression on `METHOD /path` (a string `/.../` is one too). */
  readonly route: string | RegExp;
  /** How many matching requests are hit; default 1. `'always'` until removed. */
  readonly count?: number | 'always' | undefined;
  /** How many matching requests pass first; default 0. */
  readonly after?: number | undefined;
  /** Chance from 0 to 1 that a matching request is hit, drawn from the fault seed; default 1. */
  readonly chance?: number | undefined;
}

export type FaultRule = FaultScope & Misbehaviour;
