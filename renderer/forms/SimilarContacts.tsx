import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { PersonAvailable20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { ContactChoice } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { Name } from '../widgets/Name.tsx';
import { displayName } from '../words/displayName.ts';
import { known } from './contactChoices.ts';

const useStyles = makeStyles({
  title: { margin: 0, fontWeight: tokens.fontWeightSemibold },
  list: {
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
  },
  one: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  name: { minWidth: 0, flexShrink: 1 },
});

interface SimilarContactsProps {
  of: { readonly firstName: string; readonly lastName: string; readonly email: string };
  /** Left out where a person is made for nothing else. */
  onChoose?: (choice: ContactChoice) => void;
}

/** Who may be the same person, before they are made once more. */
export function SimilarContacts({ of: { firstName, lastName, email }, onChoose }: SimilarContactsProps) {
  const styles = useStyles();
  const { queries } = useConversation();
  const input = useDeferredValue({ firstName, lastName, email });
  const { data } = useQuery(
    queries.engine.records.similarContacts.queryOptions({
      input,
      enabled: `${firstName}${lastName}${email}`.trim() !== '',
    }),
  );
  const rows = data?.rows ?? [];
  const requested = data?.requested ?? [];
  if (rows.length + requested.length === 0) return null;
  const choices: { choice: ContactChoice; email: string | null }[] = [
    ...rows.map((row) => ({ choice: known(row), email: row.email })),
    ...requested.map(({ requestId, name, email: address }) => ({
      choice: { kind: 'requested' as const, requestId, name },
      email: address,
    })),
  ];
  return (
    <output>
      <p className={styles.title}>May be known already</p>
      <ul className={styles.list}>
        {choices.map(({ choice, email: address }) => (
          <li key={JSON.stringify(choice)} className={styles.one}>
            <PersonAvailable20Regular aria-hidden />
            <Name
              text={address === null ? choice.name : `${choice.name}, ${address}`}
              className={styles.name}
            />
            {onChoose ? (
              <Button
                size="small"
                aria-label={`Use ${displayName(choice.name)}`}
                onClick={() => onChoose(choice)}
              >
                Use
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </output>
  );
}
