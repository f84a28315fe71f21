import { Notification } from 'electron';
import type { Clock } from '../../shared/base/clock.ts';
import type { Watched } from '../../shared/base/watched.ts';
import type { NavigationTarget, Session } from '../../shared/model/index.ts';
import type { EngineSource } from '../conversation/forward.ts';
import type { SettingsStore } from '../settings.ts';
import { type Notice, noticesOf, signInNotice, signInSoonNotice } from './notice.ts';
import { NoticeLimit } from './notice-limit.ts';
import { followProblems } from './problem-news.ts';
import { followSignIn } from './sign-in-news.ts';

interface NoticeParts {
  readonly engine: EngineSource;
  readonly clock: Clock;
  readonly session: Watched<Session>;
  readonly settings: SettingsStore;
  /** True while the person looks at the window, which tells it all. */
  readonly isSeen: () => boolean;
  /** A notice was clicked: the window opens, at a place if there is one. */
  readonly open: (lead: NavigationTarget | null) => void;
  readonly failed: (error: unknown) => void;
}

/** Shows what matters as notices of the system, for as long as the program runs. Answers how one more is shown. */
export function tellOfWhatMatters({
  engine,
  clock,
  session,
  settings,
  isSeen,
  open,
  failed,
}: NoticeParts): (notice: Notice) => void {
  const limit = new NoticeLimit(
    { get: () => settings.get('noticesAt'), set: (shownAt) => settings.set('noticesAt', shownAt) },
    () => clock.now(),
  );
  /** Held on to: the click on one that was collected would reach nobody. */
  const shown = new Set<Notification>();
  const tell = ({ urgent, title, body, lead }: Notice): void => {
    const isWanted = settings.get('preferences').notifications && !isSeen() && Notification.isSupported();
    if (!isWanted || !limit.take(urgent)) return;
    const notification = new Notification({ title, body });
    shown.add(notification);
    notification.on('close', () => shown.delete(notification));
    notification.on('click', () => {
      shown.delete(notification);
      open(lead);
    });
    notification.show();
  };
  followProblems({ engine, clock, tell: (fresh) => noticesOf(fresh).forEach(tell) }).catch(failed);
  followSignIn({
    session,
    clock,
    ended: () => tell(signInNotice),
    endsSoon: (days) => tell(signInSoonNotice(days)),
  });
  return tell;
}
