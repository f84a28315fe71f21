import type { Profiles } from '../profiles/profiles.ts';
import type { shownEngine } from '../profiles/shown-engine.ts';
import { startTray } from './start-tray.ts';
import { tellRefusal } from './tell-refusal.ts';

type Ports = Pick<
  Parameters<typeof startTray>[0],
  'platform' | 'clock' | 'openFile' | 'log' | 'open' | 'quit'
>;

/** The tray shows the profile in sight, and leads to the problems of the others; false where the system has none. */
export function profilesInTray(
  profiles: Profiles,
  inSight: ReturnType<typeof shownEngine>,
  ports: Ports,
): boolean {
  const showProblems = () => {
    profiles.shown.value.leads.lead({ to: 'problems' });
    ports.open();
  };
  return startTray({
    ...ports,
    engine: inSight.engine,
    isPrivate: inSight.isLocked,
    elsewhere: profiles.needElsewhere,
    showProblems,
    showProfile(id) {
      void profiles.show(id).then((shown) => {
        if (!shown.ok) return tellRefusal(shown.error);
        showProblems();
      });
    },
  });
}
