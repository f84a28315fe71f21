import {
  Checkbox,
  Field,
  Input,
  makeStyles,
  mergeClasses,
  Select,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { type ReactNode, useState } from 'react';
import { DayPicker } from '../widgets/DayPicker.tsx';
import { dayNamed } from '../words/days.ts';
import { displayName } from '../words/displayName.ts';
import { longDate } from '../words/time.ts';

const useStyles = makeStyles({
  narrow: { maxWidth: '260px' },
  input: { minWidth: 0, width: '100%' },
  /** However long what is in it. */
  field: { minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' },
  row: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))',
    gap: '14px',
    minWidth: 0,
    alignItems: 'start',
  },
  group: {
    display: 'flex',
    flexDirection: 'column',
    gap: '14px',
    minWidth: 0,
    margin: 0,
    padding: '14px 0 0',
    border: 'none',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  legend: { padding: '0 8px 0 0', fontWeight: tokens.fontWeightSemibold, fontSize: tokens.fontSizeBase400 },
});

interface Common {
  label: string;
  fault?: string | null;
  hint?: string | undefined;
  required?: boolean;
}

const ofField = ({ label, fault, hint, required }: Common) => ({
  label,
  ...(required && { required }),
  ...(hint !== undefined && { hint }),
  ...(fault ? { validationState: 'error' as const, validationMessage: displayName(fault) } : {}),
});

interface TextFieldProps extends Common {
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'email' | 'url' | 'password' | 'search';
  long?: boolean;
  /** Has the keyboard when the form opens. */
  first?: boolean;
  /** Has the keyboard as soon as it is there. */
  now?: boolean;
  maxLength?: number;
  /** Instead of sending the form. */
  onEnter?: () => void;
}

export function TextField({
  value,
  onChange,
  type = 'text',
  long,
  first,
  now,
  maxLength,
  onEnter,
  ...of
}: TextFieldProps) {
  const styles = useStyles();
  const common = {
    className: styles.input,
    value,
    spellCheck: long === true,
    ...(maxLength !== undefined && { maxLength }),
    ...(first && { 'data-first': true }),
    ...(now && { ref: focused }),
  };
  return (
    <Field {...ofField(of)} className={styles.field}>
      {long ? (
        <Textarea {...common} resize="vertical" onChange={(_event, data) => onChange(data.value)} />
      ) : (
        <Input
          {...common}
          type={type}
          autoComplete="off"
          onChange={(_event, data) => onChange(data.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !onEnter) return;
            event.preventDefault();
            onEnter();
          }}
        />
      )}
    </Field>
  );
}

const focused = (element: HTMLElement | null) => element?.focus();

interface NumberFieldProps extends Common {
  value: number | null;
  onChange: (value: number | null) => void;
  step?: string;
}

export function NumberField({ value, onChange, step = 'any', ...of }: NumberFieldProps) {
  const styles = useStyles();
  return (
    <Field {...ofField(of)} className={mergeClasses(styles.field, styles.narrow)}>
      <Input
        type="number"
        step={step}
        className={styles.input}
        defaultValue={value === null ? '' : String(value)}
        onChange={(_event, data) => onChange(data.value === '' ? null : Number(data.value))}
      />
    </Field>
  );
}

/** Shows how dates are written. */
const exampleDay = '2026-12-05T12:00:00Z';

interface DateFieldProps extends Common {
  /** ISO 8601; a time in it is kept to itself. */
  value: string | null;
  onChange: (value: string | null) => void;
}

export function DateField({ value, onChange, ...of }: DateFieldProps) {
  const styles = useStyles();
  const [unreadable, setUnreadable] = useState(false);
  const fault = unreadable ? `Write the date like ${longDate(exampleDay)}.` : of.fault;
  return (
    <Field
      {...ofField({ ...of, fault: fault ?? null })}
      className={mergeClasses(styles.field, styles.narrow)}
    >
      <DayPicker
        className={styles.input}
        value={dayNamed(value ?? '')}
        onDay={(day) => onChange(day === '' ? null : day)}
        onUnreadable={setUnreadable}
      />
    </Field>
  );
}

interface ChoiceFieldProps extends Common {
  value: string;
  onChange: (value: string) => void;
  /** `''` for none. */
  choices: readonly { readonly value: string; readonly label: string }[];
  first?: boolean;
}

export function ChoiceField({ value, onChange, choices, first, ...of }: ChoiceFieldProps) {
  const styles = useStyles();
  return (
    <Field {...ofField(of)} className={styles.field}>
      <Select
        className={styles.input}
        value={value}
        onChange={(_event, data) => onChange(data.value)}
        {...(first && { 'data-first': true })}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

interface CheckFieldProps extends Common {
  value: boolean;
  onChange: (value: boolean) => void;
}

export function CheckField({ value, onChange, label, ...of }: CheckFieldProps) {
  return (
    <Field {...ofField({ ...of, label: '' })} label={null}>
      <Checkbox checked={value} label={label} onChange={(_event, data) => onChange(data.checked === true)} />
    </Field>
  );
}

/** Fields beside each other where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={useStyles().row}>{children}</div>;
}

/** Fields that belong together. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{title}</legend>
      {children}
    </fieldset>
  );
}
