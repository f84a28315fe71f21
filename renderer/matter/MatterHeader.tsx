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
import { Fact } from '../widgets/Fact.tsx';
import { Name } from '../widgets/Name.tsx';
import { longDate } from '../words/time.ts';
import { LinkFolderMenu } from './LinkFolderMenu.tsx';
import { MatterMenu } from './MatterMenu.tsx';

const useStyles = makeStyles({
  head: { padding: '12px 16px 4px', display: 'flex', flexDirection: 'column', gap: '6px' },
  back: { display: 'flex', flexShrink: 0, padding: '4px', color: tokens.colorNeutralForeground2 },
  titleRow: { display: 'flex', alignItems: 'center', gap: '12px', minWidth: 0 },
  title: { margin: 0, minWidth: 0, flexGrow: 1, display: 'flex', alignItems: 'baseline', gap: '10px' },
  number: {
    flexShrink: 0,
    maxWidth: '45%',
    color: tokens.colorNeutralForeground3,
    fontWeight: tokens.fontWeightRegular,
  },
  actions: { display: 'flex', gap: '8px', flexShrink: 0 },
  paused: { display: 'flex', alignItems: 'center', gap: '6px', color: tokens.colorStatusWarningForeground3 },
  facts: {
    margin: 0,
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '24px',
    rowGap: '2px',
    minWidth: 0,
    '@media (max-height: 520px)': { flexWrap: 'nowrap', columnGap: '16px' },
  },
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
          <Name text={matter.title} />
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
      <dl className={styles.facts}>
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
            {longDate(matter.openedDate)}
          </Fact>
        )}
        {matter.linkedFolder === null ? null : (
          <Fact lesser term="Folder">
            <Name text={matter.linkedFolder} />
          </Fact>
        )}
      </dl>
    </div>
  );
}

function ShowFolderButton({ matterId }: { matterId: MatterId }) {
  const { client } = useConversation();
  const act = useAct();
  return (
    <Button icon={<FolderOpen20Regular />} onClick={() => act(() => client.folders.show({ matterId }))}>
      Show folder
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
