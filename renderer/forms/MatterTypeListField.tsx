import { Dropdown, Field, makeStyles, Option } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useConversation } from '../conversation/useConversation.ts';
import { displayName } from '../words/displayName.ts';

const useStyles = makeStyles({
  input: { minWidth: 0, width: '100%' },
  list: { zIndex: 10, maxHeight: '240px' },
});

interface MatterTypeListFieldProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** The matter types for which a plugin is there; none means that nothing is said. */
export function MatterTypeListField({ value, onChange }: MatterTypeListFieldProps) {
  const styles = useStyles();
  const { queries } = useConversation();
  const { data } = useQuery(queries.engine.records.matterTypes.queryOptions({ input: { limit: 500 } }));
  const rows = data?.rows ?? [];
  const names = value.map((id) => displayName(rows.find((row) => row.id === id)?.name ?? id));
  return (
    <Field label="Matter types">
      <Dropdown
        multiselect
        inlinePopup
        className={styles.input}
        listbox={{ className: styles.list }}
        positioning={{ strategy: 'fixed' }}
        placeholder="All that the service decides on"
        value={names.join(', ')}
        selectedOptions={[...value]}
        onOptionSelect={(_event, { selectedOptions }) => onChange(selectedOptions)}
      >
        {rows.map(({ id, name }) => (
          <Option key={id} value={id} text={displayName(name)}>
            {displayName(name)}
          </Option>
        ))}
      </Dropdown>
    </Field>
  );
}
