import { count } from '../words/count.ts';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';
import { FormFrame } from './FormFrame.tsx';
import { MoreMattersField } from './MoreMattersField.tsx';
import { StaffField } from './StaffField.tsx';
import { shownInForm } from './shownInForm.ts';
import { type MatterFormProps, useMatterForm } from './useMatterForm.ts';

/** Gives a matter or several to somebody else. */
export function ResponsibleForm(props: MatterFormProps) {
  const { opened, initial, record } = props;
  const matters = opened.several ?? [initial.matterId];
  const several = matters.length;
  const of = useMatterForm(props, {});
  return (
    <FormFrame
      title={
        several > 1
          ? `Who is responsible for ${count(several, 'matter')}`
          : `Who is responsible for “${record.title}”`
      }
      send="Change responsible"
      of={of}
      faults={of.otherFaults(['personResponsibleStaffId', 'changes'])}
    >
      <ChangedMeanwhile of={of} />
      <StaffField
        first
        label="Person responsible"
        value={shownInForm('personResponsibleStaffId', of.form.changes, record)}
        onChange={(personResponsibleStaffId) => of.setChanges({ personResponsibleStaffId })}
        fault={of.fault('changes')}
      />
      {of.isEdit ? null : <MoreMattersField of={of} opened={opened} value={matters} />}
    </FormFrame>
  );
}
