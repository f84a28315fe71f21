import { Button, Combobox, Field, makeStyles, Option, tokens } from '@fluentui/react-components';
import { Dismiss16Regular, PersonAdd20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { ContactChoice } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { Name } from '../widgets/Name.tsx';
import { count } from '../words/count.ts';
import { displayName } from '../words/displayName.ts';
import { contactChoices, sameChoice } from './contactChoices.ts';
import { NewPersonFields } from './NewPersonFields.tsx';
import type { FormNow } from './useForm.ts';

const useStyles = makeStyles({
  box: { display: 'flex', flexDirection: 'column', gap: '6px', minWidth: 0 },
  search: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  input: { flexGrow: 1, minWidth: '160px' },
  list: { zIndex: 10, maxHeight: '220px' },
  chosen: { display: 'flex', flexWrap: 'wrap', gap: '6px', margin: 0, padding: 0, listStyleType: 'none' },
  one: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    maxWidth: '100%',
    boxSizing: 'border-box',
    padding: '2px 2px 2px 10px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusCircular,
  },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, whiteSpace: 'nowrap' },
});

interface ContactFieldProps {
  of: Pick<FormNow, 'people' | 'addPerson' | 'unfinished' | 'leave' | 'tried'>;
  label: string;
  value: readonly ContactChoice[];
  onChange: (value: ContactChoice[]) => void;
  /** One at most; several unless said. */
  one?: boolean;
  required?: boolean;
  fault?: string | null;
  hint?: string;
  first?: boolean;
}

/** Contacts that are known, asked for already, or made with the form. */
export function ContactField({ of, label, value, onChange, one = false, ...field }: ContactFieldProps) {
  const styles = useStyles();
  const { queries } = useConversation();
  const text = of.unfinished[label] ?? '';
  const setText = (typed: string) => of.leave(label, typed);
  const fault = notChosen(of.tried ? text : '') ?? field.fault;
  const [making, setMaking] = useState(false);
  const asked = useDeferredValue(text.trim());
  const { data } = useQuery(
    queries.engine.records.contacts.queryOptions({ input: { text: asked, limit: 12 } }),
  );
  const offered = contactChoices(data, of.people, asked).filter(
    ({ choice }) => !value.some((chosen) => sameChoice(chosen, choice)),
  );
  const add = (choice: ContactChoice) => {
    onChange(one ? [choice] : [...value, choice]);
    setText('');
  };
  return (
    <div className={styles.box}>
      <Field
        label={label}
        {...(field.required && { required: true })}
        {...(field.hint !== undefined && { hint: field.hint })}
        {...(fault ? { validationState: 'error', validationMessage: displayName(fault) } : {})}
      >
        <Combobox
          freeform
          inlinePopup
          className={styles.input}
          listbox={{ className: styles.list }}
          positioning={{ strategy: 'fixed' }}
          placeholder="Type a name or an email address"
          value={text}
          selectedOptions={[]}
          onChange={(event) => setText(event.target.value)}
          onOptionSelect={(_event, { optionValue }) => {
            if (optionValue === 'new') return setMaking(true);
            const found = offered.find(({ key }) => key === optionValue);
            if (found) add(found.choice);
          }}
          {...(field.first && { 'data-first': true })}
        >
          {offered.map(({ key, choice, email, note }) => (
            <Option key={key} value={key} text={displayName(choice.name)}>
              <Name text={email === null ? choice.name : `${choice.name}, ${email}`} />
              {note === null ? null : <span className={styles.quiet}>{note}</span>}
            </Option>
          ))}
          <Option value="new" text="New person">
            <PersonAdd20Regular aria-hidden />
            New person…
          </Option>
        </Combobox>
      </Field>
      {value.length > 0 ? (
        <ul className={styles.chosen} aria-label={`${label}, chosen`}>
          {value.map((choice) => (
            <li key={keyOf(choice)} className={styles.one}>
              <Name text={choice.name} />
              {choice.kind === 'requested' ? <span className={styles.quiet}>new</span> : null}
              <Button
                size="small"
                appearance="transparent"
                icon={<Dismiss16Regular />}
                aria-label={`Take ${displayName(choice.name)} out`}
                onClick={() => onChange(value.filter((other) => !sameChoice(other, choice)))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {making ? (
        <NewPersonFields
          typed={text}
          onKnown={(choice) => {
            add(choice);
            setMaking(false);
          }}
          onNew={(person) => {
            of.addPerson(person);
            const name = `${person.firstName} ${person.lastName}`.trim();
            add({ kind: 'requested', requestId: person.id as never, name });
            setMaking(false);
          }}
          onTyped={setText}
          onClose={() => {
            setText('');
            setMaking(false);
          }}
        />
      ) : null}
      {data?.searchedAtService === 'not-now' && asked !== '' ? (
        <span className={styles.quiet}>Offline: {count(offered.length, 'contact')} known here</span>
      ) : null}
    </div>
  );
}

/** What was typed names nobody yet, and would not be sent. */
const notChosen = (text: string): string | null =>
  text.trim() === ''
    ? null
    : `“${text.trim()}” is not chosen. Choose someone in the list or add a new person, or clear the field.`;

const keyOf = (choice: ContactChoice) => (choice.kind === 'known' ? choice.contactId : choice.requestId);
