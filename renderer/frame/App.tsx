import { makeStyles } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import type { Person, Session } from '../../shared/model/index.ts';
import { SignInScreen } from '../connect/SignInScreen.tsx';
import {
  useConversation,
  useEngineProblem,
  usePerson,
  useSession,
  useStatus,
} from '../conversation/useConversation.ts';
import { Loading } from '../widgets/Loading.tsx';
import { later } from '../widgets/later.tsx';
import { Frame } from './Frame.tsx';

const WhoSignedIn = later(async () => (await import('../person/WhoSignedIn.tsx')).WhoSignedIn);
const PersonRefused = later(async () => (await import('../person/PersonRefused.tsx')).PersonRefused);
const FirstConnection = later(async () => (await import('../connect/FirstConnection.tsx')).FirstConnection);

const useStyles = makeStyles({
  fill: { height: '100%' },
  /** For screen readers. */
  spoken: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
});

/**
 * Which face the window shows: connection, sign-in, who signed in, or the frame. A sign-in that ends by itself, or with the
 * program, does not throw anyone out: what is kept here stays to be looked at, and the status line asks for a new sign-in.
 */
export function App() {
  const styles = useStyles();
  const { keptScreen, cache, queries } = useConversation();
  const told = useSession();
  const person = usePerson();
  const status = useStatus();
  const engineProblem = useEngineProblem();
  // Whoever signs in again goes on with what the sign-in that lasts shows them.
  const lasting = told?.state === 'signing-in' && person?.state === 'known' ? told.meanwhile : undefined;
  const signIn = lasting?.signIn ?? (told?.state === 'signed-in' ? told.signIn : undefined);
  const shownFor = useRef(signIn);
  useEffect(() => {
    if (signIn === undefined || shownFor.current === signIn) return;
    // What was read for another sign-in is not shown to this one.
    if (shownFor.current !== undefined) cache.clear();
    shownFor.current = signIn;
  }, [signIn, cache]);
  const personId = person?.state === 'known' ? person.id : null;
  useEffect(() => {
    // Pinned and recent matters are each person's own.
    if (personId !== null) void cache.invalidateQueries({ queryKey: queries.app.preferences.key() });
  }, [personId, cache, queries]);
  const [framed, setFramed] = useState<{ of: string | null; key: number }>({ of: null, key: 0 });
  if (personId !== null && personId !== framed.of) {
    // What one person had open in the frame is not there for the next.
    setFramed({ of: personId, key: framed.of === null ? 0 : framed.key + 1 });
  }
  const [inside, setInside] = useState<'no' | 'yes'>(keptScreen ? 'yes' : 'no');
  const [before, setBefore] = useState<Session['state'] | null>(null);
  // Whoever is signed in stays so while another sign-in is under way.
  if (told !== null && told.state !== before && told.state !== 'signing-in') {
    setBefore(told.state);
    // Without a reason it is the person who left.
    const left = before === 'signed-in' && told.state === 'signed-out' && told.refusal === null;
    if (left || told.state === 'unconfigured') setInside('no');
    if (told.state === 'signed-in') setInside('yes');
  }
  // Nothing was opened for them that could be looked at once they are signed out.
  const isNobody = person?.state === 'asked' || person?.state === 'refused';
  if (isNobody && inside === 'yes') setInside('no');
  if (person?.state === 'known' && inside === 'no' && told?.state === 'signed-in') setInside('yes');
  const session = lasting ?? told ?? keptScreen?.session ?? null;

  if (session === null) return <Loading label="Starting" />;
  const isSignedOut = session.state === 'unconfigured' || session.state === 'signed-out';
  if (session.state === 'signing-in' || (isSignedOut && (inside === 'no' || session.left === true))) {
    const onLookInside = () => setInside('yes');
    return (
      <main className={styles.fill}>
        {session.state === 'unconfigured' ? (
          <FirstConnection session={session} onLookInside={onLookInside} />
        ) : (
          <SignInScreen session={session} onLookInside={onLookInside} />
        )}
      </main>
    );
  }
  if (session.state === 'signed-in' && (person?.state === 'asked' || person?.state === 'refused')) {
    return (
      <main className={styles.fill}>
        {person.state === 'asked' ? (
          <WhoSignedIn asked={person} />
        ) : (
          <PersonRefused refusal={person.refusal} />
        )}
      </main>
    );
  }
  // What was open for another sign-in may be another person's: the engine first says whose it is now. Only what the window
  // showed last, of this same sign-in, is there before that.
  const isPersonPending =
    session.state === 'signed-in' &&
    (person === null ? !keptScreen : signInOf(person) !== session.signIn) &&
    !status?.blockedBy &&
    !engineProblem;
  if (isPersonPending) {
    return (
      <main className={styles.fill}>
        <h1 className={styles.spoken}>Matterline</h1>
        <Loading label={person === null ? 'Starting' : 'Opening your offline copy…'} />
      </main>
    );
  }
  return (
    <Frame
      key={framed.key}
      session={session}
      signingIn={lasting && told?.state === 'signing-in' ? told : null}
      onConnect={() => setInside('no')}
    />
  );
}

const signInOf = (person: Person): string | undefined =>
  person.state === 'nobody' ? undefined : person.signIn;
