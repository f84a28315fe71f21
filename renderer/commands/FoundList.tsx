/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a list under a text box, of which the box keeps the keyboard */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { refusalOf } from '../conversation/refusal.ts';
import { Name } from '../widgets/Name.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { keyWords } from '../words/keys.ts';
import type { Found, FoundGroup } from './found.ts';

const useStyles = makeStyles({
  list: {
    position: 'absolute',
    zIndex: 20,
    top: '36px',
    left: 0,
    width: '100%',
    minWidth: 'min(420px, calc(100vw - 100px))',
    boxSizing: 'border-box',
    overflow: 'hidden',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    boxShadow: tokens.shadow28,
  },
  options: { maxHeight: 'min(70vh, 560px)', overflowY: 'auto', padding: '6px', ':empty': { padding: 0 } },
  closed: { display: 'none' },
  heading: {
    padding: '8px 10px 4px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  option: {
    display: 'flex',
    alignItems: 'baseline',
    gap: '10px',
    padding: '6px 10px',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'default',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  active: {
    backgroundColor: tokens.colorNeutralBackground1Selected,
    '@media (forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: '-2px' },
  },
  title: { flexShrink: 1 },
  isOver: { color: tokens.colorNeutralForeground3 },
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
  none: { display: 'block', padding: '12px 10px', color: tokens.colorNeutralForeground3 },
});

interface FoundListProps {
  /** Of the list, and the beginning of those of its options. */
  id: string;
  isOpen: boolean;
  groups: readonly FoundGroup[];
  /** Place of the current one among all. */
  active: number;
  error: Error | null;
  onChoose: (item: Found) => void;
}

/** What the search found, in groups, under its box. */
export function FoundList({ id, isOpen, groups, active, error, onChoose }: FoundListProps) {
  const styles = useStyles();
  return (
    // The box keeps the keyboard, also while somebody clicks here.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={mergeClasses(styles.list, !isOpen && styles.closed)} onMouseDown={keepFocus}>
      {isOpen && error ? <RefusalBar refusal={refusalOf(error)} /> : null}
      {isOpen && groups.length === 0 && !error ? (
        <output className={styles.none}>Nothing found.</output>
      ) : null}
      <div id={`${id}-list`} role="listbox" aria-label="Found" tabIndex={-1} className={styles.options}>
        {isOpen
          ? groups.map((group, at) => (
              <Group
                key={group.title}
                group={group}
                id={id}
                from={groups.slice(0, at).reduce((sum, { items }) => sum + items.length, 0)}
                active={active}
                onChoose={onChoose}
              />
            ))
          : null}
      </div>
    </div>
  );
}

const keepFocus = (event: React.MouseEvent): void => event.preventDefault();

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
          <Name
            text={item.title}
            className={mergeClasses(styles.title, item.isOver === true && styles.isOver)}
          />
          {item.more ? <Name text={item.more} className={styles.more} /> : null}
          {item.keys ? <span className={styles.keys}>{keyWords(item.keys)}</span> : null}
        </div>
      ))}
    </div>
  );
}
