import { Button, makeStyles } from '@fluentui/react-components';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lacksSecrets, type Session } from '../../shared/model/connection.ts';
import { InBrowser } from '../connect/InBrowser.tsx';
import { WelcomeCard } from '../connect/WelcomeCard.tsx';
import { useWelcomeStyles } from '../connect/welcomeStyles.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation, useSession } from '../conversation/useConversation.ts';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { lockedWords } from './lockedWords.ts';
import { SecretsForm } from './SecretsForm.tsx';

const useStyles = makeStyles({ fill: { height: '100%' } });

/** All that is shown while nobody has confirmed who is there. */
export function LockScreen() {
  const session = useSession();
  return (
    <main className={useStyles().fill}>
      {session?.state === 'signing-in' ? <InBrowser session={session} /> : <Locked session={session} />}
    </main>
  );
}

function Locked({ session }: { session: Session | null }) {
  const styles = useWelcomeStyles();
  const { queries } = useConversation();
  const signIn = useMutation(queries.app.signIn.mutationOptions());
  const isLacking = session !== null && lacksSecrets(session);
  const { data: view } = useQuery(queries.app.connection.queryOptions({ enabled: isLacking }));
  const refusal = signIn.error ? refusalOf(signIn.error) : (session?.refusal ?? null);
  return (
    <WelcomeCard title="Matterline is locked">
      <p className={styles.lead}>{lockedWords(session, view)}</p>
      {refusal ? <RefusalBar refusal={refusal} /> : null}
      {isLacking && view?.source === 'typed' ? <SecretsForm view={view} /> : null}
      {session?.state === 'unconfigured' ? null : (
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
      )}
    </WelcomeCard>
  );
}
