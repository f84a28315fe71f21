import { Watched } from '../../shared/base/watched.ts';
import type { EngineSource } from '../conversation/forward.ts';
import type { EngineLink } from '../engine-process/supervisor.ts';
import type { Main, Profiles } from './profiles.ts';

interface ShownEngine {
  /** The engine of whichever profile the window shows; with another profile its links end and new ones come. */
  readonly engine: EngineSource;
  /** True while what the window would show is locked. */
  readonly isLocked: Watched<boolean>;
  /** Looks at a profile from now on. */
  readonly follow: (main: Main) => void;
}

/** For what stands outside the window and tells of what the window tells of. */
export function shownEngine({ shown }: Profiles): ShownEngine {
  const link = new Watched<EngineLink | null>(null);
  const isLocked = new Watched(false);
  let turn = new AbortController();
  const look = (): void => {
    const { engine, lock } = shown.value;
    const theirs = engine.link.value;
    turn.abort();
    turn = new AbortController();
    isLocked.set(lock.locked.value);
    link.set(theirs && { ...theirs, ended: AbortSignal.any([theirs.ended, turn.signal]) });
  };
  const lookIfShown = (main: Main) => (): void => {
    if (shown.value === main) look();
  };
  shown.subscribe(look);
  return {
    engine: { link, ready: (milliseconds, signal) => shown.value.engine.ready(milliseconds, signal) },
    isLocked,
    follow(main) {
      main.engine.link.subscribe(lookIfShown(main));
      main.lock.locked.subscribe(lookIfShown(main));
      lookIfShown(main)();
    },
  };
}
