import { makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { FormOf } from '../../shared/model/index.ts';
import {
  activityTypes,
  longestCode,
  minutesOfQuantity,
  quantityOfMinutes,
  rateTypes,
} from '../../shared/rules/activity-code.ts';
import { activityTypeWords, rateTypeWords, taxKindWords } from '../firm/codeWords.ts';
import { missingOfCode, type TaxKind, taxKindOf, taxKinds, withChange, withTaxKind } from './activityCode.ts';
import { FormFrame } from './FormFrame.tsx';
import { CheckField, ChoiceField, FieldRow, NumberField, TextField } from './fields.tsx';
import { fieldWords } from './fieldWords.ts';
import type { OpenForm } from './opened.ts';
import { useForm } from './useForm.ts';
import { useRequested } from './useRequested.ts';
import { useRequestSettings } from './useRequestSettings.ts';

interface ActivityCodeFormProps {
  opened: OpenForm;
  initial: FormOf<'activityCodes.put'>;
  /** Fields that the service did not show, which must be entered. */
  unread: readonly string[];
}

const useStyles = makeStyles({ note: { margin: 0, color: tokens.colorNeutralForeground2 } });

/** An activity code with the specification’s rules alive in the form. */
export function ActivityCodeForm({ opened, initial, unread }: ActivityCodeFormProps) {
  const styles = useStyles();
  const [{ region }] = useRequestSettings();
  const [entered, setEntered] = useState<ReadonlySet<string>>(new Set());
  const missingIn = (form: Pick<typeof initial, 'type' | 'rateType'>) => missingOfCode(unread, entered, form);
  const of = useForm(opened, initial, {
    then: useRequested(),
    faults: (form) =>
      Object.fromEntries(
        missingIn(form).map((field) => [field, 'must be entered: it could not be read from the service']),
      ),
  });
  const { form, fault } = of;
  const missing = missingIn(form);
  const set = (change: Partial<typeof form>) => {
    setEntered((before) => new Set([...before, ...Object.keys(change)]));
    of.set(withChange(form, change));
  };
  const isTime = form.type === activityTypes.time;
  const kinds = taxKinds.filter((kind) => kind === 'taxExempt' || region === null || region === 'UK');
  const isMissing = (field: string) => missing.includes(field);
  const isTaxMissing = taxKinds.some(isMissing);
  return (
    <FormFrame
      title={`Edit “${initial.code ?? initial.description ?? ''}”`}
      send="Save changes"
      of={of}
      faults={of.otherFaults(shown)}
    >
      {unread.length > 0 ? (
        <p className={styles.note}>
          The service takes an activity code only as a whole, and some of this one could not be read. To be
          entered here: {unread.map(fieldWords).join(', ')}.
        </p>
      ) : null}
      <FieldRow>
        <TextField
          first
          label="Code"
          hint={`${(form.code ?? '').length} of ${longestCode} characters`}
          value={form.code ?? ''}
          onChange={(code) => set({ code: code || null })}
          fault={fault('code')}
        />
        <ChoiceField
          label="Type"
          value={isMissing('type') ? '' : String(form.type)}
          onChange={(value) => {
            const type = ([0, 1, 2, 3] as const).find((one) => String(one) === value);
            if (type !== undefined) set({ type });
          }}
          choices={[
            ...(isMissing('type') ? [{ value: '', label: 'Choose one' }] : []),
            ...([0, 1, 2, 3] as const).map((type) => ({
              value: String(type),
              label: activityTypeWords(type),
            })),
          ]}
          fault={fault('type')}
        />
      </FieldRow>
      <TextField
        label="Description"
        value={form.description ?? ''}
        onChange={(description) => set({ description: description || null })}
        fault={fault('description')}
      />
      <CheckField
        label="Billable"
        value={form.isBillable}
        onChange={(isBillable) => set({ isBillable })}
        fault={fault('isBillable')}
      />
      <FieldRow>
        <ChoiceField
          label="Rate"
          value={isMissing('rateType') ? '' : String(form.rateType)}
          onChange={(value) => {
            const rateType = ([0, 1, 2] as const).find((one) => String(one) === value);
            if (rateType !== undefined) set({ rateType });
          }}
          choices={[
            ...(isMissing('rateType') ? [{ value: '', label: 'Choose one' }] : []),
            ...([0, 1, 2] as const).map((type) => ({ value: String(type), label: rateTypeWords(type) })),
          ]}
          fault={fault('rateType')}
        />
        {form.rateType === rateTypes.overrideRateForAllStaff ? (
          <NumberField
            label="Amount of the rate"
            step="0.01"
            value={form.rate}
            onChange={(rate) => set({ rate })}
            fault={fault('rate')}
          />
        ) : null}
        {form.type === activityTypes.fixed ? null : (
          <NumberField
            key={form.type}
            label={isTime ? 'Minutes of a new entry' : 'Units of a new entry'}
            value={form.quantity === null ? null : isTime ? minutesOfQuantity(form.quantity) : form.quantity}
            onChange={(value) =>
              set({ quantity: value === null ? null : isTime ? quantityOfMinutes(value) : value })
            }
            fault={fault('quantity')}
          />
        )}
      </FieldRow>
      <FieldRow>
        <ChoiceField
          label="Tax"
          value={isTaxMissing ? '' : taxKindOf(form)}
          onChange={(value) => {
            setEntered((before) => new Set([...before, ...taxKinds]));
            of.set(withTaxKind(form, value as TaxKind));
          }}
          choices={[
            ...(isTaxMissing ? [{ value: '', label: 'Choose one' }] : []),
            { value: 'none', label: 'As the tax rates say' },
            ...kinds.map((kind) => ({ value: kind, label: taxKindWords[kind] })),
          ]}
          fault={fault('taxExempt') ?? fault('taxZeroRated') ?? fault('taxOutOfScope')}
          hint={region === null ? 'The last two exist only in the United Kingdom' : undefined}
        />
        <NumberField
          label="Input tax in percent"
          step="0.01"
          value={form.inputTaxRate}
          onChange={(inputTaxRate) => set({ inputTaxRate })}
          fault={fault('inputTaxRate')}
        />
        <NumberField
          label="Output tax in percent"
          step="0.01"
          value={form.outputTaxRate}
          onChange={(outputTaxRate) => set({ outputTaxRate })}
          fault={fault('outputTaxRate')}
        />
      </FieldRow>
      {region === 'US' ? null : (
        <CheckField
          label="Amounts include tax"
          value={form.taxInclusive ?? false}
          onChange={(taxInclusive) => set({ taxInclusive })}
          fault={fault('taxInclusive')}
          hint={region === null ? 'Only in Australia and the United Kingdom' : undefined}
        />
      )}
      {mayBeEmpty.filter(isMissing).map((field) => (
        <CheckField
          key={field}
          label={`It has none: ${fieldWords(field)}`}
          value={false}
          onChange={() => set({ [field]: null })}
        />
      ))}
    </FormFrame>
  );
}

/** Fields that a code may have nothing in. */
const mayBeEmpty = ['code', 'description', 'quantity', 'inputTaxRate', 'outputTaxRate'] as const;

const shown = [
  'description',
  'taxInclusive',
  'taxZeroRated',
  'taxOutOfScope',
  'code',
  'type',
  'isBillable',
  'rateType',
  'rate',
  'quantity',
  'taxExempt',
  'inputTaxRate',
  'outputTaxRate',
];
