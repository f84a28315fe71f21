import { useEffect, useRef } from 'react';
import type { MatterId } from '../../shared/model/index.ts';
import { useAct } from '../frame/notices.tsx';
import { asNewest, turned } from './kept.ts';
import { usePrefer, usePreferences } from './usePreferences.ts';

interface Pins {
  readonly pinned: readonly MatterId[];
  /** Pins a matter, or unpins it. */
  turn: (matterId: MatterId) => void;
}

/** Matters the person keeps at hand. */
export function usePins(): Pins {
  const pinned = usePreferences()?.pinned ?? [];
  const prefer = usePrefer();
  const act = useAct();
  return { pinned, turn: (matterId) => act(() => prefer({ pinned: turned(pinned, matterId) })) };
}

/** Remembers a matter as the one opened last. */
export function useRemembered(matterId: MatterId): void {
  const recent = usePreferences()?.recent;
  const prefer = usePrefer();
  const done = useRef<MatterId | null>(null);
  useEffect(() => {
    if (recent === undefined || done.current === matterId) return;
    done.current = matterId;
    if (recent[0] === matterId) return;
    prefer({ recent: asNewest(recent, matterId) }).catch((error: unknown) => {
      console.warn('The matter is not remembered.', error);
    });
  }, [recent, matterId, prefer]);
}
