import { Button, Input, makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { MatterChanges } from '../../shared/model/index.ts';
import { Name } from '../widgets/Name.tsx';
import { displayName } from '../words/displayName.ts';
import { CheckField, ChoiceField } from './fields.tsx';
import { StaffField, useStaff } from './StaffField.tsx';
import {
  changesOf,
  percentOf,
  ratioTyped,
  type Split,
  splitEqually,
  splitOf,
  withoutStaff,
  withShare,
  withStaff,
} from './splitShares.ts';

const useStyles = makeStyles({
  list: {
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    display: 'flex',
    flexDirection: 'column',
    gap: '6px',
  },
  one: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 130px 32px',
    gap: '8px',
    alignItems: 'center',
  },
  share: { minWidth: 0, width: '130px' },
  sum: { margin: 0, color: tokens.colorNeutralForeground2 },
});

interface SplitEditorProps {
  value: MatterChanges;
  equalWord: string | null;
  onChange: (changes: MatterChanges) => void;
}

/** Who brought the matter in, and how it is shared among them: whatever is done here, the shares make up the whole. */
export function SplitEditor({ value, equalWord, onChange }: SplitEditorProps) {
  const styles = useStyles();
  const staff = useStaff() ?? [];
  const [split, setSplit] = useState(() => splitOf(value));
  const change = (next: Split) => {
    setSplit(next);
    onChange(changesOf(next, equalWord));
  };
  const nameOf = (id: string) => staff.find((one) => one.id === id)?.name ?? id;
  const { shares, isEnabled, method, remainder } = split;
  return (
    <>
      <StaffField
        label="Add originating staff"
        none="Choose someone"
        value={null}
        onChange={(id) => id !== null && change(withStaff(split, id))}
      />
      {shares.length > 0 ? (
        <ul className={styles.list} aria-label="Originating staff">
          {shares.map(({ staffId, ratio }) => (
            <li key={staffId} className={styles.one}>
              <Name text={nameOf(staffId)} />
              {isEnabled ? (
                <PercentInput
                  key={ratio}
                  label={`Share of ${displayName(nameOf(staffId))} in percent`}
                  ratio={ratio}
                  fixed={shares.length === 1}
                  onChange={(next) => change(withShare(split, staffId, next))}
                />
              ) : (
                <span />
              )}
              <Button
                size="small"
                appearance="subtle"
                icon={<Dismiss16Regular />}
                aria-label={`Take ${displayName(nameOf(staffId))} out`}
                onClick={() => change(withoutStaff(split, staffId))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {shares.length > 0 ? (
        <CheckField
          label="Share the matter among them"
          value={isEnabled}
          onChange={(on) => change({ ...split, isEnabled: on })}
        />
      ) : null}
      {isEnabled && shares.length > 0 ? (
        <>
          <RadioGroup
            layout="horizontal"
            aria-label="How it is shared"
            value={method}
            onChange={(_event, data) =>
              change(data.value === 'equal' ? splitEqually(split) : { ...split, method: 'ratio' })
            }
          >
            <Radio value="equal" label="Equally" />
            <Radio value="ratio" label="By ratio" />
          </RadioGroup>
          <output className={styles.sum}>
            {shares.map(({ ratio }) => percentOf(ratio)).join(' + ')} = 100 %
          </output>
          <ChoiceField
            label="Who takes the remainder"
            value={remainder ?? ''}
            onChange={(id) => change({ ...split, remainder: id || null })}
            choices={[
              { value: '', label: 'Nobody in particular' },
              ...shares.map(({ staffId }) => ({ value: staffId, label: displayName(nameOf(staffId)) })),
            ]}
          />
        </>
      ) : null}
    </>
  );
}

interface PercentInputProps {
  label: string;
  ratio: number;
  /** Whoever is alone has all of it. */
  fixed: boolean;
  onChange: (ratio: number) => void;
}

/** Takes effect when the person is through with it: the others follow. */
function PercentInput({ label, ratio, fixed, onChange }: PercentInputProps) {
  const styles = useStyles();
  const [typed, setTyped] = useState(String(ratio / 100));
  const take = () => {
    // An empty field, or one with no number in it, is no share of nothing.
    if (typed === '') return setTyped(String(ratio / 100));
    if (ratioTyped(typed) !== ratio) onChange(ratioTyped(typed));
  };
  return (
    <Input
      type="number"
      min={0}
      max={100}
      step={0.01}
      disabled={fixed}
      className={styles.share}
      aria-label={label}
      contentAfter="%"
      value={typed}
      onChange={(_event, data) => setTyped(data.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        take();
      }}
    />
  );
}
