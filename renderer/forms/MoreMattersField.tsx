import { Button, Combobox, Field, makeStyles, Option, tokens } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { Matter, MatterId } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { Name } from '../widgets/Name.tsx';
import { displayName } from '../words/displayName.ts';
import { type OpenForm, openForm } from './opened.ts';
import type { FormNow } from './useForm.ts';

const useStyles = makeStyles({
  input: { width: '100%', minWidth: 0 },
  list: { zIndex: 10, maxHeight: '220px' },
  chosen: { margin: 0, padding: 0, listStyleType: 'none' },
  one: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: { flexGrow: 1 },
});

const label = 'The same for other matters';

interface MoreMattersFieldProps {
  of: Pick<FormNow, 'unfinished' | 'leave' | 'tried'>;
  opened: OpenForm;
  /** At least one. */
  value: readonly MatterId[];
}

/** Other matters for which the same is asked. */
export function MoreMattersField({ of, opened, value }: MoreMattersFieldProps) {
  const styles = useStyles();
  const { queries } = useConversation();
  const text = of.unfinished[label] ?? '';
  const setText = (typed: string) => of.leave(label, typed);
  const asked = useDeferredValue(text);
  const { data } = useQuery(
    queries.engine.matters.list.queryOptions({
      input: { text: asked, show: 'all', limit: 12 },
      enabled: asked.trim() !== '',
      placeholderData: keepPreviousData,
    }),
  );
  const chosen = useQueries({
    queries: value.map((matterId) => queries.engine.matters.get.queryOptions({ input: { matterId } })),
  });
  const change = (several: readonly MatterId[]) => openForm({ ...opened, several });
  const offered = (asked.trim() === '' ? [] : (data?.rows ?? [])).filter(({ id }) => !value.includes(id));
  const nameOf = (matter: Pick<Matter, 'number' | 'title'>) => `${matter.number} ${matter.title}`.trim();
  return (
    <>
      <Field
        label={label}
        {...(of.tried && text.trim() !== ''
          ? { validationState: 'error', validationMessage: 'Choose one in the list, or clear the field.' }
          : {})}
      >
        <Combobox
          freeform
          inlinePopup
          className={styles.input}
          listbox={{ className: styles.list }}
          positioning={{ strategy: 'fixed' }}
          placeholder="Type a number, a title or a person"
          value={text}
          selectedOptions={[]}
          onChange={(event) => setText(event.target.value)}
          onOptionSelect={(_event, { optionValue }) => {
            const found = offered.find(({ id }) => id === optionValue);
            if (found) change([...value, found.id]);
            setText('');
          }}
        >
          {offered.map((matter) => (
            <Option key={matter.id} value={matter.id} text={displayName(nameOf(matter))}>
              <Name text={nameOf(matter)} />
            </Option>
          ))}
        </Combobox>
      </Field>
      {value.length > 1 ? (
        <ul className={styles.chosen} aria-label="Matters that are changed">
          {chosen.map(({ data: matter }, index) => {
            const id = value[index];
            if (id === undefined) return null;
            const name = matter ? nameOf(matter) : id;
            return (
              <li key={id} className={styles.one}>
                <Name text={name} className={styles.name} />
                {index === 0 ? null : (
                  <Button
                    size="small"
                    appearance="subtle"
                    icon={<Dismiss16Regular />}
                    aria-label={`Take ${displayName(name)} out`}
                    onClick={() => change(value.filter((other) => other !== id))}
                  />
                )}
              </li>
            );
          })}
        </ul>
      ) : null}
    </>
  );
}
