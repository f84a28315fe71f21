import type { FormOf } from '../../shared/model/index.ts';
import { matterStatuses } from '../../shared/model/matters.ts';
import { useTell } from '../frame/notices.tsx';
import { goTo } from '../place/usePlace.ts';
import { ContactField } from './ContactField.tsx';
import { FormFrame } from './FormFrame.tsx';
import { ChoiceField, DateField, FieldRow, TextField } from './fields.tsx';
import { MatterTypeField } from './MatterTypeField.tsx';
import type { OpenForm } from './opened.ts';
import { RoleField } from './RoleField.tsx';
import { StaffField } from './StaffField.tsx';
import { useForm } from './useForm.ts';
import { useLinkOffer } from './useLinkOffer.ts';

/** Nobody makes a matter that is deleted. */
const statuses = matterStatuses.filter((status) => status !== 'Deleted');

export function NewMatterForm({ opened, initial }: { opened: OpenForm; initial: FormOf<'matters.create'> }) {
  const tell = useTell();
  const offerLink = useLinkOffer();
  const of = useForm(opened, initial, {
    then: ({ isLead }, id) => {
      tell({
        intent: 'success',
        title: isLead ? 'The lead is requested' : 'The matter is requested',
        lines: ['It is sent as soon as the service answers; until then it can be changed.'],
        action: { label: 'Show requests', run: () => goTo({ screen: 'firm', part: 'requests' }) },
      });
      offerLink(id);
    },
  });
  const { form, set, fault } = of;
  const { isLead } = form;
  return (
    <FormFrame
      title={isLead ? 'New lead' : 'New matter'}
      send={isLead ? 'Create lead' : 'Create matter'}
      of={of}
      faults={of.otherFaults(shown)}
    >
      <MatterTypeField
        kind={isLead ? 'lead' : 'matter'}
        chosen={{ id: null, name: form.matterTypeName }}
        onChoose={({ id, name }) => set({ matterTypeId: id, matterTypeName: name, clientRole: null })}
        fault={fault('matterTypeId')}
        required
        first
      />
      <ContactField
        of={of}
        label="Clients"
        required
        value={form.clients}
        onChange={(clients) => set({ clients })}
        fault={fault('clients')}
      />
      <FieldRow>
        <RoleField
          typeId={form.matterTypeId}
          value={form.clientRole}
          none="The default of the matter type"
          onChange={(clientRole) => set({ clientRole })}
        />
        <TextField
          label="Number"
          hint="May stay empty"
          value={form.number}
          onChange={(number) => set({ number })}
        />
      </FieldRow>
      <TextField
        label="Description"
        long
        value={form.description}
        onChange={(description) => set({ description })}
      />
      <FieldRow>
        <ChoiceField
          label="Status"
          value={form.status ?? ''}
          onChange={(value) => set({ status: statuses.find((status) => status === value) ?? null })}
          choices={[
            { value: '', label: 'As the service sets it' },
            ...statuses.map((value) => ({ value, label: value })),
          ]}
        />
        <DateField
          label="Opened"
          hint="May lie in the past"
          value={form.dateOpened}
          onChange={(dateOpened) => set({ dateOpened })}
          fault={fault('dateOpened')}
        />
      </FieldRow>
      <FieldRow>
        <StaffField
          label="Person responsible"
          value={form.personResponsibleStaffId}
          onChange={(personResponsibleStaffId) => set({ personResponsibleStaffId })}
        />
        <StaffField
          label="Person assisting"
          value={form.personAssistingStaffId}
          onChange={(personAssistingStaffId) => set({ personAssistingStaffId })}
        />
      </FieldRow>
      <ContactField
        of={of}
        label="Other sides"
        value={form.otherSides}
        onChange={(otherSides) => set({ otherSides })}
      />
      {form.otherSides.length > 0 ? (
        <TextField
          label="Role of the other side"
          value={form.otherSideRole ?? ''}
          onChange={(role) => set({ otherSideRole: role || null })}
        />
      ) : null}
    </FormFrame>
  );
}

const shown = ['matterTypeId', 'clients', 'dateOpened'];
