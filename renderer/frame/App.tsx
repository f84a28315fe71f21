import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import type { Session } from '../../shared/model.ts';
import { SignInScreen } from '../connect/SignInScreen.tsx';
import { useConversation, useSession } from '../conversation/useConversation.ts';
import { Loading } from '../widgets/Loading.tsx';
import { later } from '../widgets/later.tsx';
import { Frame } from './Frame.tsx';

const ConnectionForm = later(async () => (await import('../connect/ConnectionForm.tsx')).ConnectionForm);

const useStyles = makeStyles({ fill: { height: '100%' } });

/**
 * Which of the three faces the window shows: connection, sign-in or the frame. A sign-in that ends by itself, or with the
 * program, does not throw anyone out: what is kept here stays to be looked at, and the status line asks for a new sign-in.
 */
export function App() {
  const styles = useStyles();
  const { keptScreen } = useConversation();
  const told = useSession();
  const [inside, setInside] = useState<'no' | 'yes'>(keptScreen ? 'yes' : 'no');
  const [before, setBefore] = useState<Session['state'] | null>(null);
  if (told !== null && told.state !== before) {
    setBefore(told.state);
    // Without a reason it is the person who left.
    const left = before === 'signed-in' && told.state === 'signed-out' && told.refusal === null;
    if (left || told.state === 'unconfigured') setInside('no');
    if (told.state === 'signed-in') setInside('yes');
  }
  const session = told ?? keptScreen?.session ?? null;

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
