import type { FormOf } from '../../shared/model/index.ts';
import { FormFrame } from './FormFrame.tsx';
import { FieldRow, TextField } from './fields.tsx';
import type { OpenForm } from './opened.ts';
import { SimilarContacts } from './SimilarContacts.tsx';
import { useForm } from './useForm.ts';
import { useRequested } from './useRequested.ts';

/** A person whom the firm will deal with. What the service takes of a company is not shown, so none can be made here. */
export function NewPersonForm({ opened, initial }: { opened: OpenForm; initial: FormOf<'contacts.create'> }) {
  const of = useForm(opened, initial, { then: useRequested() });
  const { form, set, fault } = of;
  return (
    <FormFrame title="New person" send="Create person" of={of}>
      <FieldRow>
        <TextField
          first
          label="First name"
          value={form.firstName}
          onChange={(firstName) => set({ firstName })}
        />
        <TextField
          label="Last name"
          required
          value={form.lastName}
          onChange={(lastName) => set({ lastName })}
          fault={fault('lastName')}
        />
      </FieldRow>
      <TextField
        label="Email"
        type="email"
        value={form.email}
        onChange={(email) => set({ email })}
        hint="By which the same person is found again"
      />
      <SimilarContacts of={form} />
    </FormFrame>
  );
}
