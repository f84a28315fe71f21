import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConnectionForm } from '../connect/ConnectionForm.tsx';
import { useConversation, useSession } from '../conversation/useConversation.ts';
import { Diagnosis } from '../diagnosis/Diagnosis.tsx';
import { PersonSection } from '../person/PersonSection.tsx';
import { ProfilesSection } from '../profiles/ProfilesSection.tsx';
import { RemoveOnSignOut } from '../sign-out/RemoveOnSignOut.tsx';
import { SignOutButton } from '../sign-out/SignOutButton.tsx';
import { Fact } from '../widgets/Fact.tsx';
import { Name } from '../widgets/Name.tsx';
import { displayName } from '../words/displayName.ts';
import { longDate } from '../words/time.ts';
import { CustodyLog } from './CustodyLog.tsx';
import { DatesAndNumbers } from './DatesAndNumbers.tsx';
import { IdleLock } from './IdleLock.tsx';
import { KeptVersions } from './KeptVersions.tsx';
import { LookAndNotices } from './LookAndNotices.tsx';
import { ManyChanges } from './ManyChanges.tsx';
import { RootFolder } from './RootFolder.tsx';
import { Section } from './Section.tsx';
import { SendLimit } from './SendLimit.tsx';
import { StartAndPause } from './StartAndPause.tsx';
import { UpdateLine } from './UpdateLine.tsx';

const useStyles = makeStyles({
  screen: { height: '100%', overflowY: 'auto', padding: '12px 20px 24px', boxSizing: 'border-box' },
  title: { margin: '0 0 8px', display: 'block' },
  facts: { margin: 0, width: '100%', display: 'flex', flexDirection: 'column', gap: '4px' },
  quiet: { color: tokens.colorNeutralForeground3, margin: 0 },
});

interface SettingsScreenProps {
  signedIn: boolean;
}

export function SettingsScreen({ signedIn }: SettingsScreenProps) {
  const styles = useStyles();
  const { queries } = useConversation();
  const { data: connection } = useQuery(queries.app.connection.queryOptions());
  const { data: info } = useQuery(queries.app.info.queryOptions());
  const [changing, setChanging] = useState(false);
  if (changing && connection) {
    return <ConnectionForm refusal={null} view={connection} onDone={() => setChanging(false)} />;
  }
  return (
    <div className={styles.screen}>
      <Text as="h1" size={500} weight="semibold" className={styles.title}>
        Settings
      </Text>
      <Section title="Matter folders">
        <RootFolder
          path={info?.rootFolder ?? null}
          known={info !== undefined}
          managed={info?.managed.includes('rootFolder') === true}
        />
      </Section>
      <Section title="Window">
        <LookAndNotices />
      </Section>
      <Section title="Privacy">
        <IdleLock />
      </Section>
      <Section title="Network">
        <SendLimit />
      </Section>
      <Section title="Versions on this computer">
        <KeptVersions />
      </Section>
      <Section title="Custody log">
        <CustodyLog />
      </Section>
      <Section title="Connection">
        {connection ? (
          <>
            <dl className={styles.facts}>
              <Fact term="Service address">
                <Name text={connection.baseUrl} />
              </Fact>
              <Fact term="Sign-in address">
                <Name text={connection.authUrl} />
              </Fact>
              <Fact term="Client ID">
                <Name text={connection.clientId} />
              </Fact>
            </dl>
            {connection.source !== 'typed' ? (
              <p className={styles.quiet}>Managed by your organisation; it cannot be changed here.</p>
            ) : (
              <Button onClick={() => setChanging(true)}>Change connection…</Button>
            )}
          </>
        ) : null}
      </Section>
      <Section title="Sign-in">
        <SignInFacts />
        <RemoveOnSignOut />
        {signedIn ? <SignOutButton /> : null}
      </Section>
      <Section title="You">
        <PersonSection />
      </Section>
      <Section title="Profiles">
        <ProfilesSection />
      </Section>
      <Section title="Starting and pausing">
        <StartAndPause />
      </Section>
      <Section title="Dates and numbers">
        <DatesAndNumbers />
      </Section>
      <Section title="Many changes at once">
        <ManyChanges />
      </Section>
      <Section title="When something does not work">
        <Diagnosis />
      </Section>
      <Section title="About">
        <p className={styles.quiet}>Matterline {info ? displayName(info.version) : ''}</p>
        <UpdateLine />
      </Section>
    </div>
  );
}

function SignInFacts() {
  const styles = useStyles();
  const session = useSession();
  if (session?.state !== 'signed-in') {
    return <p className={styles.quiet}>You are signed out. Saves are kept and wait for you to sign in.</p>;
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
