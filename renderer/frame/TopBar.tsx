import { makeStyles, SearchBox, tokens } from '@fluentui/react-components';
import { type RefObject, useEffect } from 'react';

const useStyles = makeStyles({
  bar: { gridArea: 'top', display: 'flex', alignItems: 'center', padding: '0 16px 0 0', gap: '16px' },
  search: { width: '100%', maxWidth: '520px' },
  hint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, whiteSpace: 'nowrap' },
});

interface TopBarProps {
  text: string;
  onText: (text: string) => void;
  /** Arrow down and Enter go on to the list. */
  onDown: () => void;
  barRef: RefObject<HTMLElement | null>;
}

export function TopBar({ text, onText, onDown, barRef }: TopBarProps) {
  const styles = useStyles();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const wanted = event.key.toLowerCase() === 'k' || event.key.toLowerCase() === 'f';
      if (!wanted || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      focusSearch(barRef.current);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [barRef]);
  return (
    <search ref={barRef} className={styles.bar}>
      <SearchBox
        className={styles.search}
        appearance="outline"
        aria-label="Search matters"
        placeholder="Search matters by number, title or person"
        aria-keyshortcuts="Control+K"
        value={text}
        onChange={(_event, data) => onText(data.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'Enter') {
            event.preventDefault();
            onDown();
          }
        }}
      />
      <span className={styles.hint} aria-hidden>
        Ctrl+K
      </span>
    </search>
  );
}

/** Puts the keyboard into the search box, with its text selected. */
export function focusSearch(bar: HTMLElement | null): void {
  bar?.querySelector('input')?.select();
}
