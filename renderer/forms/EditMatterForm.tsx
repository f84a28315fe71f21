import { makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { MatterChanges } from '../../shared/model/index.ts';
import { matterStatuses } from '../../shared/model/matters.ts';
import { referralFeeTypes } from '../../shared/rules/matter-patch.ts';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';
import { ContactField } from './ContactField.tsx';
import { FormFrame } from './FormFrame.tsx';
import { ChoiceField, DateField, FieldGroup, FieldRow, NumberField, TextField } from './fields.tsx';
import { fieldWords } from './fieldWords.ts';
import { MatterTypeField } from './MatterTypeField.tsx';
import { SplitEditor } from './SplitEditor.tsx';
import { StaffField } from './StaffField.tsx';
import { StaffListField } from './StaffListField.tsx';
import { typeInForm } from './shownInForm.ts';
import { isUnreadList, unconfirmedLists } from './unreadLists.ts';
import { type MatterFormProps, useMatterForm } from './useMatterForm.ts';
import { changedFields } from './useMatterRecord.ts';
import { useRequestSettings } from './useRequestSettings.ts';
import { WholeListCheck } from './WholeListCheck.tsx';

type TextName =
  | 'number'
  | 'description'
  | 'externalSystemId'
  | 'leadClosedReason'
  | 'referralType'
  | 'referralAgreementFeeComment'
  | 'clientCode'
  | 'branchId'
  | 'branchProviderId';
type DateName = 'dateOpened' | 'openedDate' | 'closedDate' | 'leadOpenedDate' | 'leadClosedDate';
type StaffName =
  | 'personResponsibleStaffId'
  | 'personAssistingStaffId'
  | 'originatingStaffId'
  | 'supervisorStaffId';

const useStyles = makeStyles({ note: { margin: 0, color: tokens.colorNeutralForeground2 } });

/** Fields of every region that the form asks for; those of a lead where it is one. */
const shownFields = [
  'description',
  'number',
  'status',
  'matterTypeId',
  'clients',
  'otherSides',
  'personResponsibleStaffId',
  'personAssistingStaffId',
  'personAssistingStaffIds',
  'originatingStaffId',
  'originatingStaffIds',
  'splitOriginatingStaffSettings',
  'openedDate',
  'closedDate',
  'referralType',
  'referrer',
  'referralAgreementFeeType',
  'referralAgreementFee',
  'referralAgreementFeeComment',
  'branchId',
  'branchProviderId',
  'externalSystemId',
] as const;

/** Every field of a matter that the service lets anyone change, in groups; only what is changed is sent. */
export function EditMatterForm(props: MatterFormProps) {
  const styles = useStyles();
  const { record } = props;
  const [{ region, equalSplitWord }] = useRequestSettings();
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const of = useMatterForm(props, {
    faults: (changes) => unconfirmedLists(record.fields, changes, confirmed),
  });
  const { form, fault } = of;
  const now: MatterChanges = { ...record.fields, ...form.changes };
  const set = (changes: MatterChanges) =>
    of.setChanges(changedFields(record.fields, { ...form.changes, ...changes }));
  const isIn = (...regions: ('AU' | 'UK' | 'US')[]) => region === null || regions.includes(region);
  const text = (field: TextName, more: { long?: boolean; first?: boolean; hint?: string } = {}) => (
    <TextField
      {...more}
      label={fieldWords(field)}
      value={now[field] ?? ''}
      onChange={(value) => set({ [field]: value || null })}
      fault={fault(field)}
    />
  );
  const date = (field: DateName) => (
    <DateField
      label={fieldWords(field)}
      value={now[field] ?? null}
      onChange={(value) => set({ [field]: value })}
      fault={fault(field)}
    />
  );
  const staff = (field: StaffName, hint?: string) => (
    <StaffField
      {...(hint !== undefined && { hint })}
      label={fieldWords(field)}
      {...(!(field in record.fields) && { none: 'Not shown by the service' })}
      value={now[field] ?? null}
      onChange={(value) => set({ [field]: value })}
      fault={fault(field)}
    />
  );
  const whole = (...fields: Parameters<typeof isUnreadList>[0][]) => (
    <WholeListCheck
      isUnread={fields.some((field) => isUnreadList(field, record.fields, form.changes))}
      confirmed={fields.every((field) => confirmed.has(field))}
      onConfirm={(isWhole) =>
        setConfirmed((before) => {
          const others = [...before].filter((field) => !fields.some((one) => one === field));
          return new Set(isWhole ? [...others, ...fields] : others);
        })
      }
      fault={of.tried ? (fields.map((field) => fault(field)).find((words) => words !== null) ?? null) : null}
    />
  );
  const notShown = shownFields.filter((field) => !(field in record.fields));
  const only = (regions: string) => (region === null ? `Only in ${regions}` : undefined);
  const hint = (words: string | undefined) => (words === undefined ? {} : { hint: words });
  return (
    <FormFrame
      title={`Edit “${record.title}”`}
      send="Save changes"
      of={of}
      faults={of.otherFaults([...Object.keys(record.fields), ...shownFields])}
    >
      <ChangedMeanwhile of={of} />
      {notShown.length > 0 ? (
        <p className={styles.note}>
          The service does not show: {notShown.map(fieldWords).join(', ')}. What you leave alone stays as it
          is there.
        </p>
      ) : null}
      <FieldGroup title="General">
        {text('description', { long: true, first: true })}
        <FieldRow>
          {text('number')}
          <ChoiceField
            label="Status"
            value={now.status ?? ''}
            onChange={(value) => set({ status: matterStatuses.find((one) => one === value) ?? null })}
            choices={[
              ...(now.status ? [] : [{ value: '', label: 'Not shown by the service' }]),
              ...matterStatuses.map((value) => ({ value, label: value })),
            ]}
          />
        </FieldRow>
        <MatterTypeField
          kind={record.isLead ? 'lead' : 'matter'}
          chosen={typeInForm(form.changes, record)}
          onChoose={({ id }) => set({ matterTypeId: id })}
        />
      </FieldGroup>
      <FieldGroup title="People">
        <ContactField
          of={of}
          label="Clients"
          value={now.clients ?? []}
          onChange={(clients) => set({ clients })}
          fault={fault('changes')}
        />
        {whole('clients')}
        <ContactField
          of={of}
          label="Other sides"
          value={now.otherSides ?? []}
          onChange={(otherSides) => set({ otherSides })}
        />
        {whole('otherSides')}
        <FieldRow>
          {staff('personResponsibleStaffId')}
          {staff('personAssistingStaffId')}
        </FieldRow>
        <StaffListField
          label={fieldWords('personAssistingStaffIds')}
          value={now.personAssistingStaffIds ?? []}
          onChange={(personAssistingStaffIds) => set({ personAssistingStaffIds })}
        />
        {whole('personAssistingStaffIds')}
        {isIn('UK') ? staff('supervisorStaffId', only('the United Kingdom')) : null}
        {staff('originatingStaffId')}
        <SplitEditor value={now} equalWord={equalSplitWord} onChange={set} />
        {whole('originatingStaffIds', 'splitOriginatingStaffSettings')}
      </FieldGroup>
      <FieldGroup title="Dates">
        <FieldRow>
          {date('dateOpened')}
          {date('openedDate')}
          {date('closedDate')}
        </FieldRow>
      </FieldGroup>
      <FieldGroup title="Lead and referral">
        {record.isLead ? (
          <>
            <FieldRow>
              {date('leadOpenedDate')}
              {date('leadClosedDate')}
            </FieldRow>
            {text('leadClosedReason')}
          </>
        ) : null}
        {text('referralType')}
        <ContactField
          of={of}
          one
          label="Referred by"
          value={now.referrer ? [now.referrer] : []}
          onChange={([referrer]) => set({ referrer: referrer ?? null })}
        />
        <FieldRow>
          <ChoiceField
            label="Referral fee is"
            value={now.referralAgreementFeeType ?? ''}
            onChange={(value) =>
              set({ referralAgreementFeeType: referralFeeTypes.find((one) => one === value) ?? null })
            }
            choices={[
              { value: '', label: 'None' },
              ...referralFeeTypes.map((value) => ({ value, label: value })),
            ]}
          />
          <NumberField
            label="Referral fee"
            value={now.referralAgreementFee ?? null}
            onChange={(referralAgreementFee) => set({ referralAgreementFee })}
          />
        </FieldRow>
        {text('referralAgreementFeeComment')}
      </FieldGroup>
      <FieldGroup title="Billing references">
        <FieldRow>
          {isIn('AU', 'UK') ? text('clientCode', hint(only('Australia and the United Kingdom'))) : null}
          {text('branchId')}
          {text('branchProviderId')}
          {text('externalSystemId', { hint: 'May be the reference of another program' })}
        </FieldRow>
      </FieldGroup>
    </FormFrame>
  );
}
