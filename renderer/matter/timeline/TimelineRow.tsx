import { Button, Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowUndo20Regular,
  Delete20Regular,
  DocumentAdd20Regular,
  DocumentArrowUp20Regular,
  DocumentCopy20Regular,
  Filter16Regular,
  type FluentIcon,
  FolderAdd20Regular,
  FolderArrowRight20Regular,
  FolderProhibited20Regular,
  Question20Regular,
  Rename20Regular,
} from '@fluentui/react-icons';
import type { FileId, TimelineEntry, TimelineKind } from '../../../shared/model/index.ts';
import { documentsOf, hashOf } from '../../place/place.ts';
import { StateLabel } from '../../widgets/StateLabel.tsx';
import { displayName } from '../../words/displayName.ts';
import { stateWords } from '../../words/states.ts';
import { clockTime, exactTime, timeOfDay } from '../../words/time.ts';
import { timelineSentence } from '../../words/timelineSentence.ts';
import { EarlierOfRun } from './EarlierOfRun.tsx';

const icons: Record<TimelineKind, FluentIcon> = {
  created: DocumentAdd20Regular,
  'new-version': DocumentArrowUp20Regular,
  renamed: Rename20Regular,
  moved: FolderArrowRight20Regular,
  copied: DocumentCopy20Regular,
  deleted: Delete20Regular,
  restored: ArrowUndo20Regular,
  'folder-created': FolderAdd20Regular,
  'folder-renamed': Rename20Regular,
  'folder-moved': FolderArrowRight20Regular,
  'folder-deleted': FolderProhibited20Regular,
  other: Question20Regular,
};

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) auto 24px',
    columnGap: '12px',
    alignItems: 'start',
    padding: '8px 16px',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    '& .only': { opacity: 0 },
    '&:hover .only, & .only:focus-visible': { opacity: 1 },
  },
  icon: { color: tokens.colorNeutralForeground3, paddingTop: '1px' },
  sentence: { overflowWrap: 'anywhere', lineHeight: tokens.lineHeightBase300 },
  person: { fontWeight: tokens.fontWeightSemibold },
  raw: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  matter: { display: 'block', fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  state: { display: 'block', marginTop: '2px', fontSize: tokens.fontSizeBase200 },
  time: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
    whiteSpace: 'nowrap',
  },
  only: { minWidth: '24px', height: '24px', padding: 0, marginTop: '-2px' },
});

interface TimelineRowProps {
  entry: TimelineEntry;
  now: number;
  /** Narrows the timeline to one document; null when it already is. */
  onOnly: ((fileId: FileId) => void) | null;
  /** Whether the run it stands for is shown in full. */
  open: boolean;
  onOpen: (open: boolean) => void;
}

export function TimelineRow({ entry, now, onOnly, open, onOpen }: TimelineRowProps) {
  const styles = useStyles();
  const { fileId, run, matterId } = entry;
  const Icon = icons[entry.kind];
  const name = displayName(entry.name);
  return (
    <div className={styles.row}>
      <Icon aria-hidden className={styles.icon} />
      <div className={styles.sentence}>
        {timelineSentence(entry).map((part, index) =>
          'words' in part ? (
            part.words
          ) : (
            // The parts of a sentence never change places.
            // oxlint-disable-next-line react/no-array-index-key
            <SentenceName key={index} {...part} />
          ),
        )}
        {entry.matter === null ? null : (
          <span className={styles.matter}>
            in{' '}
            <Link inline href={hashOf(documentsOf(matterId, null, fileId))}>
              <bdi>{displayName(entry.matter)}</bdi>
            </Link>
          </span>
        )}
        {run === null ? null : (
          <EarlierOfRun entry={{ ...entry, run }} now={now} open={open} onOpen={onOpen} />
        )}
        {entry.kind === 'other' ? (
          <span className={styles.raw}>The service calls this “{displayName(entry.rawKind)}”.</span>
        ) : null}
        {entry.state === 'filed' ? null : (
          <span className={styles.state}>
            <StateLabel state={entry.state} words={stateWords[entry.state].label} />
          </span>
        )}
      </div>
      <time dateTime={entry.at} title={exactTime(entry.at)} className={styles.time}>
        {entry.state === 'filed' ? timeOfDay(entry.at) : clockTime(entry.at, now)}
      </time>
      {onOnly && fileId !== null ? (
        <Button
          size="small"
          appearance="subtle"
          icon={<Filter16Regular />}
          className={mergeClasses('only', styles.only)}
          title={`Show only ${name}`}
          aria-label={`Show only ${name}`}
          onClick={() => onOnly(fileId)}
        />
      ) : (
        <span />
      )}
    </div>
  );
}

function SentenceName({ name, of }: { name: string; of: 'person' | 'thing' }) {
  const styles = useStyles();
  const shown = <bdi>{displayName(name)}</bdi>;
  return of === 'person' ? <span className={styles.person}>{shown}</span> : <>“{shown}”</>;
}
