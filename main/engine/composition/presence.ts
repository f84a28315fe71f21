import type { AwakeReason } from '../../../shared/model/index.ts';
import type { Presence } from '../store/custody/audit-context.ts';
import type { Parts } from './parts.ts';

/** Who is at the computer, and whether anybody is. */
export function presence({ stores, inName, account, fetcher, poller, refresher }: Parts) {
  return {
    /** The sign-in in whose name it works. */
    signIn: () => inName.of,
    /** From now on it works in the name of this sign-in, or of none; `who` says who is at the computer as far as it is known. */
    worksFor(next: string | null, who: Presence) {
      stores.whoWasHere.becomes(who);
      if (next === inName.of) return account.setSignedIn(next !== null);
      // Nothing under way goes on in another's name.
      inName.of = null;
      account.setSignedIn(false);
      fetcher.signInEnds();
      inName.of = next;
      account.setSignedIn(next !== null);
    },
    /** What the person or the computer does that is a reason to look at the service sooner, or less often. */
    awake(reason: AwakeReason) {
      if (reason === 'focus' || reason === 'out-of-sight') poller.inSight(reason === 'focus');
      if (reason === 'out-of-sight') return;
      account.tryNow();
      if (reason === 'focus') return;
      refresher.refreshNow();
      poller.awake();
    },
  };
}
