import { useState } from 'react';
import type { FormOf } from '../../shared/model/index.ts';
import { FormFrame } from './FormFrame.tsx';
import { TextField } from './fields.tsx';
import { KeyField } from './KeyField.tsx';
import { noKey } from './newForms.ts';
import type { OpenForm } from './opened.ts';
import { useForm } from './useForm.ts';
import { useKeys } from './useKeys.ts';
import { useRequested } from './useRequested.ts';

export function WebhookForm({ opened, initial }: { opened: OpenForm; initial: FormOf<'webhooks.create'> }) {
  const [events, setEvents] = useState(initial.eventTypes.join('\n'));
  const keys = useKeys(useRequested());
  const of = useForm(opened, initial, {
    then: keys.sent,
    notInDraft: keys.notInDraft,
    faults: ({ key, name }) => ({
      ...(key === noKey && { key: 'must be made or entered' }),
      ...keys.faults,
      ...(name.trim() === '' && { name: 'must not be empty' }),
    }),
  });
  const { form, set, fault } = of;
  return (
    <FormFrame
      title="New webhook subscription"
      send="Create subscription"
      of={of}
      faults={of.otherFaults(shown)}
    >
      <TextField
        first
        required
        label="Name"
        value={form.name}
        onChange={(name) => set({ name })}
        fault={fault('name')}
      />
      <TextField
        long
        required
        label="Events"
        hint="One a line, such as matter.updated; the specification does not list them all"
        value={events}
        onChange={(text) => {
          setEvents(text);
          set({ eventTypes: text.split(/\s+/u).filter(Boolean) });
        }}
        fault={fault('eventTypes')}
      />
      <TextField
        required
        type="url"
        label="Address that is notified"
        hint="Begins with https://"
        value={form.eventNotificationUrl}
        onChange={(eventNotificationUrl) => set({ eventNotificationUrl })}
        fault={fault('eventNotificationUrl')}
      />
      <KeyField
        keys={keys}
        value={form.key === noKey ? null : form.key}
        onChange={(key) => set({ key: key ?? noKey })}
        hint="Whoever is notified proves with it that a notification is the service’s."
        fault={fault('key')}
      />
    </FormFrame>
  );
}

const shown = ['name', 'eventTypes', 'eventNotificationUrl', 'key'];
