import { Button, Input, makeStyles, SearchBox, Select, tokens } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { displayName } from '../../words/displayName.ts';
import {
  type ChosenFilter,
  isFiltered,
  type KindGroup,
  kindGroups,
  noFilter,
  type Period,
  periods,
} from './timelineFilter.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px 8px',
    padding: '8px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    flexShrink: 0,
  },
  text: { width: '190px' },
  select: { maxWidth: '190px' },
  day: { width: '140px' },
});

interface TimelineFilterBarProps {
  chosen: ChosenFilter;
  onChoose: (chosen: ChosenFilter) => void;
  /** Empty where people are not to be chosen among. */
  people: readonly { readonly userId: string; readonly name: string }[];
  /** Further choices and what can be done with what is shown. */
  children?: ReactNode;
}

/** Narrows a timeline down by words, person, kind and time. */
export function TimelineFilterBar({ chosen, onChoose, people, children }: TimelineFilterBarProps) {
  const styles = useStyles();
  const choose = (change: Partial<ChosenFilter>) => onChoose({ ...chosen, ...change });
  return (
    <search className={styles.bar} aria-label="Filter of the timeline">
      <span data-find>
        <SearchBox
          size="small"
          className={styles.text}
          aria-label="Find in the timeline"
          placeholder="Find in the timeline"
          value={chosen.text}
          onChange={(_event, { value }) => choose({ text: value })}
        />
      </span>
      {people.length === 0 ? null : (
        <Select
          size="small"
          className={styles.select}
          aria-label="Person"
          value={chosen.userId}
          onChange={(_event, { value }) => choose({ userId: value })}
        >
          <option value="">Anyone</option>
          {people.map(({ userId, name }) => (
            <option key={userId} value={userId}>
              {displayName(name)}
            </option>
          ))}
        </Select>
      )}
      <Select
        size="small"
        className={styles.select}
        aria-label="Kind of change"
        value={chosen.kinds}
        onChange={(_event, { value }) => choose({ kinds: keyOf(kindGroups, value) })}
      >
        <option value="">Any change</option>
        {Object.entries<{ label: string }>(kindGroups).map(([key, { label }]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        size="small"
        className={styles.select}
        aria-label="Time"
        value={chosen.period}
        onChange={(_event, { value }) => choose({ period: keyOf(periods, value) })}
      >
        <option value="">Any time</option>
        {Object.entries(periods).map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </Select>
      {chosen.period === 'between' ? (
        <>
          <Day label="From" value={chosen.from} onDay={(from) => choose({ from })} />
          <Day label="To" value={chosen.to} onDay={(to) => choose({ to })} />
        </>
      ) : null}
      {isFiltered(chosen) ? (
        <Button
          size="small"
          appearance="subtle"
          icon={<Dismiss16Regular />}
          onClick={() => onChoose(noFilter)}
        >
          Clear
        </Button>
      ) : null}
      {children}
    </search>
  );
}

function Day({ label, value, onDay }: { label: string; value: string; onDay: (day: string) => void }) {
  return (
    <Input
      size="small"
      type="date"
      className={useStyles().day}
      aria-label={label}
      value={value}
      onChange={(_event, data) => onDay(data.value)}
    />
  );
}

function keyOf<Key extends KindGroup | Period>(of: Readonly<Record<Key, unknown>>, value: string): Key | '' {
  const isKey = (key: string): key is Key => Object.hasOwn(of, key);
  return isKey(value) ? value : '';
}
