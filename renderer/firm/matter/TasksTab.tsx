import { Button, makeStyles } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons';
import type { MatterId } from '../../../shared/model/index.ts';
import { newTask } from '../../forms/newForms.ts';
import { openForm } from '../../forms/opened.ts';
import { TaskList } from '../TaskList.tsx';

const useStyles = makeStyles({
  tab: { display: 'flex', flexDirection: 'column', height: '100%' },
  bar: { display: 'flex', padding: '8px 16px 4px' },
  rest: { flexGrow: 1, minHeight: 0 },
});

/** What the matter's clients were asked in the portal. */
export function TasksTab({ matterId }: { matterId: MatterId }) {
  const styles = useStyles();
  return (
    <div className={styles.tab}>
      <div className={styles.bar}>
        <Button icon={<Add20Regular />} onClick={() => openForm({ form: newTask(matterId) })}>
          Ask the client…
        </Button>
      </div>
      <div className={styles.rest}>
        <TaskList matterId={matterId} />
      </div>
    </div>
  );
}
