import { makeStyles, tokens } from '@fluentui/react-components';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';
import { FormFrame } from './FormFrame.tsx';
import { MatterTypeField } from './MatterTypeField.tsx';
import { RoleField } from './RoleField.tsx';
import { type MatterFormProps, useMatterForm } from './useMatterForm.ts';

const useStyles = makeStyles({
  note: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** Makes a matter of a lead: the type it is from then on, and the role of the client, which the service demands. */
export function ConvertLeadForm(props: MatterFormProps) {
  const styles = useStyles();
  const { initial, record } = props;
  const of = useMatterForm(props, { start: { ...initial.changes, isLead: false } });
  const { changes } = of.form;
  return (
    <FormFrame
      title={`Make a matter of “${record.title}”`}
      send="Convert lead"
      of={of}
      faults={of.otherFaults(['clientRole'])}
    >
      <ChangedMeanwhile of={of} />
      <p className={styles.note}>
        The lead becomes a matter. Its people, documents and history stay. Dates and the reason of a closed
        lead cannot be changed any more, and the specification shows no way back.
      </p>
      <MatterTypeField
        first
        kind="matter"
        chosen={{ id: changes.matterTypeId ?? null, name: '' }}
        onChoose={({ id }) => of.setChanges({ ...changes, matterTypeId: id, clientRole: null })}
      />
      <RoleField
        required
        typeId={changes.matterTypeId ?? record.fields.matterTypeId ?? ''}
        none="Choose a role"
        value={changes.clientRole ?? null}
        onChange={(clientRole) => of.setChanges({ ...changes, clientRole })}
        fault={of.fault('clientRole') ?? of.fault('changes')}
      />
    </FormFrame>
  );
}
