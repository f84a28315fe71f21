import { makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { FormOf } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { FormFrame } from './FormFrame.tsx';
import { FieldRow, TextField } from './fields.tsx';
import { fieldWords } from './fieldWords.ts';
import type { OpenForm } from './opened.ts';
import { useForm } from './useForm.ts';
import { useRequested } from './useRequested.ts';

const useStyles = makeStyles({ note: { margin: 0, color: tokens.colorNeutralForeground2 } });

type Changes = FormOf<'portalTasks.patch'>['changes'];
const ends = ['completed', 'cancelled', 'expired'] as const;
type End = (typeof ends)[number];

const choices: readonly { readonly value: End | 'open'; readonly label: string }[] = [
  { value: 'open', label: 'Leave it open' },
  { value: 'completed', label: 'Completed' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'expired', label: 'Expired' },
];

const texts = {
  completed: ['completedText', 'completedUrl'],
  cancelled: ['cancelledText', 'cancelledUrl'],
  expired: ['expiredText', 'expiredUrl'],
} as const;

/** Changes a task that was made here, or ends it, with what the client is shown then. */
export function TaskChangeForm({
  opened,
  initial,
}: {
  opened: OpenForm;
  initial: FormOf<'portalTasks.patch'>;
}) {
  const styles = useStyles();
  const { queries } = useConversation();
  const { data } = useQuery(
    queries.engine.records.portalTasks.queryOptions({ input: { matterId: initial.matterId, limit: 500 } }),
  );
  const before = data?.rows.find(({ task }) => task === initial.task)?.fields ?? {};
  const of = useForm(opened, initial, { then: useRequested() });
  const { changes } = of.form;
  const now: Changes = { ...before, ...changes };
  const set = (change: Changes) => {
    const entered = Object.entries({ ...changes, ...change });
    const changed = entered.filter(([field, value]) => (Reflect.get(before, field) ?? null) !== value);
    of.set({ changes: Object.fromEntries(changed) });
  };
  const end = ends.find((one) => now[one]) ?? 'open';
  const text = (
    field: Exclude<keyof Changes, End>,
    more: { long?: boolean; first?: boolean; url?: boolean } = {},
  ) => (
    <TextField
      label={fieldWords(field)}
      {...(more.long && { long: true })}
      {...(more.first && { first: true })}
      {...(more.url && { type: 'url' as const })}
      value={now[field] ?? ''}
      onChange={(value) =>
        set({
          [field]: field === 'title' || field === 'url' || field === 'externalUserId' ? value : value || null,
        })
      }
      fault={of.fault(field) ?? (field === 'title' ? of.fault('changes') : null)}
    />
  );
  const [endText, endUrl] = end === 'open' ? [null, null] : texts[end];
  return (
    <FormFrame title="Change a client task" send="Save changes" of={of}>
      {text('title', { first: true })}
      <FieldRow>
        {text('url', { url: true })}
        {text('externalUserId')}
        {text('actionText')}
      </FieldRow>
      <RadioGroup
        layout="horizontal"
        aria-label="State of the task"
        value={end}
        onChange={(_event, { value }) =>
          set(Object.fromEntries(ends.map((one) => [one, one === value])) as Pick<Changes, End>)
        }
      >
        {choices.map(({ value, label }) => (
          <Radio key={value} value={value} label={label} />
        ))}
      </RadioGroup>
      <p className={styles.note}>
        No operation reads a task: what is shown here is what was set last on this computer.
      </p>
      {endText && endUrl ? (
        <>
          {text(endText, { long: true })}
          {text(endUrl, { url: true })}
        </>
      ) : null}
    </FormFrame>
  );
}
