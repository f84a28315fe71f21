import { Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import {
  ArrowLeft20Regular,
  FolderOpen20Regular,
  PauseCircle16Regular,
  Play16Regular,
} from '@fluentui/react-icons';
import type { Matter, MatterId } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct } from '../frame/notices.tsx';
import { Clients } from '../matters/Clients.tsx';
import { MatterStatus } from '../matters/MatterStatus.tsx';
import { hashOf } from '../place/place.ts';
import { Fact, Facts } from '../widgets/Fact.tsx';
import { Name } from '../widgets/Name.tsx';
import { longDay } from '../words/days.ts';
import { KeepingFacts } from './keeping/KeepingFacts.tsx';
import { LinkFolderMenu } from './LinkFolderMenu.tsx';
import { MatterMenu } from './MatterMenu.tsx';

const useStyles = makeStyles({
  head: {
    padding: '12px 16px 4px',
    display: 'flex',
    flexDirection: 'column',
    gap: '6px',
    '@media (max-height: 520px)': { padding: '2px 8px 0' },
  },
  back: { display: 'flex', flexShrink: 0, padding: '4px', color: tokens.colorNeutralForeground2 },
  titleRow: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minWidth: 0,
    '@media (max-height: 520px)': { gap: '6px' },
  },
  title: {
    margin: 0,
    minWidth: 0,
    flexGrow: 1,
    display: 'flex',
    alignItems: 'baseline',
    gap: '10px',
    '@media (max-height: 520px)': {
      fontSize: tokens.fontSizeBase400,
      lineHeight: tokens.lineHeightBase300,
    },
  },
  /** A long title has two lines where the window is narrow. */
  words: {
    '@media (max-width: 760px)': {
      display: '-webkit-box',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 2,
      whiteSpace: 'normal',
      overflowWrap: 'anywhere',
    },
  },
  /** Folded into the icon where the window is narrow. */
  label: { '@media (max-width: 760px)': { display: 'none' } },
  number: {
    flexShrink: 0,
    maxWidth: '45%',
    color: tokens.colorNeutralForeground3,
    fontWeight: tokens.fontWeightRegular,
  },
  fold: { '@media (max-width: 760px)': { minWidth: '32px', padding: '5px' } },
  actions: { display: 'flex', gap: '8px', flexShrink: 0 },
  paused: { display: 'flex', alignItems: 'center', gap: '6px', color: tokens.colorStatusWarningForeground3 },
});

export function MatterHeader({ matter }: { matter: Matter }) {
  const styles = useStyles();
  return (
    <div className={styles.head}>
      <div className={styles.titleRow}>
        <Link
          href={hashOf({ screen: 'matters' })}
          className={styles.back}
          aria-label="All matters"
          title="All matters"
        >
          <ArrowLeft20Regular aria-hidden />
        </Link>
        <Text as="h1" size={500} weight="semibold" className={styles.title}>
          {matter.number === '' ? null : <Name text={matter.number} className={styles.number} />}
          <Name text={matter.title} className={styles.words} />
        </Text>
        <div className={styles.actions}>
          {matter.paused ? <PausedMark matterId={matter.id} /> : null}
          {matter.linkedFolder === null ? (
            <LinkFolderMenu matterId={matter.id} />
          ) : (
            <ShowFolderButton matterId={matter.id} />
          )}
          <MatterMenu matter={matter} />
        </div>
      </div>
      <Facts>
        <Fact whole term={matter.isLead ? 'Lead' : 'Status'}>
          <MatterStatus status={matter.status} />
        </Fact>
        {matter.clientCount === 0 ? null : (
          <Fact term="Clients">
            <Clients of={matter} />
          </Fact>
        )}
        {matter.personResponsible === null ? null : (
          <Fact term="Responsible">
            <Name text={matter.personResponsible} />
          </Fact>
        )}
        {matter.openedDate === null ? null : (
          <Fact lesser term="Opened">
            {longDay(matter.openedDate)}
          </Fact>
        )}
        {matter.linkedFolder === null ? null : (
          <Fact lesser term="Folder">
            <Name text={matter.linkedFolder} />
          </Fact>
        )}
      </Facts>
      {matter.linkedFolder === null ? null : <KeepingFacts matterId={matter.id} />}
    </div>
  );
}

function ShowFolderButton({ matterId }: { matterId: MatterId }) {
  const styles = useStyles();
  const { client } = useConversation();
  const act = useAct();
  return (
    <Button
      icon={<FolderOpen20Regular />}
      aria-label="Show folder"
      title="Show folder"
      className={styles.fold}
      onClick={() => act(() => client.folders.show({ matterId }))}
    >
      <span className={styles.label}>Show folder</span>
    </Button>
  );
}

function PausedMark({ matterId }: { matterId: MatterId }) {
  const styles = useStyles();
  const { client } = useConversation();
  const act = useAct();
  return (
    <span className={styles.paused}>
      <PauseCircle16Regular aria-hidden />
      Paused
      <Button
        size="small"
        icon={<Play16Regular />}
        aria-label="Resume filing of this matter"
        onClick={() => act(() => client.engine.pauseMatter({ matterId, paused: false }))}
      >
        Resume
      </Button>
    </span>
  );
}
