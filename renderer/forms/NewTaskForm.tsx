import { useQuery } from '@tanstack/react-query';
import type { FormOf } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { displayName } from '../words/displayName.ts';
import { ContactField } from './ContactField.tsx';
import { FormFrame } from './FormFrame.tsx';
import { CheckField, FieldRow, TextField } from './fields.tsx';
import type { OpenForm } from './opened.ts';
import { TaskPreview } from './TaskPreview.tsx';
import { filled } from './template.ts';
import { useFollowing } from './useFollowing.ts';
import { useForm } from './useForm.ts';
import { useRequested } from './useRequested.ts';
import { useRequestSettings } from './useRequestSettings.ts';

const asIs = (value: string) => value;

/** Asks a client for something in the portal: about a matter, a document or several. */
export function NewTaskForm({
  opened,
  initial,
}: {
  opened: OpenForm;
  initial: FormOf<'portalTasks.create'>;
}) {
  const { queries } = useConversation();
  const { matterId, fileIds } = initial;
  const [{ portalAddressTemplate, portalUserTemplate }] = useRequestSettings();
  const { data: matter } = useQuery(queries.engine.matters.get.queryOptions({ input: { matterId } }));
  const { data: found } = useQuery(
    queries.documents.list.queryOptions({
      input: { matterId, only: [...fileIds] },
      enabled: fileIds.length > 0,
    }),
  );
  const documents = found?.documents ?? [];
  const of = useForm(opened, initial, { then: useRequested() });
  const { form, set, fault } = of;
  const file = documents.length === 1 && fileIds.length === 1 ? documents[0] : undefined;
  const address = filled(
    portalAddressTemplate,
    {
      matterId,
      matterNumber: matter?.number ?? null,
      fileId: file?.fileId ?? null,
      fileName: file?.name ?? null,
    },
    encodeURIComponent,
  );
  const user = filled(
    portalUserTemplate,
    {
      contactId: form.contact?.kind === 'known' ? form.contact.contactId : null,
      email: form.email,
    },
    asIs,
  );
  const isNew = opened.draft === undefined && opened.edits === undefined;
  useFollowing(form.url, address, isNew, (url) => set({ url }));
  useFollowing(form.externalUserId, user, isNew, (externalUserId) => set({ externalUserId }));
  const names = documents.map(({ name }) => displayName(name));
  return (
    <FormFrame title="Ask the client" send="Ask the client" of={of} faults={of.otherFaults(shown)}>
      {names.length > 0 ? <p>About {names.join(', ')}</p> : null}
      <TextField
        first
        required
        label="Title"
        value={form.title}
        onChange={(title) => set({ title })}
        hint="What the client is asked to do: “Sign the engagement letter”"
        fault={fault('title')}
      />
      <ContactField
        of={of}
        one
        label="Client"
        value={form.contact ? [form.contact] : []}
        onChange={([contact]) => set({ contact: contact ?? null })}
        fault={fault('contact')}
      />
      <FieldRow>
        <TextField
          label="Email"
          type="email"
          hint="Where one is given, it goes before the client chosen above"
          value={form.email ?? ''}
          onChange={(email) => set({ email: email || null })}
        />
        <TextField
          required
          label="External user ID"
          hint="By which the page shown in the task knows the client, and the service tells it who did the task"
          value={form.externalUserId}
          onChange={(externalUserId) => set({ externalUserId })}
          fault={fault('externalUserId')}
        />
      </FieldRow>
      <TextField
        required
        label="Address shown in the task"
        type="url"
        hint="Begins with https://. A document’s file is not sent: the page there shows it."
        value={form.url}
        onChange={(url) => set({ url })}
        fault={fault('url')}
      />
      <FieldRow>
        <CheckField
          label="Ask for a second factor first"
          value={form.requireMFA}
          onChange={(requireMFA) => set({ requireMFA })}
        />
        <CheckField
          label="Optional for the client"
          value={form.optional}
          onChange={(optional) => set({ optional })}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          label="Word on the button"
          hint="A single word; Complete unless said"
          value={form.actionText ?? ''}
          onChange={(word) => set({ actionText: word || null })}
          fault={fault('actionText')}
        />
        <TextField
          label="Address after completion"
          type="url"
          hint="Goes before the text"
          value={form.completedUrl ?? ''}
          onChange={(url) => set({ completedUrl: url || null })}
          fault={fault('completedUrl')}
        />
      </FieldRow>
      <TextField
        long
        label="Text after completion"
        value={form.completedText ?? ''}
        onChange={(text) => set({ completedText: text || null })}
      />
      <TaskPreview form={form} />
    </FormFrame>
  );
}

const shown = ['title', 'contact', 'externalUserId', 'url', 'actionText', 'completedUrl'];
