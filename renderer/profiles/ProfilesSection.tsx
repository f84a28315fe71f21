import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useConversation } from '../conversation/useConversation.ts';
import { Name } from '../widgets/Name.tsx';
import { displayName } from '../words/displayName.ts';
import { ProfileNameDialog } from './ProfileNameDialog.tsx';
import { useProfiles } from './useProfiles.ts';
import { useShowProfile } from './useShowProfile.tsx';

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground3, margin: 0 },
  list: { margin: 0, padding: 0, listStyleType: 'none', width: '100%' },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto 72px',
    columnGap: '8px',
    alignItems: 'center',
    padding: '4px 0',
  },
  what: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  need: { color: tokens.colorStatusWarningForeground3, fontSize: tokens.fontSizeBase200 },
  shown: { color: tokens.colorNeutralForeground3, textAlign: 'center' },
});

type Asked =
  | { readonly kind: 'add' }
  | { readonly kind: 'rename'; readonly id: string; readonly name: string };

/** Accounts and services side by side. */
export function ProfilesSection() {
  const styles = useStyles();
  const { client, queries, cache } = useConversation();
  const profiles = useProfiles();
  const { show, refused } = useShowProfile();
  const [asked, setAsked] = useState<Asked | null>(null);
  if (!profiles) return null;
  const rename = async (id: string, name: string) => {
    await client.app.renameProfile({ id, name });
    await cache.invalidateQueries({ queryKey: queries.app.profiles.key() });
  };
  return (
    <>
      <p className={styles.quiet}>
        A profile has its own connection, sign-in, matters and folders. Profiles never mix, and all of them
        file what you save; this window shows one at a time.
      </p>
      <ul aria-label="Profiles" className={styles.list}>
        {profiles.profiles.map(({ id, name, need }) => (
          <li key={id} className={styles.row}>
            <span className={styles.what}>
              <Name text={name} />
              {need === null ? null : <span className={styles.need}>{displayName(need)}</span>}
            </span>
            <Button
              size="small"
              appearance="subtle"
              aria-label={`Rename the profile ${displayName(name)}`}
              onClick={() => setAsked({ kind: 'rename', id, name })}
            >
              Rename…
            </Button>
            {id === profiles.shown ? (
              <span className={styles.shown}>Shown</span>
            ) : (
              <Button
                size="small"
                aria-label={`Show the profile ${displayName(name)}`}
                onClick={() => void show(id)}
              >
                Show
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button onClick={() => setAsked({ kind: 'add' })}>Add profile…</Button>
      {refused}
      {asked?.kind === 'add' ? (
        <ProfileNameDialog
          title="Add a profile"
          confirm="Add"
          hint="For another account or another service. You connect and sign in there next."
          name=""
          onName={(name) => client.app.addProfile({ name })}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked?.kind === 'rename' ? (
        <ProfileNameDialog
          title="Rename the profile"
          confirm="Rename"
          name={asked.name}
          onName={(name) => rename(asked.id, name)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}
