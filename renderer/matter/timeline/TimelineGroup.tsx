import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronDown16Regular, ChevronRight16Regular } from '@fluentui/react-icons';
import type { TimelineEntry } from '../../../shared/model/index.ts';
import { count } from '../../words/count.ts';
import { displayName } from '../../words/displayName.ts';
import { exactTime, timeOfDay } from '../../words/time.ts';
import { groupAction } from '../../words/timelineSentence.ts';
import { timelineIcons } from './timelineIcons.ts';
import { useTimelineRowStyles } from './timelineRowStyles.ts';

/** Names that are told before the rest is only counted. */
const named = 3;

const useStyles = makeStyles({
  more: {
    minWidth: 0,
    padding: '0 4px',
    fontSize: 'inherit',
    lineHeight: 'inherit',
    color: tokens.colorNeutralForeground1,
  },
  names: {
    display: 'block',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

interface TimelineGroupProps {
  /** At least two, newest first. */
  entries: readonly TimelineEntry[];
  open: boolean;
  onOpen: () => void;
}

/** What one person did to several documents in a row, as one line. */
export function TimelineGroup({ entries, open, onOpen }: TimelineGroupProps) {
  const row = useTimelineRowStyles();
  const styles = useStyles();
  const [newest] = entries;
  const oldest = entries.at(-1);
  if (!newest || !oldest) return null;
  const Icon = timelineIcons[newest.kind];
  const Chevron = open ? ChevronDown16Regular : ChevronRight16Regular;
  const names = entries.slice(0, named).map(({ name }) => `“${displayName(name)}”`);
  const rest = entries.length - names.length;
  const span =
    newest.at === oldest.at ? timeOfDay(newest.at) : `${timeOfDay(oldest.at)} – ${timeOfDay(newest.at)}`;
  return (
    <div className={row.row}>
      <Icon aria-hidden className={row.icon} />
      <div className={row.sentence}>
        <span className={row.person}>
          <bdi>{displayName(newest.who ?? 'Someone')}</bdi>
        </span>
        <Button
          size="small"
          appearance="transparent"
          iconPosition="after"
          icon={<Chevron />}
          aria-expanded={open}
          className={styles.more}
          onClick={onOpen}
        >
          {groupAction(newest.kind, entries.length)}
        </Button>
        {open ? null : (
          <bdi className={styles.names}>
            {names.join(', ')}
            {rest > 0 ? ` and ${count(rest, 'more', 'more')}` : ''}
          </bdi>
        )}
      </div>
      <time dateTime={newest.at} title={exactTime(newest.at)} className={row.time}>
        {span}
      </time>
      <span />
    </div>
  );
}
