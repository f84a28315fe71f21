/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a list under a text box, of which the box keeps the keyboard */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Search20Regular } from '@fluentui/react-icons';
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { refusalOf } from '../conversation/refusal.ts';
import type { Place } from '../place/place.ts';
import { Name } from '../widgets/Name.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { rowAfterKey } from '../widgets/rowKeys.ts';
import { useModal } from '../widgets/useModal.ts';
import { isListFor, runsNow } from './entered.ts';
import type { Found, FoundGroup } from './found.ts';
import { useFound } from './useFound.ts';

const useStyles = makeStyles({
  dialog: {
    width: '620px',
    maxWidth: 'calc(100vw - 48px)',
    margin: '8vh auto auto',
    maxHeight: '76vh',
    padding: 0,
    boxSizing: 'border-box',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorTransparentStroke}`,
    borderRadius: tokens.borderRadiusXLarge,
    boxShadow: tokens.shadow64,
    overflow: 'hidden',
    '::backdrop': { backgroundColor: 'rgba(0, 0, 0, 0.3)' },
  },
  box: { display: 'flex', flexDirection: 'column', maxHeight: '76vh' },
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    padding: '0 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    flexShrink: 0,
  },
  input: {
    flexGrow: 1,
    minWidth: 0,
    font: 'inherit',
    fontSize: tokens.fontSizeBase400,
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    border: 'none',
    outlineStyle: 'none',
    padding: '14px 0',
    '::placeholder': { color: tokens.colorNeutralForeground3 },
  },
  list: { overflowY: 'auto', padding: '6px', minHeight: 0 },
  heading: {
    padding: '8px 10px 4px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  option: {
    display: 'flex',
    alignItems: 'baseline',
    gap: '10px',
    padding: '7px 10px',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'default',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  active: {
    backgroundColor: tokens.colorNeutralBackground1Selected,
    '@media (forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: '-2px' },
  },
  title: { flexShrink: 1 },
  more: {
    flexGrow: 1,
    flexShrink: 2,
    minWidth: '25%',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  keys: {
    marginLeft: 'auto',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    flexShrink: 0,
  },
  none: { padding: '20px 16px', color: tokens.colorNeutralForeground3 },
});

interface CommandBoxProps {
  place: Place;
  onShortcuts: () => void;
  /** Shows the list of all matters that this text finds. */
  onMatters: (text: string) => void;
  onClose: () => void;
}

/** One box for going anywhere and doing anything, by a few letters. */
export function CommandBox({ place, onShortcuts, onMatters, onClose }: CommandBoxProps) {
  const styles = useStyles();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const events = useModal(dialog, onClose);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  /** The text at which Enter was pressed before what it finds was there; null when it was not. */
  const enteredAt = useRef<string | null>(null);
  const asked = useDeferredValue(text);
  const { groups, isAnswered, error } = useFound(asked, place, {
    showShortcuts: onShortcuts,
    listMatters: onMatters,
  });
  const shown = { text, asked, isAnswered };
  const all = groups.flatMap((group) => group.items);
  const current = Math.min(active, all.length - 1);

  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);

  const choose = (item: Found | undefined) => {
    if (!item) return;
    dialog.current?.close();
    onClose();
    item.run();
  };
  useEffect(() => {
    if (!runsNow(enteredAt.current, shown)) return;
    enteredAt.current = null;
    choose(all[current]);
  });
  const onKeyDown = (event: React.KeyboardEvent) => {
    const vertical = event.key !== 'Home' && event.key !== 'End';
    const next = vertical ? rowAfterKey(event.key, current, all.length, 5) : null;
    if (next !== null) {
      event.preventDefault();
      setActive(next);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (isListFor(shown)) choose(all[current]);
      else enteredAt.current = text;
    }
  };
  return (
    <dialog ref={dialog} aria-label="Go to anything" className={styles.dialog} {...events}>
      <div className={styles.box}>
        <div className={styles.line}>
          <Search20Regular aria-hidden />
          <input
            type="text"
            role="combobox"
            aria-label="Matter, client, document, person or command"
            aria-expanded={all.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={all.length > 0 ? `${id}-${current}` : undefined}
            placeholder="Go to a matter, client, document or person, or run a command"
            spellCheck={false}
            className={styles.input}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setActive(0);
              enteredAt.current = null;
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        {error ? <RefusalBar refusal={refusalOf(error)} /> : null}
        {all.length === 0 && !error ? <output className={styles.none}>Nothing found.</output> : null}
        <div id={`${id}-list`} role="listbox" aria-label="Found" tabIndex={-1} className={styles.list}>
          {groups.map((group, at) => (
            <Group
              key={group.title}
              group={group}
              id={id}
              from={groups.slice(0, at).reduce((sum, { items }) => sum + items.length, 0)}
              active={current}
              onChoose={choose}
            />
          ))}
        </div>
      </div>
    </dialog>
  );
}

interface GroupProps {
  group: FoundGroup;
  id: string;
  /** Place of its first item among all. */
  from: number;
  active: number;
  onChoose: (item: Found) => void;
}

function Group({ group, id, from, active, onChoose }: GroupProps) {
  const styles = useStyles();
  return (
    <div role="group" aria-label={group.title}>
      <div className={styles.heading} aria-hidden>
        {group.title}
      </div>
      {group.items.map((item, index) => (
        // The keyboard is in the text box, which names the current one.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={item.id}
          id={`${id}-${from + index}`}
          role="option"
          tabIndex={-1}
          aria-selected={from + index === active}
          className={mergeClasses(styles.option, from + index === active && styles.active)}
          onClick={() => onChoose(item)}
        >
          <Name text={item.title} className={styles.title} />
          {item.more === null ? null : <Name text={item.more} className={styles.more} />}
          {item.keys === null ? null : <span className={styles.keys}>{item.keys}</span>}
        </div>
      ))}
    </div>
  );
}
