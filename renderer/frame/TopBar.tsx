import { Button, makeStyles } from '@fluentui/react-components';
import { Keyboard20Regular } from '@fluentui/react-icons';
import type { ComponentProps } from 'react';
import { CommandBox } from '../commands/CommandBox.tsx';
import { PersonButton } from '../person/PersonButton.tsx';
import { ProfileMenu } from '../profiles/ProfileMenu.tsx';

const useStyles = makeStyles({
  bar: { gridArea: 'top', display: 'flex', alignItems: 'center', padding: '0 12px 0 0', gap: '12px' },
  grow: { flexGrow: 1 },
  button: { flexShrink: 0, minWidth: '32px', '@media (max-width: 640px)': { display: 'none' } },
});

type TopBarProps = ComponentProps<typeof CommandBox> & ComponentProps<typeof PersonButton>;

/** What is searched in everything, and who is signed in. */
export function TopBar({ session, onConnect, ...search }: TopBarProps) {
  const styles = useStyles();
  return (
    <search className={styles.bar}>
      <CommandBox {...search} />
      <span className={styles.grow} />
      <ProfileMenu />
      <Button
        appearance="subtle"
        className={styles.button}
        icon={<Keyboard20Regular />}
        aria-label="Keyboard shortcuts"
        aria-keyshortcuts="F1"
        title="Keyboard shortcuts (F1)"
        onClick={search.onShortcuts}
      />
      <PersonButton session={session} onConnect={onConnect} />
    </search>
  );
}
