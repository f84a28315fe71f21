import { makeStyles, Radio, RadioGroup } from '@fluentui/react-components';
import { count } from '../words/count.ts';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';
import { FormFrame } from './FormFrame.tsx';
import { DateField, TextField } from './fields.tsx';
import { MoreMattersField } from './MoreMattersField.tsx';
import { startOf, statusChange, statusOfEach, stepsFrom } from './matterStatus.ts';
import { type MatterFormProps, useMatterForm } from './useMatterForm.ts';

const useStyles = makeStyles({ note: { margin: 0 } });

/** Closes, reopens or cancels a matter or several, with the date, and of a lead with the reason. */
export function MatterStatusForm(props: MatterFormProps) {
  const styles = useStyles();
  const { opened, initial, record } = props;
  const matters = opened.several ?? [initial.matterId];
  const several = matters.length;
  const of = useMatterForm(props, { start: startOf(initial.changes, record), each: statusOfEach });
  const { form, fault } = of;
  const { changes } = form;
  const { isLead } = record;
  const date = isLead ? 'leadClosedDate' : 'closedDate';
  const isEnd = changes.status === 'Closed' || changes.status === 'Cancelled';
  return (
    <FormFrame
      title={several > 1 ? `Status of ${count(several, 'matter')}` : `Status of “${record.title}”`}
      send="Change status"
      of={of}
      faults={of.otherFaults(['status', date, 'leadClosedReason'])}
    >
      <ChangedMeanwhile of={of} />
      <RadioGroup
        aria-label="What becomes of it"
        value={changes.status ?? ''}
        onChange={(_event, { value }) => {
          const status = stepsFrom(null).find((step) => step.status === value)?.status;
          if (status) of.setChanges(statusChange(record, status));
        }}
      >
        {stepsFrom(several > 1 ? null : record.fields.status).map(({ status, label }) => (
          <Radio key={status} value={status} label={label} />
        ))}
      </RadioGroup>
      {isEnd ? (
        <>
          <DateField
            label={changes.status === 'Closed' ? 'Closed on' : 'Cancelled on'}
            hint="May lie in the past"
            value={changes[date] ?? null}
            onChange={(value) => of.setChanges({ ...changes, [date]: value })}
            fault={fault(date)}
          />
          {isLead ? (
            <TextField
              label="Reason"
              value={changes.leadClosedReason ?? ''}
              onChange={(reason) => of.setChanges({ ...changes, leadClosedReason: reason || null })}
            />
          ) : (
            <p className={styles.note}>The service keeps a reason for leads only.</p>
          )}
        </>
      ) : null}
      {of.isEdit ? null : <MoreMattersField of={of} opened={opened} value={matters} />}
    </FormFrame>
  );
}
