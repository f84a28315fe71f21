import { useState } from 'react';
import type { FormOf, MatterChanges, MatterRecord } from '../../shared/model/index.ts';
import { changedMeanwhile, type MatterDifference } from './changedMeanwhile.ts';
import type { OpenForm } from './opened.ts';
import { useForEach } from './useForEach.ts';
import { type FormNow, useForm } from './useForm.ts';
import { useRequested } from './useRequested.ts';

type Form = FormOf<'matters.patch'>;

export interface MatterFormProps {
  readonly opened: OpenForm;
  readonly initial: Form;
  readonly record: MatterRecord;
}

interface Options {
  /** What is chosen before anybody chose. */
  readonly start?: MatterChanges;
  /** What was chosen for several matters, for one of them. */
  readonly each?: (record: MatterRecord, changes: MatterChanges) => MatterChanges;
  readonly faults?: (changes: MatterChanges) => Readonly<Record<string, string>>;
}

export interface MatterFormNow extends FormNow<Form> {
  setChanges: (changes: MatterChanges) => void;
  /** What somebody changed since the person began; null while nothing was. Nothing is sent before they looked at it. */
  readonly meanwhile: readonly MatterDifference[] | null;
  /** They looked at it. */
  look: () => void;
}

/**
 * A change of a matter as it is being filled in. Until the first change the form shows the matter as it is; from then on it is held to
 * what the person saw, in a draft too.
 */
export function useMatterForm({ opened, initial, record }: MatterFormProps, options: Options): MatterFormNow {
  const { start = initial.changes, each, faults } = options;
  const [shown, setShown] = useState(opened.shown ?? null);
  const all = useForEach(opened.several ?? [initial.matterId], each);
  const since = (form: Form) => changedMeanwhile({ version: form.seen, fields: shown }, record, form.changes);
  const of = useForm(
    opened,
    { ...initial, changes: start },
    {
      shown,
      then: useRequested(),
      all: all ?? ((form) => Promise.resolve([{ ...form, seen: form.seen ?? record.version }])),
      faults: (form) => ({
        ...faults?.(form.changes),
        ...(since(form) && { seen: 'has to be looked at before yours is sent' }),
      }),
    },
  );
  const { seen } = of.form;
  return {
    ...of,
    setChanges: (changes) => {
      if (seen === null) setShown(record.fields);
      of.set({ changes, seen: seen ?? record.version });
    },
    meanwhile: since(of.form),
    look: () => {
      setShown(record.fields);
      of.set({ seen: record.version });
    },
  };
}
