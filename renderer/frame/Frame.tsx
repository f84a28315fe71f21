import { makeStyles, tokens } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { assertNever } from '../../shared/base/result.ts';
import type { Session } from '../../shared/model/index.ts';
import type { CommandBoxHandle } from '../commands/CommandBox.tsx';
import { useConversation, useEngineProblem, useStatus } from '../conversation/useConversation.ts';
import { useOpenForm } from '../forms/opened.ts';
import { MattersScreen } from '../matters/MattersScreen.tsx';
import { useMattersView } from '../matters/useMattersView.ts';
import type { Place } from '../place/place.ts';
import { useNavigationTargets } from '../place/useNavigationTargets.ts';
import { goTo, useBackKey, usePlace } from '../place/usePlace.ts';
import { usePlaceMemory } from '../place/usePlaceMemory.ts';
import { SigningOutBar } from '../sign-out/SigningOutBar.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import type { RowGridHandle } from '../widgets/RowGrid.tsx';
import { ConfigurationProblems } from './ConfigurationProblems.tsx';
import { CrashScreen } from './CrashScreen.tsx';
import {
  ActivityScreen,
  ChangedWhileOpen,
  FirmScreen,
  FormHost,
  MatterScreen,
  MistakenBar,
  ProblemsScreen,
  SettingsScreen,
  ShortcutsDialog,
  SigningInBar,
  SignOutDialog,
} from './laterScreens.ts';
import { NoticeDock, NoticesProvider, useAct } from './notices.tsx';
import { Rail } from './Rail.tsx';
import { StatusLine } from './StatusLine.tsx';
import { TopBar } from './TopBar.tsx';
import { useAddingTold } from './useAddingTold.ts';
import { useFrameKeys } from './useFrameKeys.ts';
import { useScreenMemory } from './useScreenMemory.ts';

const useStyles = makeStyles({
  frame: {
    display: 'grid',
    gridTemplateColumns: '84px minmax(0, 1fr)',
    gridTemplateRows: '52px minmax(0, 1fr) auto',
    gridTemplateAreas: '"rail top" "rail main" "status status"',
    height: '100%',
    backgroundColor: tokens.colorNeutralBackground3,
    // A low window, as 200 % makes one, is for what the person works with.
    '@media (max-height: 520px)': {
      gridTemplateColumns: '48px minmax(0, 1fr)',
      gridTemplateRows: '40px minmax(0, 1fr) auto',
    },
  },
  main: {
    gridArea: 'main',
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    borderTopLeftRadius: tokens.borderRadiusLarge,
    overflow: 'hidden',
    '@media (max-height: 520px)': { overflowY: 'auto' },
  },
  /** However much there is to tell, most of the window stays for what the person does; a low one scrolls as a whole. */
  bars: {
    flexShrink: 0,
    maxHeight: '35%',
    overflowY: 'auto',
    '@media (max-height: 520px)': { maxHeight: 'none' },
  },
  screen: { flexGrow: 1, minHeight: 0, '@media (max-height: 520px)': { minHeight: '260px' } },
});

interface FrameProps {
  session: Exclude<Session, { state: 'signing-in' }>;
  /** Another sign-in that is under way meanwhile. */
  signingIn: Extract<Session, { state: 'signing-in' }> | null;
  /** Leads to where the secrets of the connection are entered again. */
  onConnect: () => void;
}

/** The window around every screen: where to go, what to search, and what is going on. */
export function Frame(props: FrameProps) {
  return (
    <NoticesProvider where={whereabouts(usePlace())}>
      <FrameInside {...props} />
    </NoticesProvider>
  );
}

function FrameInside({ session, signingIn, onConnect }: FrameProps) {
  const styles = useStyles();
  const place = usePlace();
  const opened = useOpenForm();
  const engineProblem = useEngineProblem();
  const status = useStatus();
  const { client } = useConversation();
  const act = useAct();
  const [over, setOver] = useState<'shortcuts' | 'sign-out' | null>(null);
  usePlaceMemory(place);
  useScreenMemory(session, place);
  useNavigationTargets();
  useAddingTold();
  useBackKey();
  useFrameKeys({
    commands: () => search.current?.open(),
    shortcuts: () => setOver('shortcuts'),
    search: () => findInMatter() || search.current?.open(),
    refresh: () => act(() => client.engine.matters.refresh()),
  });
  const [view, setView] = useMattersView();
  const search = useRef<CommandBoxHandle>(null);
  const grid = useRef<RowGridHandle>(null);

  const screen = () => {
    switch (place.screen) {
      case 'matters':
        return (
          <MattersScreen view={view} onView={setView} gridRef={grid} onType={() => search.current?.open()} />
        );
      case 'matter':
        return <MatterScreen key={place.matterId} place={place} />;
      case 'activity':
        return <ActivityScreen part={place.part} />;
      case 'firm':
        return <FirmScreen part={place.part} />;
      case 'problems':
        return <ProblemsScreen />;
      case 'settings':
        return <SettingsScreen signedIn={session.state === 'signed-in'} section={place.section ?? null} />;
      default:
        return assertNever(place);
    }
  };

  return (
    <div className={styles.frame}>
      <Rail place={place} />
      <TopBar
        ref={search}
        place={place}
        session={session}
        onConnect={onConnect}
        onShortcuts={() => setOver('shortcuts')}
        onSignOut={() => setOver('sign-out')}
        onMatters={(text) => {
          setView((before) => ({ ...before, text, show: 'all', active: 0 }));
          goTo({ screen: 'matters' });
        }}
      />
      <main className={styles.main}>
        <div className={styles.bars}>
          {engineProblem ? <RefusalBar refusal={engineProblem} /> : null}
          {status?.blockedBy ? <RefusalBar refusal={status.blockedBy} /> : null}
          <ConfigurationProblems />
          <MistakenBar />
          <ChangedWhileOpen />
          <SigningOutBar />
          {signingIn ? <SigningInBar session={signingIn} /> : null}
          {session.refusal ? <RefusalBar refusal={session.refusal} /> : null}
        </div>
        <div className={styles.screen}>
          <CrashScreen key={whereabouts(place)} onReload={() => act(() => client.app.reloadWindow())}>
            {screen()}
          </CrashScreen>
        </div>
        <NoticeDock />
      </main>
      <StatusLine session={session} onConnect={onConnect} />
      {opened ? <FormHost opened={opened} /> : null}
      {over === 'shortcuts' ? <ShortcutsDialog onClose={() => setOver(null)} /> : null}
      {over === 'sign-out' ? <SignOutDialog onClose={() => setOver(null)} /> : null}
    </div>
  );
}

/** Going somewhere else is a way out of a screen that failed. */
const whereabouts = (place: Place) => (place.screen === 'matter' ? place.matterId : place.screen);

/** The open matter's own search box goes before the one over all matters. */
function findInMatter(): boolean {
  const box = document.querySelector<HTMLInputElement>('[data-find] input');
  box?.select();
  return box !== null;
}
