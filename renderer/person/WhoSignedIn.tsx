import { Button, Field, Select } from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { Person } from '../../shared/model/index.ts';
import { WelcomeCard } from '../connect/WelcomeCard.tsx';
import { useWelcomeStyles } from '../connect/welcomeStyles.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useFocusOnArrival } from '../look/useFocusOnArrival.ts';
import { keepEverything } from '../sign-out/signOutWords.ts';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { displayName } from '../words/displayName.ts';
import { isYes, question, waitingSentence } from './personWords.ts';

type Asked = Extract<Person, { state: 'asked' }>;

/** Somebody signed in where others worked before, and nothing tells who: they are asked once, before anything is shown or sent. */
export function WhoSignedIn({ asked }: { asked: Asked }) {
  const styles = useWelcomeStyles();
  const { queries } = useConversation();
  const say = useMutation(queries.engine.person.say.mutationOptions());
  const leave = useMutation(queries.app.signOut.mutationOptions());
  const error = say.error ?? leave.error;
  const [staffId, setStaffId] = useState('');
  const first = useRef<HTMLElement>(null);
  useFocusOnArrival(first);
  const lead = useId();
  const staff = asked.staff.find(({ id }) => id === staffId) ?? null;
  return (
    <WelcomeCard title={displayName(question(asked.people))}>
      <p id={lead} className={styles.lead}>
        {waitingSentence(asked.people)}
      </p>
      {error ? <RefusalBar refusal={refusalOf(error)} /> : null}
      <div
        ref={(box) => {
          first.current = box?.querySelector('button') ?? null;
        }}
        className={styles.actions}
      >
        {asked.people.map(({ id, name }, index) => (
          <Button
            key={id}
            appearance={index === 0 ? 'primary' : 'secondary'}
            size="large"
            aria-describedby={lead}
            disabledFocusable={say.isPending}
            onClick={() => say.mutate({ id })}
          >
            {displayName(isYes(name, index, asked.people.length))}
          </Button>
        ))}
      </div>
      {asked.staff.length > 0 ? (
        <Field
          className={styles.narrow}
          label="If you are someone else, who you are in the firm (you can leave this out)"
        >
          <Select
            className={styles.narrow}
            select={{ className: styles.narrow }}
            value={staffId}
            onChange={(_event, data) => setStaffId(data.value)}
          >
            <option value="">Not said</option>
            {asked.staff.map(({ id, name }) => (
              <option key={id} value={id}>
                {displayName(name)}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <div className={styles.actions}>
        <Button
          size="large"
          aria-describedby={lead}
          disabledFocusable={say.isPending}
          onClick={() => say.mutate({ id: null, staff })}
        >
          No, I am someone else
        </Button>
        <Button
          size="large"
          disabledFocusable={say.isPending || leave.isPending}
          onClick={() => leave.mutate(keepEverything)}
        >
          Sign out
        </Button>
      </div>
    </WelcomeCard>
  );
}
