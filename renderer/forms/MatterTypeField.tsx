import { Combobox, Field, makeStyles, Option, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { MatterTypeView } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { Name } from '../widgets/Name.tsx';
import { displayName } from '../words/displayName.ts';
import { ChoiceField, FieldRow } from './fields.tsx';

const useStyles = makeStyles({
  input: { width: '100%', minWidth: 0 },
  list: { zIndex: 10, maxHeight: '240px' },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, whiteSpace: 'nowrap' },
});

interface MatterTypeFieldProps {
  /** Types of leads, or of matters. */
  kind: 'matter' | 'lead';
  /** By its name, or where only its id is known, by that. */
  chosen: { readonly id: string | null; readonly name: string };
  onChoose: (type: MatterTypeView) => void;
  fault?: string | null;
  required?: boolean;
  first?: boolean;
}

/** One of the types that can be used for new matters: looked for by name, narrowed down by category and location. */
export function MatterTypeField({ kind, chosen, onChoose, fault, required, first }: MatterTypeFieldProps) {
  const styles = useStyles();
  const { queries } = useConversation();
  const [typed, setTyped] = useState<string | null>(null);
  const [last, setLast] = useState<MatterTypeView | null>(null);
  const [category, setCategory] = useState('');
  const [location, setLocation] = useState('');
  const text = useDeferredValue(typed ?? '');
  const { data } = useQuery(
    queries.engine.records.matterTypes.queryOptions({
      input: { text, kind, category: category || null, location: location || null, limit: 50 },
    }),
  );
  const { data: byId } = useQuery(
    queries.engine.records.matterType.queryOptions({
      input: { id: chosen.id ?? '' },
      enabled: chosen.id !== null && chosen.name === '',
    }),
  );
  const known = last?.id === chosen.id ? last : byId?.matterType;
  const name = chosen.name || (known?.name ?? chosen.id ?? '');
  const rows = data?.rows ?? [];
  const narrowing = (all: readonly string[], none: string) => [
    { value: '', label: none },
    ...all.map((value) => ({ value, label: displayName(value) })),
  ];
  const locations = data?.locations ?? [];
  const categories = data?.categories ?? [];
  return (
    <>
      <Field
        label="Matter type"
        {...(required && { required })}
        {...(data?.problem ? { hint: displayName(data.problem) } : {})}
        {...(fault ? { validationState: 'error', validationMessage: displayName(fault) } : {})}
      >
        <Combobox
          freeform
          inlinePopup
          className={styles.input}
          listbox={{ className: styles.list }}
          positioning={{ strategy: 'fixed' }}
          placeholder="Type a part of its name"
          value={typed ?? (name === '' ? '' : displayName(name))}
          selectedOptions={[]}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => setTyped(null)}
          onOptionSelect={(_event, { optionValue }) => {
            const found = rows.find(({ id }) => id === optionValue);
            if (found) {
              setLast(found);
              onChoose(found);
            }
            setTyped(null);
          }}
          {...(first && { 'data-first': true })}
        >
          {rows.map((type) => (
            <Option key={type.id} value={type.id} text={displayName(type.name)}>
              <Name text={type.name} />
              <span className={styles.quiet}>
                {[type.category, type.location]
                  .filter((part) => part !== null)
                  .map(displayName)
                  .join(', ')}
              </span>
            </Option>
          ))}
          {rows.length === 0 ? (
            <Option disabled value="none" text="No matter type is found">
              No matter type is found
            </Option>
          ) : null}
        </Combobox>
      </Field>
      {locations.length + categories.length > 1 ? (
        <FieldRow>
          <ChoiceField
            label="Only of this category"
            value={category}
            onChange={setCategory}
            choices={narrowing(categories, 'All categories')}
          />
          <ChoiceField
            label="Only of this location"
            value={location}
            onChange={setLocation}
            choices={narrowing(locations, 'All locations')}
          />
        </FieldRow>
      ) : null}
    </>
  );
}
