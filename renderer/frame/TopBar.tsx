import { Button, makeStyles, SearchBox, tokens } from '@fluentui/react-components';
import { Keyboard20Regular } from '@fluentui/react-icons';
import type { RefObject } from 'react';
import { ProfileMenu } from '../profiles/ProfileMenu.tsx';

const useStyles = makeStyles({
  bar: { gridArea: 'top', display: 'flex', alignItems: 'center', padding: '0 16px 0 0', gap: '12px' },
  search: {
    width: '100%',
    minWidth: '140px',
    maxWidth: '520px',
    '& input::placeholder': { textOverflow: 'ellipsis' },
  },
  grow: { flexGrow: 1 },
  button: { flexShrink: 0, whiteSpace: 'nowrap' },
  keys: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, marginLeft: '8px' },
});

interface TopBarProps {
  text: string;
  onText: (text: string) => void;
  /** Arrow down and Enter go on to the list. */
  onDown: () => void;
  onCommands: () => void;
  onShortcuts: () => void;
  barRef: RefObject<HTMLElement | null>;
}

export function TopBar({ text, onText, onDown, onCommands, onShortcuts, barRef }: TopBarProps) {
  const styles = useStyles();
  return (
    <search ref={barRef} className={styles.bar}>
      <SearchBox
        className={styles.search}
        appearance="outline"
        aria-label="Search matters"
        placeholder="Search matters by number, title or person"
        aria-keyshortcuts="Control+F"
        value={text}
        onChange={(_event, data) => onText(data.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'Enter') {
            event.preventDefault();
            onDown();
          }
        }}
      />
      <span className={styles.grow} />
      <ProfileMenu />
      <Button
        appearance="subtle"
        className={styles.button}
        aria-keyshortcuts="Control+K"
        aria-label="Go to anything"
        onClick={onCommands}
      >
        Go to anything
        <span className={styles.keys} aria-hidden>
          Ctrl+K
        </span>
      </Button>
      <Button
        appearance="subtle"
        className={styles.button}
        icon={<Keyboard20Regular />}
        aria-label="Keyboard shortcuts"
        aria-keyshortcuts="F1"
        title="Keyboard shortcuts (F1)"
        onClick={onShortcuts}
      />
    </search>
  );
}

/** Puts the keyboard into the search box, with its text selected. */
export function focusSearch(bar: HTMLElement | null): void {
  bar?.querySelector('input')?.select();
}
