import { Button, Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowSync16Regular,
  CheckmarkCircle16Regular,
  CloudOff16Regular,
  type FluentIcon,
  Hourglass16Regular,
  Pause16Regular,
  PauseCircle16Regular,
  PersonKey20Regular,
  Play16Regular,
} from '@fluentui/react-icons';
import type { Session } from '../../shared/model/index.ts';
import { useConversation, usePerson, useStatus } from '../conversation/useConversation.ts';
import { useNow } from '../look/useNow.ts';
import { PersonLine } from '../person/PersonLine.tsx';
import { hashOf } from '../place/place.ts';
import { displayName } from '../words/displayName.ts';
import { filingLine, heldWords, type Standing, standingLine } from '../words/engineLine.ts';
import { daysUntil, longDate } from '../words/time.ts';
import { useAct } from './notices.tsx';
import { useJustAdded } from './useJustAdded.ts';

/** From how many days before its end a sign-in is mentioned. */
const signInSoon = 5;

const icons: Record<Standing, FluentIcon> = {
  online: CheckmarkCircle16Regular,
  offline: CloudOff16Regular,
  held: Hourglass16Regular,
  'signed-out': PersonKey20Regular,
  unknown: ArrowSync16Regular,
};

const useStyles = makeStyles({
  line: {
    gridArea: 'status',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2px 16px',
    minHeight: '34px',
    '@media (max-height: 520px)': { minHeight: '28px' },
    padding: '0 12px 0 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  part: { display: 'flex', alignItems: 'center', gap: '6px', minWidth: 0 },
  icon: { flexShrink: 0 },
  online: { color: tokens.colorStatusSuccessForeground1 },
  warning: { color: tokens.colorStatusWarningForeground3 },
  words: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  filing: { flexShrink: 0, whiteSpace: 'nowrap' },
  link: { fontSize: 'inherit', color: 'inherit' },
  button: { flexShrink: 0, marginLeft: 'auto' },
});

interface StatusLineProps {
  session: Session;
  onConnect: () => void;
}

export function StatusLine({ session, onConnect }: StatusLineProps) {
  const styles = useStyles();
  const status = useStatus();
  const now = useNow(1_000);
  const act = useAct();
  const { client } = useConversation();
  const isAdding = useJustAdded();
  const person = usePerson();
  const othersWait = person?.state === 'known' && person.others.waiting !== 0;
  if (!status) return <footer aria-label="Status" className={styles.line} />;

  const { standing, words } = standingLine(status, now);
  const Icon = icons[standing];
  const shown = displayName(words);
  const held = (!status.paused && status.held) || null;
  return (
    <footer aria-label="Status" className={styles.line}>
      <span className={styles.part} title={shown}>
        <Icon
          aria-hidden
          className={mergeClasses(styles.icon, standing === 'online' ? styles.online : styles.warning)}
        />
        <output className={styles.words}>{shown}</output>
      </span>
      <span className={mergeClasses(styles.part, styles.filing)}>
        {status.paused || held ? <PauseCircle16Regular aria-hidden className={styles.warning} /> : null}
        <Link href={hashOf({ screen: 'activity', part: 'now' })} className={styles.link}>
          {status.paused ? 'Paused: ' : held ? `${heldWords[held].why}: ` : ''}
          {filingLine(status, { isAdding, othersWait })}
        </Link>
      </span>
      <PersonLine />
      <SignInReminder session={session} onConnect={onConnect} now={now} />
      {held ? (
        <Button
          size="small"
          className={styles.button}
          onClick={() => act(() => client.app.fileAnyway({ held }))}
        >
          {heldWords[held].action}
        </Button>
      ) : null}
      <Button
        size="small"
        appearance="subtle"
        className={styles.button}
        icon={status.paused ? <Play16Regular /> : <Pause16Regular />}
        onClick={() => act(() => client.engine.pause({ paused: !status.paused }))}
      >
        {status.paused ? 'Resume filing' : 'Pause filing'}
      </Button>
    </footer>
  );
}

function SignInReminder({ session, onConnect, now }: StatusLineProps & { now: number }) {
  const styles = useStyles();
  const act = useAct();
  const { client } = useConversation();
  const days = session.state === 'signed-in' ? daysUntil(session.signInAgainBy, now) : null;
  const soon = days !== null && days <= signInSoon;
  const isOut = session.state === 'signed-out' || session.state === 'unconfigured';
  if (!isOut && !soon) return null;
  return (
    <span className={mergeClasses(styles.part, styles.filing)}>
      {session.state === 'signed-in' ? `Sign in again by ${longDate(session.signInAgainBy)}` : null}
      <Button
        size="small"
        appearance="primary"
        onClick={() => (session.state === 'unconfigured' ? onConnect() : act(() => client.app.signIn()))}
      >
        Sign in
      </Button>
    </span>
  );
}
