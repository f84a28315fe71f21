import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronDown16Regular, ChevronRight16Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import type { TimelineEntry } from '../../../shared/model/index.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { count } from '../../words/count.ts';
import { clockTime, exactTime } from '../../words/time.ts';

const useStyles = makeStyles({
  button: { paddingLeft: '2px', marginTop: '2px', color: tokens.colorNeutralForeground2 },
  list: { margin: '2px 0 4px', padding: '0 0 0 22px', listStyleType: 'none' },
  line: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, padding: '2px 0' },
});

interface EarlierOfRunProps {
  entry: TimelineEntry & { readonly run: NonNullable<TimelineEntry['run']> };
  now: number;
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** The changes an entry stands for besides the newest one, told when asked for. */
export function EarlierOfRun({ entry, now, open, onOpen }: EarlierOfRunProps) {
  const styles = useStyles();
  const { queries } = useConversation();
  const { run, matterId } = entry;
  const { data } = useQuery(
    queries.engine.timeline.queryOptions({ input: { matterId, run: run.id, limit: 500 }, enabled: open }),
  );
  const Chevron = open ? ChevronDown16Regular : ChevronRight16Regular;
  const earlier = data?.entries.filter(({ id }) => id !== entry.id) ?? [];
  return (
    <div>
      <Button
        size="small"
        appearance="transparent"
        className={styles.button}
        icon={<Chevron />}
        aria-expanded={open}
        onClick={() => onOpen(!open)}
      >
        {count(run.count - 1, 'more time', 'more times')} since {clockTime(run.since, now)}
      </Button>
      {open && data ? (
        <ul className={styles.list}>
          {earlier.map(({ id, at }) => (
            <li key={id} className={styles.line}>
              <time dateTime={at} title={exactTime(at)}>
                {clockTime(at, now)}
              </time>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
