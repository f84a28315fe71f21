import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import type { Session } from '../../shared/model.ts';
import { SignInScreen } from '../connect/SignInScreen.tsx';
import { useSession } from '../conversation/useConversation.ts';
import { Loading } from '../widgets/Loading.tsx';
import { later } from '../widgets/later.tsx';
import { Frame } from './Frame.tsx';

const ConnectionForm = later(async () => (await import('../connect/ConnectionForm.tsx')).ConnectionForm);

const useStyles = makeStyles({ fill: { height: '100%' } });

/**
 * Which of the three faces the window shows: connection, sign-in or the frame. A sign-in that ends by itself does not
 * throw anyone out: what is kept here stays to be looked at, and the status line asks for a new sign-in.
 */
export function App() {
  const styles = useStyles();
  const session = useSession();
  const [inside, setInside] = useState<'no' | 'yes'>('no');
  const [before, setBefore] = useState<Session['state'] | null>(null);
  if (session !== null && session.state !== before) {
    setBefore(session.state);
    // Without a reason it is the person who left.
    const left = before === 'signed-in' && session.state === 'signed-out' && session.refusal === null;
    if (left || session.state === 'unconfigured') setInside('no');
    if (session.state === 'signed-in') setInside('yes');
  }

  if (session === null) return <Loading label="Starting" />;
  if (session.state === 'unconfigured') {
    return (
      <main className={styles.fill}>
        <ConnectionForm refusal={session.refusal} />
      </main>
    );
  }
  if (session.state === 'signing-in' || (session.state === 'signed-out' && inside === 'no')) {
    return (
      <main className={styles.fill}>
        <SignInScreen session={session} onLookInside={() => setInside('yes')} />
      </main>
    );
  }
  return <Frame session={session} />;
}
