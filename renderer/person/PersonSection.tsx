import { Button, Field, makeStyles, Select, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConversation, usePerson } from '../conversation/useConversation.ts';
import { useAct } from '../frame/notices.tsx';
import { Confirm } from '../widgets/Confirm.tsx';
import { displayName } from '../words/displayName.ts';
import { type KnownPerson, othersSentence, whoSentence } from './personWords.ts';

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground3, margin: 0, overflowWrap: 'anywhere' },
  narrow: { maxWidth: '320px', width: '100%', minWidth: 0 },
});

/** Who the person is in the firm, and whether the others who worked on this computer were them as well. */
export function PersonSection() {
  const styles = useStyles();
  const person = usePerson();
  if (person?.state !== 'known') {
    return <p className={styles.quiet}>Who you are is known once you have signed in.</p>;
  }
  const others = othersSentence(person.others);
  return (
    <>
      <p className={styles.quiet}>{displayName(whoSentence(person))}</p>
      {person.staffIsProven ? null : <OwnStaff person={person} />}
      {others === null ? null : <p className={styles.quiet}>{others}.</p>}
      {person.others.mayBeMine ? <WasMe /> : null}
    </>
  );
}

/** Who of the firm the person says they are. */
function OwnStaff({ person }: { person: KnownPerson }) {
  const styles = useStyles();
  const { client, queries } = useConversation();
  const act = useAct();
  const { data: staff = [] } = useQuery(queries.engine.person.staff.queryOptions());
  const [chosenId, setChosenId] = useState<string | null>(null);
  const listed = person.staff && !staff.some(({ id }) => id === person.staff?.id) ? [person.staff] : [];
  const said = person.staff?.id ?? '';
  const chosen = chosenId ?? said;
  const say = async () => {
    await client.engine.person.isStaff({
      staff: [...listed, ...staff].find(({ id }) => id === chosen) ?? null,
    });
    setChosenId(null);
  };
  return (
    <>
      <Field label="Who you are in the firm" className={styles.narrow}>
        <Select
          className={styles.narrow}
          select={{ className: styles.narrow }}
          value={chosen}
          // The keyboard goes through all of them: nothing is said before the button.
          onChange={(_event, data) => setChosenId(data.value)}
        >
          <option value="">Not set</option>
          {[...listed, ...staff].map(({ id, name }) => (
            <option key={id} value={id}>
              {displayName(name)}
            </option>
          ))}
        </Select>
      </Field>
      <Button disabledFocusable={chosen === said} onClick={() => act(say)}>
        {chosen === '' && said !== '' ? 'Clear' : 'This is me'}
      </Button>
    </>
  );
}

/** Whoever answered too quickly that they are somebody else is asked once more. */
function WasMe() {
  const { client } = useConversation();
  const act = useAct();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>That was me…</Button>
      {isAsking ? (
        <Confirm
          title="Answer again who you are?"
          confirm="Ask me again"
          onConfirm={() => act(() => client.engine.person.askAgain())}
          onClose={() => setAsking(false)}
        >
          If you are one of the people who signed in here before, you can still say so: what waits there is
          then filed in your name, and your folders move over. Nothing is shown or sent before you answer.
        </Confirm>
      ) : null}
    </>
  );
}
