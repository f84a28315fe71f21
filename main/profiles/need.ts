import type { EngineSource } from '../conversation/forward.ts';
import { following } from '../engine-process/following.ts';
import { trayStateOf } from '../tray/tray-state.ts';

/** A profile that needs a person and is not the one the window shows. */
export interface NeedElsewhere {
  readonly id: string;
  readonly name: string;
  readonly need: string;
}

/** Tells what of a profile needs a person, for as long as the program runs; null when nothing does. */
export function followNeed(
  engine: EngineSource,
  tell: (need: string | null) => void,
  failed: (error: unknown) => void,
): void {
  following(
    engine,
    (client, signal) => client.engine.status(undefined, { signal }),
    (status) => {
      const { kind, lines } = trayStateOf(status);
      tell(kind === 'person' ? (lines[0] ?? null) : null);
    },
  ).catch(failed);
}
