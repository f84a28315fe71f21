import { makeStyles, tokens } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { assertNever } from '../../shared/base/result.ts';
import type { Session } from '../../shared/model/index.ts';
import { CommandBox } from '../commands/CommandBox.tsx';
import { useConversation, useEngineProblem, useStatus } from '../conversation/useConversation.ts';
import { MattersScreen } from '../matters/MattersScreen.tsx';
import { useMattersView } from '../matters/useMattersView.ts';
import { MistakenBar } from '../person/MistakenBar.tsx';
import type { Place } from '../place/place.ts';
import { useNavigationTargets } from '../place/useNavigationTargets.ts';
import { goTo, useBackKey, usePlace } from '../place/usePlace.ts';
import { usePlaceMemory } from '../place/usePlaceMemory.ts';
import { ChangedWhileOpen } from '../problems/ChangedWhileOpen.tsx';
import { SigningOutBar } from '../sign-out/SigningOutBar.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import type { RowGridHandle } from '../widgets/RowGrid.tsx';
import { ConfigurationProblems } from './ConfigurationProblems.tsx';
import { CrashScreen } from './CrashScreen.tsx';
import {
  ActivityScreen,
  MatterScreen,
  ProblemsScreen,
  SettingsScreen,
  ShortcutsDialog,
} from './laterScreens.ts';
import { NoticeBar, NoticesProvider, useAct } from './notices.tsx';
import { Rail } from './Rail.tsx';
import { StatusLine } from './StatusLine.tsx';
import { focusSearch, TopBar } from './TopBar.tsx';
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
  /** Leads to where the secrets of the connection are entered again. */
  onConnect: () => void;
}

/** The window around every screen: where to go, what to search, and what is going on. */
export function Frame(props: FrameProps) {
  return (
    <NoticesProvider>
      <FrameInside {...props} />
    </NoticesProvider>
  );
}

function FrameInside({ session, onConnect }: FrameProps) {
  const styles = useStyles();
  const place = usePlace();
  const engineProblem = useEngineProblem();
  const status = useStatus();
  const { client } = useConversation();
  const act = useAct();
  const [over, setOver] = useState<'commands' | 'shortcuts' | null>(null);
  usePlaceMemory(place);
  useScreenMemory(session, place);
  useNavigationTargets();
  useAddingTold();
  useBackKey();
  useFrameKeys({
    commands: () => setOver('commands'),
    shortcuts: () => setOver('shortcuts'),
    search: () => findInMatter() || focusSearch(search.current),
    refresh: () => act(() => client.engine.matters.refresh()),
  });
  const [view, setView] = useMattersView();
  const search = useRef<HTMLElement>(null);
  const grid = useRef<RowGridHandle>(null);

  const screen = () => {
    switch (place.screen) {
      case 'matters':
        return (
          <MattersScreen
            view={view}
            onView={setView}
            gridRef={grid}
            onType={() => focusSearch(search.current)}
          />
        );
      case 'matter':
        return <MatterScreen key={place.matterId} place={place} />;
      case 'activity':
        return <ActivityScreen part={place.part} />;
      case 'problems':
        return <ProblemsScreen />;
      case 'settings':
        return <SettingsScreen signedIn={session.state === 'signed-in'} />;
      default:
        return assertNever(place);
    }
  };

  return (
    <div className={styles.frame}>
      <Rail place={place} />
      <TopBar
        text={view.text}
        barRef={search}
        onText={(text) => {
          setView((before) => ({ ...before, text, active: 0 }));
          if (place.screen !== 'matters') goTo({ screen: 'matters' });
        }}
        onDown={() => grid.current?.focus()}
        onCommands={() => setOver('commands')}
        onShortcuts={() => setOver('shortcuts')}
      />
      <main className={styles.main}>
        <div className={styles.bars}>
          <NoticeBar />
          {engineProblem ? <RefusalBar refusal={engineProblem} /> : null}
          {status?.blockedBy ? <RefusalBar refusal={status.blockedBy} /> : null}
          <ConfigurationProblems />
          <MistakenBar />
          <ChangedWhileOpen />
          <SigningOutBar />
          {session.refusal ? <RefusalBar refusal={session.refusal} /> : null}
        </div>
        <div className={styles.screen}>
          <CrashScreen key={whereabouts(place)} onReload={() => act(() => client.app.reloadWindow())}>
            {screen()}
          </CrashScreen>
        </div>
      </main>
      <StatusLine session={session} onConnect={onConnect} />
      {over === 'shortcuts' ? <ShortcutsDialog onClose={() => setOver(null)} /> : null}
      {over === 'commands' ? (
        <CommandBox
          place={place}
          onShortcuts={() => setOver('shortcuts')}
          onMatters={(text) => {
            setView((before) => ({ ...before, text, show: 'all', active: 0 }));
            goTo({ screen: 'matters' });
          }}
          onClose={() => setOver((before) => (before === 'commands' ? null : before))}
        />
      ) : null}
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
