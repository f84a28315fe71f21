import { makeStyles, ProgressBar, Text, tokens } from '@fluentui/react-components';
import { TextBulletListSquare48Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import type { MatterDetails, MatterId } from '../../../shared/model/index.ts';
import { refusalOf } from '../../conversation/refusal.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { useNow } from '../../look/useNow.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { Loading } from '../../widgets/Loading.tsx';
import { RefusalBar } from '../../widgets/RefusalBar.tsx';
import { Scrollable } from '../../widgets/Scrollable.tsx';
import { longDay } from '../../words/days.ts';
import { displayName } from '../../words/displayName.ts';
import { clockTime, exactTime } from '../../words/time.ts';

const useStyles = makeStyles({
  tab: { height: '100%', boxSizing: 'border-box', padding: '16px' },
  section: { maxWidth: '900px', marginBottom: '24px' },
  title: { margin: '0 0 8px' },
  rows: { margin: 0, borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(140px, 30%) 1fr',
    gap: '16px',
    padding: '6px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  label: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  value: { margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line', userSelect: 'text' },
  progress: { marginBottom: '12px', maxWidth: '900px' },
  technical: {
    marginBottom: '16px',
    '& > summary': { cursor: 'pointer', marginBottom: '12px', color: tokens.colorNeutralForeground2 },
  },
  age: { color: tokens.colorNeutralForeground3, margin: 0 },
});

/** Everything the service says of a matter, for reading. Also offline. */
export function DetailsTab({ matterId }: { matterId: MatterId }) {
  const { queries } = useConversation();
  const { data, error, refetch } = useQuery(
    queries.engine.matters.details.queryOptions({ input: { matterId } }),
  );
  if (data) return <Details details={data} />;
  return error ? (
    <RefusalBar refusal={refusalOf(error)} onAgain={refetch} />
  ) : (
    <Loading label="Loading details…" />
  );
}

function Details({ details }: { details: MatterDetails }) {
  const styles = useStyles();
  const { readAt, problem, reading, sections } = details;
  const isTechnical = ({ technical }: (typeof sections)[number]) => technical;
  if (sections.length === 0 && reading) return <Loading label="Loading details from the service…" />;
  if (sections.length === 0) {
    return (
      <EmptyState icon={<TextBulletListSquare48Regular />} title="Details not loaded yet">
        {problem === null
          ? 'They are kept on this computer once they have been loaded from the service.'
          : `They could not be loaded. ${displayName(problem)}`}
      </EmptyState>
    );
  }
  return (
    <Scrollable className={styles.tab} label="Details">
      {reading ? <ProgressBar className={styles.progress} aria-label="Refreshing details" /> : null}
      {sections
        .filter((section) => !isTechnical(section))
        .map((section, index) => (
          // Nothing but its place tells one section of a service from another of the same title.
          <Section key={`${index} ${section.title}`} section={section} />
        ))}
      {sections.some(isTechnical) ? (
        <details className={styles.technical}>
          <summary>Technical details</summary>
          {sections.filter(isTechnical).map((section) => (
            <Section key={section.title} section={section} />
          ))}
        </details>
      ) : null}
      {readAt === null ? null : <Age readAt={readAt} problem={problem} />}
    </Scrollable>
  );
}

function Section({ section: { title, rows } }: { section: MatterDetails['sections'][number] }) {
  const styles = useStyles();
  return (
    <div className={styles.section}>
      <Text as="h2" size={400} weight="semibold" block className={styles.title}>
        <bdi>{displayName(title)}</bdi>
      </Text>
      <dl className={styles.rows}>
        {rows.map(({ label, value }, index) => (
          <div key={`${index} ${label}`} className={styles.row}>
            <dt className={styles.label}>
              <bdi>{displayName(label)}</bdi>
            </dt>
            <dd className={styles.value}>
              <bdi>{shownValue(value)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Age({ readAt, problem }: { readAt: string; problem: string | null }) {
  const styles = useStyles();
  const now = useNow();
  const asOf = `As of ${clockTime(readAt, now)}`;
  return (
    <p className={styles.age} title={exactTime(readAt)}>
      {problem === null ? asOf : `${asOf}. ${displayName(problem)}`}
    </p>
  );
}

/** A date and time of the service as a date; everything else as it came, line by line. */
const shownValue = (value: string): string =>
  /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})?$/.test(value)
    ? longDay(value)
    : value.split(/\r?\n/u).map(displayName).join('\n');
