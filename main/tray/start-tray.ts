import type { Clock } from '../../shared/base/clock.ts';
import type { Result } from '../../shared/base/result.ts';
import type { Watched } from '../../shared/base/watched.ts';
import type { Refusal } from '../../shared/model/index.ts';
import type { EngineSource } from '../conversation/forward.ts';
import { openRecent } from '../documents/open-recent.ts';
import { traceOf } from '../log.ts';
import type { NeedElsewhere } from '../profiles/need.ts';
import { AppTray } from './app-tray.ts';
import { pauseFiling } from './pause-filing.ts';
import { tellRefusal } from './tell-refusal.ts';
import type { TrayActions } from './tray-menu.ts';
import { tellTray } from './tray-news.ts';

interface TrayParts extends Pick<TrayActions, 'open' | 'showProblems' | 'showProfile' | 'quit'> {
  readonly platform: NodeJS.Platform;
  readonly engine: EngineSource;
  readonly isPrivate: Watched<boolean>;
  readonly elsewhere: Watched<readonly NeedElsewhere[]>;
  readonly clock: Clock;
  readonly openFile: (path: string, origin: 'own' | 'fetched') => Promise<Result<void, Refusal>>;
  readonly log: (message: string) => void;
}

/** Puts the program's sign into the tray. False where the system has no place for it: all it does, the window does too. */
export function startTray({
  platform,
  engine,
  isPrivate,
  elsewhere,
  clock,
  openFile,
  log,
  ...actions
}: TrayParts): boolean {
  try {
    const tray = new AppTray(platform, {
      ...actions,
      pause(paused) {
        pauseFiling(engine, paused)
          .then((done) => done.ok || tellRefusal(done.error))
          .catch((error: unknown) => log(`Filing was not paused or resumed: ${traceOf(error)}`));
      },
      openDocument(document) {
        openRecent(engine, document, openFile)
          .then((opened) => opened.ok || tellRefusal(opened.error))
          .catch((error: unknown) => log(`A recent document was not opened: ${traceOf(error)}`));
      },
    });
    tellTray({
      engine,
      isPrivate,
      elsewhere,
      clock,
      show: (...shown) => tray.show(...shown),
      failed: (error) => log(`The tray is not kept up to date: ${traceOf(error)}`),
    });
    return true;
  } catch (error) {
    log(`There is no tray: ${traceOf(error)}`);
    return false;
  }
}
