import type { Clock } from '../../shared/base/clock.ts';
import type { Watched } from '../../shared/base/watched.ts';
import { type EngineStatus, type RecentDocument, statusBefore } from '../../shared/model/index.ts';
import type { EngineSource } from '../conversation/forward.ts';
import { following } from '../engine-process/following.ts';
import type { NeedElsewhere } from '../profiles/need.ts';
import type { AppTray } from './app-tray.ts';
import { trayStateOf } from './tray-state.ts';

/** Documents the menu offers. */
const mostRecent = 8;
/** Milliseconds between two looks at them: saves come in hundreds. */
const restBetween = 2_000;

interface TrayNews {
  readonly engine: EngineSource;
  /** True while no document may be named. */
  readonly isPrivate: Watched<boolean>;
  /** Other profiles that need a person. */
  readonly elsewhere: Watched<readonly NeedElsewhere[]>;
  readonly clock: Clock;
  readonly show: AppTray['show'];
  readonly failed: (error: unknown) => void;
}

/** Shows how things stand, and the documents worked on lately, for as long as the program runs. */
export function tellTray({ engine, isPrivate, elsewhere, clock, show, failed }: TrayNews): void {
  let status: EngineStatus = statusBefore;
  let recent: readonly RecentDocument[] = [];
  let isDue = false;
  const tell = (): void => {
    const isNamed = !isPrivate.value;
    const others = isNamed
      ? elsewhere.value
      : elsewhere.value.map((one) => ({ ...one, name: 'Another profile' }));
    show(trayStateOf(status), status.paused, isNamed ? recent : [], others);
  };
  const lookAtRecent = async (): Promise<void> => {
    isDue = false;
    const link = engine.link.value;
    if (!link) return;
    // What an engine that has just ended did not answer, the next one is asked. One that refuses shows nobody's documents.
    recent = await link.client.engine
      .recent({ limit: mostRecent }, { signal: link.ended })
      .catch(() => (link.ended.aborted ? recent : []));
    tell();
  };
  const recentChanged = (wait: number): void => {
    if (isDue) return;
    isDue = true;
    clock.timer(wait, () => void lookAtRecent());
  };
  tell();
  isPrivate.subscribe(tell);
  elsewhere.subscribe(tell);
  following(
    engine,
    (client, signal) => client.engine.status(undefined, { signal }),
    (now) => {
      status = now;
      tell();
    },
    () => {
      status = { ...status, engine: 'stopped' };
      tell();
    },
  ).catch(failed);
  following(
    engine,
    (client, signal) => {
      recentChanged(0);
      return client.engine.changes(undefined, { signal });
    },
    (change) => {
      if (change.topic !== 'person') return recentChanged(restBetween);
      recent = [];
      tell();
      void lookAtRecent();
    },
  ).catch(failed);
}
