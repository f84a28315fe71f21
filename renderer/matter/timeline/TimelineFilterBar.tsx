import { Button, makeStyles, SearchBox, Select, tokens } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { later } from '../../widgets/later.tsx';
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

const DayPicker = later(async () => (await import('../../widgets/DayPicker.tsx')).DayPicker);

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px 8px',
    padding: '8px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    flexShrink: 0,
    '@media (max-height: 520px)': { padding: '4px 8px' },
  },
  text: { width: 'clamp(130px, 17vw, 190px)' },
  // Narrower windows keep all of them on two lines.
  day: { width: '170px' },
  select: { minWidth: '90px', maxWidth: 'clamp(110px, 15vw, 190px)' },
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
  const day = { size: 'small', className: styles.day } as const;
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
        <Choice
          label="Person"
          whatever="Anyone"
          options={people.map(({ userId, name }) => [userId, displayName(name)])}
          value={chosen.userId}
          onChoose={(userId) => choose({ userId })}
        />
      )}
      <Choice
        label="Kind of change"
        whatever="Any change"
        options={Object.entries<{ label: string }>(kindGroups).map(([key, { label }]) => [key, label])}
        value={chosen.kinds}
        onChoose={(kinds) => choose({ kinds: keyOf(kindGroups, kinds) })}
      />
      <Choice
        label="Time"
        whatever="Any time"
        options={Object.entries(periods)}
        value={chosen.period}
        onChoose={(period) => choose({ period: keyOf(periods, period) })}
      />
      {chosen.period === 'between' ? (
        <>
          <DayPicker {...day} label="From" value={chosen.from} onDay={(from) => choose({ from })} />
          <DayPicker {...day} label="To" value={chosen.to} onDay={(to) => choose({ to })} />
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

interface ChoiceProps {
  label: string;
  /** The word for not choosing, whose value is empty. */
  whatever: string;
  /** Value and word of each. */
  options: readonly (readonly [string, string])[];
  value: string;
  onChoose: (value: string) => void;
}

function Choice({ label, whatever, options, value, onChoose }: ChoiceProps) {
  return (
    <Select
      size="small"
      className={useStyles().select}
      aria-label={label}
      value={value}
      onChange={(_event, data) => onChoose(data.value)}
    >
      <option value="">{whatever}</option>
      {options.map(([key, word]) => (
        <option key={key} value={key}>
          {word}
        </option>
      ))}
    </Select>
  );
}

function keyOf<Key extends KindGroup | Period>(of: Readonly<Record<Key, unknown>>, value: string): Key | '' {
  const isKey = (key: string): key is Key => Object.hasOwn(of, key);
  return isKey(value) ? value : '';
}
