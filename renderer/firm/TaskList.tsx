import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { TextBulletListSquare48Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import type { MatterId, PortalTaskView } from '../../shared/model/index.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { newTask, taskChange } from '../forms/newForms.ts';
import { openForm } from '../forms/opened.ts';
import { useNow } from '../look/useNow.ts';
import { hashOf } from '../place/place.ts';
import { EmptyState } from '../widgets/EmptyState.tsx';
import { Loading } from '../widgets/Loading.tsx';
import { LongList } from '../widgets/LongList.tsx';
import { Name } from '../widgets/Name.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { displayName } from '../words/displayName.ts';
import { exactTime, relativeTime } from '../words/time.ts';

const useStyles = makeStyles({
  item: { padding: '4px 16px' },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    minWidth: 0,
    padding: '12px 16px',
    overflowWrap: 'anywhere',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: '12px', minWidth: 0 },
  title: { margin: 0, minWidth: '6em', flexGrow: 1, flexBasis: 0, fontSize: tokens.fontSizeBase400 },
  quiet: { color: tokens.colorNeutralForeground3, margin: 0 },
  line: { margin: 0 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '4px', ':empty': { display: 'none' } },
});

const states: Record<PortalTaskView['state'], string> = {
  requested: 'Not made yet',
  asked: 'Asked',
  completed: 'Completed',
  cancelled: 'Cancelled',
  expired: 'Expired',
};

/** Tasks for clients that were made on this computer: of a matter, or of all. */
export function TaskList({ matterId }: { matterId: MatterId | null }) {
  const styles = useStyles();
  const { queries } = useConversation();
  const now = useNow();
  const { data, error, refetch } = useQuery(
    queries.engine.records.portalTasks.queryOptions({ input: { matterId, limit: 500 } }),
  );
  if (error) return <RefusalBar refusal={refusalOf(error)} onAgain={refetch} />;
  if (!data) return <Loading label="Loading client tasks…" />;
  if (data.rows.length === 0) {
    return (
      <EmptyState
        icon={<TextBulletListSquare48Regular />}
        title="No client tasks"
        actions={
          matterId === null ? null : (
            <Button onClick={() => openForm({ form: newTask(matterId) })}>Ask the client…</Button>
          )
        }
      >
        What clients are asked in the portal is listed here, as far as it was asked on this computer: no
        operation of the service tells of others.
      </EmptyState>
    );
  }
  return (
    <LongList
      region="Client tasks"
      label="Client tasks"
      items={data.rows}
      keyOf={({ task }) => task}
      heightOf={() => 140}
      render={(task) => (
        <div className={styles.item}>
          <TaskCard task={task} now={now} showMatter={matterId === null} />
        </div>
      )}
    />
  );
}

interface TaskCardProps {
  task: PortalTaskView;
  now: number;
  showMatter: boolean;
}

function TaskCard({ task, now, showMatter }: TaskCardProps) {
  const styles = useStyles();
  const { fields, state, setAt, contactName, email, taskId, pending, matterId } = task;
  const title = fields.title ?? '';
  const open = (end?: 'completed' | 'cancelled' | 'expired') =>
    openForm({ form: taskChange(task, end ? { [end]: true } : {}) });
  const who = [contactName, email].filter((one) => one !== null).map(displayName);
  const isOpen = state === 'requested' || state === 'asked';
  return (
    <article className={styles.card} aria-label={`Task: ${displayName(title)}`}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          <Name text={title} />
        </h2>
        <span title={exactTime(setAt)}>
          Last set here: {states[state]}, {relativeTime(setAt, now)}
        </span>
      </div>
      {showMatter ? (
        <Link href={hashOf({ screen: 'matter', matterId, tab: 'tasks' })}>
          <Name text={task.matter} />
        </Link>
      ) : null}
      {who.length > 0 ? <p className={styles.line}>{who.join(', ')}</p> : null}
      <p className={styles.line}>{displayName(fields.url ?? '')}</p>
      {pending ? <p className={styles.quiet}>A change of it is not done yet.</p> : null}
      {taskId === null && state !== 'requested' ? (
        <p className={styles.quiet}>The service’s answer names no task, so it cannot be changed from here.</p>
      ) : (
        <div className={styles.actions}>
          <Button size="small" aria-label={`Edit ${displayName(title)}`} onClick={() => open()}>
            Edit…
          </Button>
          {isOpen ? (
            <>
              <Button
                size="small"
                aria-label={`Complete ${displayName(title)}`}
                onClick={() => open('completed')}
              >
                Complete…
              </Button>
              <Button
                size="small"
                aria-label={`Cancel ${displayName(title)}`}
                onClick={() => open('cancelled')}
              >
                Cancel…
              </Button>
              <Button
                size="small"
                aria-label={`Expire ${displayName(title)}`}
                onClick={() => open('expired')}
              >
                Expire…
              </Button>
            </>
          ) : null}
        </div>
      )}
    </article>
  );
}
