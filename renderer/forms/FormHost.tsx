import { assertNever } from '../../shared/base/result.ts';
import type { FormOf, MatterRecord } from '../../shared/model/index.ts';
import { Modal } from '../widgets/Modal.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { ActivityCodeForm } from './ActivityCodeForm.tsx';
import { ConvertLeadForm } from './ConvertLeadForm.tsx';
import { EditMatterForm } from './EditMatterForm.tsx';
import { MatterStatusForm } from './MatterStatusForm.tsx';
import { NewMatterForm } from './NewMatterForm.tsx';
import { NewPersonForm } from './NewPersonForm.tsx';
import { NewTaskForm } from './NewTaskForm.tsx';
import { type OpenForm, openForm } from './opened.ts';
import { PluginForm } from './PluginForm.tsx';
import { RelationshipForm } from './RelationshipForm.tsx';
import { ResponsibleForm } from './ResponsibleForm.tsx';
import { TaskChangeForm } from './TaskChangeForm.tsx';
import { useMatterRecord } from './useMatterRecord.ts';
import { WebhookForm } from './WebhookForm.tsx';

/** The form that is open, over whatever is shown. */
export function FormHost({ opened }: { opened: OpenForm }) {
  const { form, unread = [] } = opened;
  switch (form.operation) {
    case 'matters.create':
      return <NewMatterForm opened={opened} initial={form} />;
    case 'matters.patch':
      return <OneMatter opened={opened} initial={form} />;
    case 'contacts.create':
      return <NewPersonForm opened={opened} initial={form} />;
    case 'relationships.put':
      return <RelationshipForm opened={opened} initial={form} unread={unread} />;
    case 'activityCodes.put':
      return <ActivityCodeForm opened={opened} initial={form} unread={unread} />;
    case 'portalTasks.create':
      return <NewTaskForm opened={opened} initial={form} />;
    case 'portalTasks.patch':
      return <TaskChangeForm opened={opened} initial={form} />;
    case 'plugins.put':
      return <PluginForm opened={opened} initial={form} />;
    case 'webhooks.create':
      return <WebhookForm opened={opened} initial={form} />;
    default:
      return assertNever(form);
  }
}

interface OneMatterProps {
  opened: OpenForm;
  initial: FormOf<'matters.patch'>;
}

function OneMatter({ opened, initial }: OneMatterProps) {
  const { record, refusal, refetch } = useMatterRecord(initial.matterId);
  if (record?.version) return <MatterForm opened={opened} initial={initial} record={record} />;
  if (!record && !refusal) return null;
  const problem = refusal ?? {
    what: 'This matter cannot be changed yet',
    why: record?.problem ?? 'It has not been read from the service yet.',
    next: 'It is read as soon as the service answers. Try again then.',
  };
  return (
    <Modal title="Change a matter" onClose={() => openForm(null)}>
      <RefusalBar refusal={problem} onAgain={refetch} onUnderstood={() => openForm(null)} />
    </Modal>
  );
}

function MatterForm(props: OneMatterProps & { record: MatterRecord }) {
  switch (props.opened.part) {
    case 'status':
      return <MatterStatusForm {...props} />;
    case 'responsible':
      return <ResponsibleForm {...props} />;
    case 'convert':
      return <ConvertLeadForm {...props} />;
    default:
      return <EditMatterForm {...props} />;
  }
}
