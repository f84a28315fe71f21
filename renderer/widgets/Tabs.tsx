import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { rowAfterKey } from './rowKeys.ts';

const useStyles = makeStyles({
  tabs: { display: 'flex', gap: '4px' },
  tab: {
    position: 'relative',
    font: 'inherit',
    color: tokens.colorNeutralForeground2,
    backgroundColor: 'transparent',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    padding: '8px 10px',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  here: {
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    '::after': {
      content: '""',
      position: 'absolute',
      left: '10px',
      right: '10px',
      bottom: 0,
      height: '3px',
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: tokens.colorCompoundBrandStroke,
      '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
    },
  },
});

interface TabsProps<Value extends string> {
  label: string;
  tabs: readonly { readonly value: Value; readonly label: string }[];
  selected: Value;
  onSelect: (value: Value) => void;
}

/** Tabs with one stop for the Tab key and the arrow keys between them. */
export function Tabs<Value extends string>({ label, tabs, selected, onSelect }: TabsProps<Value>) {
  const styles = useStyles();
  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex(({ value }) => value === selected);
    const next = rowAfterKey(sideways[event.key] ?? event.key, at, tabs.length, 0);
    const tab = next === null ? undefined : tabs[next];
    if (next === null || !tab) return;
    event.preventDefault();
    onSelect(tab.value);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div role="tablist" aria-label={label} tabIndex={-1} className={styles.tabs} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          aria-selected={tab.value === selected}
          tabIndex={tab.value === selected ? 0 : -1}
          className={mergeClasses(styles.tab, tab.value === selected && styles.here)}
          onClick={() => onSelect(tab.value)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

const sideways: Readonly<Record<string, string>> = { ArrowRight: 'ArrowDown', ArrowLeft: 'ArrowUp' };
