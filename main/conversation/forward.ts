import { ORPCError } from '@orpc/client';
import {
  type AnyContractProcedure,
  type AnyContractRouter,
  getEventIteratorSchemaDetails,
  isContractProcedure,
} from '@orpc/contract';
import { type AnyRouter, implement } from '@orpc/server';
import type { EngineClient, EngineLink, EngineSupervisor } from '../engine-process/supervisor.ts';
import { refused } from './refused.ts';

export type EngineSource = Pick<EngineSupervisor, 'link' | 'ready'>;

/** What a stream says while the engine is away, given the last value it said. */
export type Gap = (last: unknown) => unknown;

/** How long a call waits for an engine that is being restarted, in milliseconds. */
const waitForEngine = 10_000;

/**
 * Implements a part of the contract by asking the engine. Calls wait for an engine that is being restarted, and are
 * refused in words when it does not come or dies meanwhile. Streams wait for it as long as it takes; one with a gap
 * goes on with the next engine, one without ends with its own, so that whoever listens knows it missed something.
 */
export function forward(
  contract: AnyContractRouter,
  engine: EngineSource,
  clientOf: (client: EngineClient) => unknown,
  gaps: Readonly<Record<string, Gap>>,
  path: readonly string[] = [],
): AnyRouter {
  if (isContractProcedure(contract)) {
    const call = (link: EngineLink, input: unknown, signal: AbortSignal): Promise<unknown> =>
      callAt(clientOf(link.client), path, input, signal);
    const gap = gaps[path.join('.')];
    return isStream(contract)
      ? implement(contract).handler(({ input, signal }) => stream(engine, call, gap, input, signal))
      : implement(contract).handler(({ input, signal }) =>
          asking(engine, (link, either) => call(link, input, either), signal),
        );
  }
  return Object.fromEntries(
    Object.entries(contract).map(([name, part]) => [
      name,
      forward(part, engine, clientOf, gaps, [...path, name]),
    ]),
  );
}

/** Asks the engine for one thing; `either` aborts when the asker gives up or the engine dies. */
export async function asking<Answer>(
  engine: EngineSource,
  ask: (link: EngineLink, either: AbortSignal) => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  const link = await engine.ready(waitForEngine, signal);
  if (!link) throw refused(engineAway);
  try {
    return await ask(link, eitherOf(link, signal));
  } catch (error) {
    if (link.ended.aborted && !(error instanceof ORPCError)) throw refused(engineDied);
    throw error;
  }
}

/** The same for what the engine tells step by step. */
export async function* following<Step>(
  engine: EngineSource,
  ask: (link: EngineLink, either: AbortSignal) => Promise<AsyncIterable<Step>>,
  signal?: AbortSignal,
): AsyncGenerator<Step, void> {
  const link = await engine.ready(waitForEngine, signal);
  if (!link) throw refused(engineAway);
  try {
    yield* await ask(link, eitherOf(link, signal));
  } catch (error) {
    if (!link.ended.aborted || error instanceof ORPCError) throw error;
  }
  if (link.ended.aborted) throw refused(engineDied);
}

async function* stream(
  engine: EngineSource,
  call: (link: EngineLink, input: unknown, signal: AbortSignal) => Promise<unknown>,
  gap: Gap | undefined,
  input: unknown,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, void> {
  let last: unknown;
  for await (const link of engine.link.watch(signal)) {
    if (!link) {
      if (gap) yield gap(last);
      continue;
    }
    try {
      for await (const value of asIterable(await call(link, input, eitherOf(link, signal)))) {
        last = value;
        yield value;
      }
      if (!link.ended.aborted) return;
    } catch (error) {
      if (signal?.aborted) return;
      if (!link.ended.aborted) throw error;
    }
    if (!gap) return;
  }
}

const eitherOf = (link: EngineLink, signal: AbortSignal | undefined): AbortSignal =>
  signal ? AbortSignal.any([link.ended, signal]) : link.ended;

const isStream = (procedure: AnyContractProcedure): boolean =>
  getEventIteratorSchemaDetails(procedure['~orpc'].outputSchema) !== undefined;

function asIterable(value: unknown): AsyncIterable<unknown> {
  if (typeof value === 'object' && value !== null && Symbol.asyncIterator in value) {
    return value as AsyncIterable<unknown>;
  }
  throw new Error('the engine answered a stream with something else');
}

/** The client is a tree of functions that mirrors the contract. */
async function callAt(
  client: unknown,
  path: readonly string[],
  input: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const at = path.reduce<unknown>((node, name) => Reflect.get(Object(node), name), client);
  if (typeof at !== 'function') throw new Error(`the engine has no ${path.join('.')}`);
  return at(input, { signal });
}

const engineAway = {
  code: 'service-failed',
  what: 'Matterline is not ready yet.',
  why: 'The part of the program that does the work is being restarted.',
  next: 'Try again in a moment. Nothing is lost.',
} as const;

const engineDied = {
  code: 'service-failed',
  what: 'This was interrupted.',
  why: 'The part of the program that does the work had to be restarted meanwhile.',
  next: 'Look whether it was done, and try again if not. No captured save is lost.',
} as const;
