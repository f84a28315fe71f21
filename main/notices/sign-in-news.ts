import type { Clock } from '../../shared/base/clock.ts';
import type { Watched } from '../../shared/base/watched.ts';
import type { Session } from '../../shared/model/index.ts';

interface SignInNews {
  readonly session: Watched<Session>;
  readonly clock: Clock;
  /** The sign-in ended by itself. */
  readonly ended: () => void;
  /** It ends in so many whole days. */
  readonly endsSoon: (days: number) => void;
}

const hour = 60 * 60_000;
const day = 24 * hour;
/** From so many days before its end a sign-in is told about, once a day. */
const soon = 3;

/** Tells when a sign-in has ended that the person did not end, and before one does. */
export function followSignIn({ session, clock, ended, endsSoon }: SignInNews): void {
  let before = session.value.state;
  let told: number | null = null;
  session.subscribe(() => {
    const now = session.value;
    // The person's own signing out gives no reason.
    if (before === 'signed-in' && now.state === 'signed-out' && now.refusal !== null) ended();
    // Whoever is signed in stays so while another sign-in is under way.
    if (now.state !== 'signing-in') before = now.state;
  });
  const look = (): void => {
    const { value } = session;
    const left = value.state === 'signed-in' ? Date.parse(value.signInAgainBy) - clock.now() : Number.NaN;
    const days = Math.floor(left / day);
    if (days >= 0 && days <= soon && days !== told) endsSoon(days);
    told = days;
    clock.timer(hour, look);
  };
  look();
}
