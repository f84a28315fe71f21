import { Button, Link, mergeClasses } from '@fluentui/react-components';
import { Filter16Regular } from '@fluentui/react-icons';
import type { FileId, TimelineEntry } from '../../../shared/model/index.ts';
import { documentsOf, hashOf } from '../../place/place.ts';
import { StateLabel } from '../../widgets/StateLabel.tsx';
import { displayName } from '../../words/displayName.ts';
import { stateWords } from '../../words/states.ts';
import { clockTime, exactTime, timeOfDay } from '../../words/time.ts';
import { timelineSentence } from '../../words/timelineSentence.ts';
import { EarlierOfRun } from './EarlierOfRun.tsx';
import { timelineIcons } from './timelineIcons.ts';
import { useTimelineRowStyles } from './timelineRowStyles.ts';

interface TimelineRowProps {
  entry: TimelineEntry;
  now: number;
  /** It stands below a line that tells of several. */
  isInGroup: boolean;
  /** Narrows the timeline to one document; null when it already is. */
  onOnly: ((fileId: FileId) => void) | null;
  /** Whether the run it stands for is shown in full. */
  open: boolean;
  onOpen: (open: boolean) => void;
}

export function TimelineRow({ entry, now, isInGroup, onOnly, open, onOpen }: TimelineRowProps) {
  const styles = useTimelineRowStyles();
  const { fileId, run, matterId } = entry;
  const Icon = timelineIcons[entry.kind];
  const name = displayName(entry.name);
  return (
    <div className={mergeClasses(styles.row, isInGroup && styles.inGroup)}>
      <Icon aria-hidden className={styles.icon} />
      <div className={styles.sentence}>
        {timelineSentence(entry).map((part, index) =>
          'words' in part ? (
            part.words
          ) : (
            // The parts of a sentence never change places.
            // oxlint-disable-next-line react/no-array-index-key
            <SentenceName key={index} {...part} href={part.isSubject && hrefOf(entry)} />
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
          className={styles.only}
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

/** Where the document is; nothing for what is not there any more. */
const hrefOf = ({ matterId, fileId, kind }: TimelineEntry): string | undefined =>
  fileId === null || kind === 'deleted' ? undefined : hashOf(documentsOf(matterId, null, fileId));

interface SentenceNameProps {
  name: string;
  of: 'person' | 'thing';
  href: string | undefined;
}

function SentenceName({ name, of, href }: SentenceNameProps) {
  const styles = useTimelineRowStyles();
  const shown = <bdi>{displayName(name)}</bdi>;
  if (of === 'person') return <span className={styles.person}>{shown}</span>;
  if (href === undefined) return <>“{shown}”</>;
  return (
    <>
      “
      <Link inline href={href} className={styles.link}>
        {shown}
      </Link>
      ”
    </>
  );
}
