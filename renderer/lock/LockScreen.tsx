import { Button, makeStyles } from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import { InBrowser } from '../connect/InBrowser.tsx';
import { WelcomeCard } from '../connect/WelcomeCard.tsx';
import { useWelcomeStyles } from '../connect/welcomeStyles.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation, useSession } from '../conversation/useConversation.ts';
import { RefusalBar } from '../widgets/RefusalBar.tsx';

const useStyles = makeStyles({ fill: { height: '100%' } });

/** All that is shown while nobody has confirmed who is there. */
export function LockScreen() {
  const session = useSession();
  return (
    <main className={useStyles().fill}>
      {session?.state === 'signing-in' ? <InBrowser session={session} /> : <Locked />}
    </main>
  );
}

function Locked() {
  const styles = useWelcomeStyles();
  const { queries } = useConversation();
  const session = useSession();
  const signIn = useMutation(queries.app.signIn.mutationOptions());
  const told = session !== null && session.state !== 'signed-in' ? session.refusal : null;
  const refusal = signIn.error ? refusalOf(signIn.error) : told;
  return (
    <WelcomeCard title="Matterline is locked">
      <p className={styles.lead}>
        This computer was idle for a while. To continue, sign in again in your browser. What you saved is
        still being filed.
      </p>
      {refusal ? <RefusalBar refusal={refusal} /> : null}
      <div className={styles.actions}>
        <Button
          appearance="primary"
          size="large"
          disabledFocusable={signIn.isPending}
          onClick={() => signIn.mutate({})}
        >
          Sign in to continue
        </Button>
      </div>
    </WelcomeCard>
  );
}
