import { Button } from '@fluentui/react-components';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Session } from '../../shared/model/index.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation, useStatus } from '../conversation/useConversation.ts';
import { ConfigurationProblems } from '../frame/ConfigurationProblems.tsx';
import { later } from '../widgets/later.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { hostOf } from '../words/address.ts';
import { WelcomeCard } from './WelcomeCard.tsx';
import { useWelcomeStyles } from './welcomeStyles.ts';

const InBrowser = later(async () => (await import('./InBrowser.tsx')).InBrowser);

type SigningIn = Extract<Session, { state: 'signing-in' }>;
type SignedOut = Extract<Session, { state: 'signed-out' }>;

interface SignInScreenProps {
  session: SigningIn | SignedOut;
  onLookInside: () => void;
}

export function SignInScreen({ session, onLookInside }: SignInScreenProps) {
  return session.state === 'signing-in' ? (
    <InBrowser session={session} />
  ) : (
    <BeforeSignIn session={session} onLookInside={onLookInside} />
  );
}

function BeforeSignIn({ session, onLookInside }: { session: SignedOut; onLookInside: () => void }) {
  const styles = useWelcomeStyles();
  const { queries } = useConversation();
  const { data: connection } = useQuery(queries.app.connection.queryOptions());
  const signIn = useMutation(queries.app.signIn.mutationOptions());
  const somethingKept = useStatus()?.mattersCheckedAt != null && session.left !== true;
  const refusal = signIn.error ? refusalOf(signIn.error) : session.refusal;
  return (
    <WelcomeCard title="Sign in to Matterline">
      <p className={styles.lead}>
        You sign in with your firm’s own account, in your browser. Matterline never sees your password.
      </p>
      {connection ? (
        <p className={styles.lead}>
          Your firm’s service: <strong>{hostOf(connection.baseUrl)}</strong>
        </p>
      ) : null}
      {session.left === true ? (
        <p className={styles.lead}>
          Your browser may still be signed in to your firm’s account. On a computer that others use, sign out
          there too.
        </p>
      ) : null}
      <ConfigurationProblems />
      {refusal ? <RefusalBar refusal={refusal} /> : null}
      <div className={styles.actions}>
        <Button
          appearance="primary"
          size="large"
          disabledFocusable={signIn.isPending}
          onClick={() => signIn.mutate({})}
        >
          Sign in
        </Button>
        {somethingKept ? (
          <Button appearance="subtle" size="large" onClick={onLookInside}>
            View offline copy
          </Button>
        ) : null}
      </div>
    </WelcomeCard>
  );
}
