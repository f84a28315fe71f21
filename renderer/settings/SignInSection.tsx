import { makeStyles, tokens } from '@fluentui/react-components';
import { useSession } from '../conversation/useConversation.ts';
import { RemoveOnSignOut } from '../sign-out/RemoveOnSignOut.tsx';
import { SignOutButton } from '../sign-out/SignOutButton.tsx';
import { longDate } from '../words/time.ts';

const useStyles = makeStyles({ quiet: { color: tokens.colorNeutralForeground3, margin: 0 } });

/** Whether somebody is signed in, until when, and what becomes of what is kept when they sign out. */
export function SignInSection({ signedIn }: { signedIn: boolean }) {
  return (
    <>
      <SignInFacts />
      <RemoveOnSignOut />
      {signedIn ? <SignOutButton /> : null}
    </>
  );
}

function SignInFacts() {
  const styles = useStyles();
  const session = useSession();
  if (session?.state !== 'signed-in') {
    return (
      <p className={styles.quiet}>You are signed out. What you save is kept, and filed once you sign in.</p>
    );
  }
  return (
    <>
      <p className={styles.quiet}>Signed in. A new sign-in is needed by {longDate(session.signInAgainBy)}.</p>
      {session.keptIn === 'memory' ? (
        <p className={styles.quiet}>
          This computer has no safe place to keep a sign-in, so it ends when Matterline is closed.
        </p>
      ) : null}
    </>
  );
}
