import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import { Name } from '../widgets/Name.tsx';
import { displayName } from '../words/displayName.ts';
import { StaffField, useStaff } from './StaffField.tsx';

const useStyles = makeStyles({
  box: { display: 'flex', flexDirection: 'column', gap: '6px', minWidth: 0 },
  chosen: { display: 'flex', flexWrap: 'wrap', gap: '6px', margin: 0, padding: 0, listStyleType: 'none' },
  one: {
    display: 'flex',
    alignItems: 'center',
    maxWidth: '100%',
    boxSizing: 'border-box',
    padding: '2px 2px 2px 10px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusCircular,
  },
});

interface StaffListFieldProps {
  label: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** Several of the firm's staff, nobody twice. */
export function StaffListField({ label, value, onChange }: StaffListFieldProps) {
  const styles = useStyles();
  const staff = useStaff() ?? [];
  const nameOf = (id: string) => staff.find((one) => one.id === id)?.name ?? id;
  return (
    <div className={styles.box}>
      <StaffField
        label={label}
        none="Add someone"
        value={null}
        onChange={(id) => id !== null && !value.includes(id) && onChange([...value, id])}
      />
      {value.length > 0 ? (
        <ul className={styles.chosen} aria-label={`${label}, chosen`}>
          {value.map((id) => (
            <li key={id} className={styles.one}>
              <Name text={nameOf(id)} />
              <Button
                size="small"
                appearance="transparent"
                icon={<Dismiss16Regular />}
                aria-label={`Take ${displayName(nameOf(id))} out`}
                onClick={() => onChange(value.filter((other) => other !== id))}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
