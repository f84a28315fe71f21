import type { EngineSource } from '../conversation/forward.ts';
import type { EngineClient } from './supervisor.ts';

/**
 * Follows a stream of the engine for as long as the program runs, over each restart of it. `onAway` runs whenever there
 * is no engine. Rejects only for what is no end of an engine.
 */
export async function following<Value>(
  engine: EngineSource,
  ask: (client: EngineClient, signal: AbortSignal) => Promise<AsyncIterable<Value>>,
  onValue: (value: Value, client: EngineClient, signal: AbortSignal) => void,
  onAway: () => void = () => {},
): Promise<void> {
  for await (const link of engine.link.watch()) {
    if (!link) {
      onAway();
      continue;
    }
    try {
      for await (const value of await ask(link.client, link.ended)) onValue(value, link.client, link.ended);
    } catch (error) {
      if (!link.ended.aborted) throw error;
    }
  }
}
