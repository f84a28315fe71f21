import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { ContactChoice } from '../../shared/model/index.ts';
import { FieldRow, TextField } from './fields.tsx';
import type { NewPerson } from './opened.ts';
import { SimilarContacts } from './SimilarContacts.tsx';

const useStyles = makeStyles({
  box: {
    display: 'flex',
    flexDirection: 'column',
    gap: '10px',
    padding: '12px',
    backgroundColor: tokens.colorNeutralBackground2,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

interface NewPersonFieldsProps {
  /** What was looked for: likely the name. */
  typed: string;
  /** What is typed here, before the person is added. */
  onTyped: (text: string) => void;
  onNew: (person: NewPerson) => void;
  onKnown: (choice: ContactChoice) => void;
  onClose: () => void;
}

/** A person who is made together with what they are chosen for. */
export function NewPersonFields({ typed, onTyped, onNew, onKnown, onClose }: NewPersonFieldsProps) {
  const styles = useStyles();
  const [person, setPerson] = useState(() => personOf(typed));
  const set = (change: Partial<typeof person>) => {
    const next = { ...person, ...change };
    setPerson(next);
    onTyped(`${next.firstName} ${next.lastName} ${next.email}`.trim());
  };
  const isNamed = `${person.firstName}${person.lastName}`.trim() !== '';
  const add = () => {
    if (isNamed) onNew({ id: crypto.randomUUID(), ...person });
  };
  return (
    <section aria-label="New person" className={styles.box}>
      <FieldRow>
        <TextField
          label="First name"
          value={person.firstName}
          onChange={(firstName) => set({ firstName })}
          onEnter={add}
          now
        />
        <TextField
          label="Last name"
          value={person.lastName}
          onChange={(lastName) => set({ lastName })}
          onEnter={add}
        />
        <TextField
          label="Email"
          type="email"
          value={person.email}
          onChange={(email) => set({ email })}
          onEnter={add}
        />
      </FieldRow>
      <SimilarContacts of={person} onChoose={onKnown} />
      <div className={styles.actions}>
        <Button disabledFocusable={!isNamed} onClick={add}>
          Add this person
        </Button>
        <Button appearance="subtle" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </section>
  );
}

/** The last word is taken for the last name, and what has an @ for the address. */
function personOf(typed: string): Omit<NewPerson, 'id'> {
  const words = typed.split(/\s+/u).filter(Boolean);
  const email = words.find((word) => word.includes('@')) ?? '';
  const names = words.filter((word) => word !== email);
  return { firstName: names.slice(0, -1).join(' '), lastName: names.at(-1) ?? '', email };
}
