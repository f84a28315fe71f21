import type { Clock } from '../../shared/base/clock.ts';
import { traceOf } from '../log.ts';
import type { Notice } from '../notices/notice.ts';
import { tellOfWhatMatters } from '../notices/tell.ts';
import type { MainWindow } from '../window/main-window.ts';
import type { Main, Profiles } from './profiles.ts';
import type { shownEngine } from './shown-engine.ts';

interface Ports {
  readonly clock: Clock;
  readonly mainWindow: MainWindow;
  readonly inSight: ReturnType<typeof shownEngine>;
  readonly reloadPage: () => void;
  readonly log: (message: string) => void;
}

/**
 * Starts each profile, now and whenever one is made, and tells the person what goes on in it.
 * @returns tells a notice of one of them
 */
export function followProfiles(
  profiles: Profiles,
  { clock, mainWindow, inSight, reloadPage, log }: Ports,
): (main: Main, notice: Notice) => void {
  const tellers = new Map<Main, (notice: Notice) => void>();
  profiles.each((main) => {
    const reloadIfShown = () => {
      if (profiles.shown.value === main) reloadPage();
    };
    main.lock.locked.subscribe(reloadIfShown);
    // Nobody begins where somebody else was, or with anything of theirs in the page's memory.
    main.turns.subscribe(reloadIfShown);
    inSight.follow(main);
    main.lock.start();
    main.engine.start();
    const tell = tellOfWhatMatters({
      engine: main.engine,
      clock,
      session: main.session.session,
      settings: main.settings,
      isSeen: () => mainWindow.window?.isFocused() === true && profiles.shown.value === main,
      open(lead) {
        profiles.turnTo(main);
        if (lead) main.leads.lead(lead);
        mainWindow.show();
      },
      failed: (error) => log(`problems are not told of: ${traceOf(error)}`),
    });
    tellers.set(main, tell);
  });
  return (main, notice) => tellers.get(main)?.(notice);
}
