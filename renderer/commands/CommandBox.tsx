import { makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss16Regular, Search20Regular } from '@fluentui/react-icons';
import { type Ref, useDeferredValue, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { focusScreen } from '../look/focusScreen.ts';
import type { Place } from '../place/place.ts';
import { rowAfterKey } from '../widgets/rowKeys.ts';
import { keyWords } from '../words/keys.ts';
import { isListFor, runsNow } from './entered.ts';
import { FoundList } from './FoundList.tsx';
import type { Found } from './found.ts';
import { useFound } from './useFound.ts';

const useStyles = makeStyles({
  box: { position: 'relative', flexGrow: 1, minWidth: '140px', maxWidth: '620px' },
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    height: '32px',
    padding: '0 8px',
    boxSizing: 'border-box',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderBottomColor: tokens.colorNeutralStrokeAccessible,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground3,
    ':focus-within': { outline: `2px solid ${tokens.colorCompoundBrandStroke}`, outlineOffset: '-1px' },
  },
  icon: { flexShrink: 0 },
  input: {
    flexGrow: 1,
    minWidth: 0,
    font: 'inherit',
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    border: 'none',
    outlineStyle: 'none',
    padding: 0,
    textOverflow: 'ellipsis',
    '::placeholder': { color: tokens.colorNeutralForeground3 },
  },
  keys: { flexShrink: 0, fontSize: tokens.fontSizeBase200, '@media (max-width: 760px)': { display: 'none' } },
  clear: {
    display: 'flex',
    flexShrink: 0,
    padding: '4px',
    color: 'inherit',
    backgroundColor: 'transparent',
    border: 'none',
    borderRadius: tokens.borderRadiusSmall,
    cursor: 'pointer',
  },
});

export interface CommandBoxHandle {
  /** Gives it the keyboard, and shows what can be gone to. */
  open: () => void;
}

interface CommandBoxProps {
  place: Place;
  onShortcuts: () => void;
  onSignOut: () => void;
  /** Shows the list of all matters that this text finds. */
  onMatters: (text: string) => void;
  ref?: Ref<CommandBoxHandle>;
}

/** One box over everything: to go anywhere and do anything by a few letters. It is empty again wherever it led. */
export function CommandBox({ place, onShortcuts, onSignOut, onMatters, ref }: CommandBoxProps) {
  const styles = useStyles();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const cameFrom = useRef<Element | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  /** The text at which Enter was pressed before what it finds was there; null when it was not. */
  const enteredAt = useRef<string | null>(null);
  const asked = useDeferredValue(text);
  const { groups, isAnswered, error } = useFound(asked, place, isOpen, {
    showShortcuts: onShortcuts,
    signOut: onSignOut,
    listMatters: onMatters,
  });
  const shown = { text, asked, isAnswered };
  const all = groups.flatMap((group) => group.items);
  const current = Math.min(active, all.length - 1);

  const open = () => setOpen(true);
  const close = () => {
    setOpen(false);
    setText('');
    setActive(0);
    enteredAt.current = null;
  };
  useImperativeHandle(ref, () => ({
    open() {
      input.current?.focus();
      open();
    },
  }));
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);

  const choose = (item: Found | undefined) => {
    if (!item) return;
    close();
    input.current?.blur();
    item.run();
    focusScreen();
  };
  useEffect(() => {
    if (!runsNow(enteredAt.current, shown)) return;
    enteredAt.current = null;
    choose(all[current]);
  });
  const leave = () => {
    close();
    if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected) cameFrom.current.focus();
    else focusScreen();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      return leave();
    }
    const vertical = event.key !== 'Home' && event.key !== 'End';
    const next = vertical && isOpen ? rowAfterKey(event.key, current, all.length, 5) : null;
    if (event.key === 'ArrowDown' && !isOpen) {
      event.preventDefault();
      open();
    } else if (next !== null) {
      event.preventDefault();
      setActive(next);
    } else if (event.key === 'Enter' && isOpen && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (isListFor(shown)) choose(all[current]);
      else enteredAt.current = text;
    }
  };
  return (
    <div className={styles.box}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the box in it has the keyboard */}
      <div className={styles.line} onClick={() => input.current?.focus()}>
        <Search20Regular aria-hidden className={styles.icon} />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="Search"
          aria-keyshortcuts="Control+K"
          aria-expanded={isOpen && all.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && all.length > 0 ? `${id}-${current}` : undefined}
          placeholder="Search matters, clients, documents, people and settings"
          spellCheck={false}
          className={styles.input}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
            enteredAt.current = null;
            open();
          }}
          onFocus={({ relatedTarget }) => {
            cameFrom.current = relatedTarget;
          }}
          onMouseDown={open}
          onBlur={close}
          onKeyDown={onKeyDown}
        />
        {text === '' ? (
          <span aria-hidden className={styles.keys}>
            {keyWords('Ctrl+K')}
          </span>
        ) : (
          <button
            type="button"
            tabIndex={-1}
            aria-label="Clear search"
            className={styles.clear}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              setText('');
              setActive(0);
            }}
          >
            <Dismiss16Regular aria-hidden />
          </button>
        )}
      </div>
      <FoundList id={id} isOpen={isOpen} groups={groups} active={current} error={error} onChoose={choose} />
    </div>
  );
}
