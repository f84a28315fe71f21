import { Field, makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { FormOf } from '../../shared/model/index.ts';
import { displayName } from '../words/displayName.ts';
import { ContactField } from './ContactField.tsx';
import { FormFrame } from './FormFrame.tsx';
import { CheckField, TextField } from './fields.tsx';
import { fieldWords } from './fieldWords.ts';
import type { OpenForm } from './opened.ts';
import { useForm } from './useForm.ts';
import { useRequested } from './useRequested.ts';

const useStyles = makeStyles({ note: { margin: 0, color: tokens.colorNeutralForeground2 } });

interface RelationshipFormProps {
  opened: OpenForm;
  initial: FormOf<'relationships.put'>;
  /** Fields that the service did not show: all of a relationship is replaced, so they must be entered. */
  unread: readonly string[];
}

export function RelationshipForm({ opened, initial, unread }: RelationshipFormProps) {
  const styles = useStyles();
  const [entered, setEntered] = useState<ReadonlySet<string>>(new Set());
  const missing = unread.filter((field) => !entered.has(field));
  const of = useForm(opened, initial, {
    then: useRequested(),
    faults: ({ contact }) => ({
      ...Object.fromEntries(missing.map((field) => [field, 'must be entered: the service does not show it'])),
      ...(contact.name === '' && { contact: 'must be chosen' }),
    }),
  });
  const { form, fault } = of;
  const hintOf = (field: string) => {
    const name = missing.includes(field) ? opened.named?.[field] : undefined;
    return name === undefined ? {} : { hint: `The service shows “${displayName(name)}” without an id` };
  };
  const set = (change: Partial<typeof form>) => {
    setEntered((before) => new Set([...before, ...Object.keys(change)]));
    of.set(change);
  };
  return (
    <FormFrame title="Change a relationship" send="Save changes" of={of}>
      {unread.length > 0 ? (
        <p className={styles.note}>
          The service takes a relationship only as a whole, and does not show all of this one. To be entered
          here: {unread.map(fieldWords).join(', ')}.
        </p>
      ) : null}
      <TextField
        first
        required
        label="Name"
        value={form.name}
        onChange={(name) => set({ name })}
        fault={fault('name')}
      />
      <TextField
        label="Name shown"
        value={form.displayName}
        onChange={(shownName) => set({ displayName: shownName })}
        fault={fault('displayName')}
      />
      <ContactField
        of={of}
        one
        required
        label="Contact"
        value={form.contact.name === '' ? [] : [form.contact]}
        {...hintOf('contact')}
        onChange={([contact]) => set({ contact: contact ?? { ...form.contact, name: '' } })}
        fault={fault('contact')}
      />
      <ContactField
        of={of}
        label="Representatives"
        value={form.representatives}
        {...hintOf('representatives')}
        onChange={(representatives) => set({ representatives })}
        fault={fault('representatives')}
      />
      {missing.includes('representatives') ? (
        <CheckField
          label={form.representatives.length === 0 ? 'It has no representatives' : 'These are all of them'}
          value={false}
          onChange={() => set({ representatives: form.representatives })}
        />
      ) : null}
      <Field
        {...(fault('isMatterItemRequired')
          ? { validationState: 'error' as const, validationMessage: fault('isMatterItemRequired') ?? '' }
          : {})}
      >
        <RadioGroup
          layout="horizontal"
          aria-label="Required on the matter"
          value={missing.includes('isMatterItemRequired') ? '' : String(form.isMatterItemRequired)}
          onChange={(_event, { value }) => set({ isMatterItemRequired: value === 'true' })}
        >
          <Radio value="true" label="Required on the matter" />
          <Radio value="false" label="Not required" />
        </RadioGroup>
      </Field>
    </FormFrame>
  );
}
