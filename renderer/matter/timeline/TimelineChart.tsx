import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { rowAfterKey } from '../../widgets/rowKeys.ts';
import { count } from '../../words/count.ts';
import { readDay } from '../../words/days.ts';
import { longDate } from '../../words/time.ts';
import { type Bar, barsOf } from './bars.ts';

const useStyles = makeStyles({
  chart: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    alignItems: 'end',
    gap: '10px',
    padding: '6px 16px 4px',
    flexShrink: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    '@media (max-height: 520px)': { display: 'none' },
  },
  bars: {
    display: 'flex',
    alignItems: 'stretch',
    gap: '2px',
    height: '28px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  bar: {
    display: 'flex',
    alignItems: 'flex-end',
    flexGrow: 1,
    flexBasis: 0,
    minWidth: 0,
    maxWidth: '28px',
    padding: 0,
    backgroundColor: 'transparent',
    border: 'none',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  fill: {
    display: 'block',
    width: '100%',
    borderRadius: '1px 1px 0 0',
    backgroundColor: tokens.colorNeutralStrokeAccessible,
    '@media (forced-colors: active)': { backgroundColor: 'CanvasText' },
  },
  chosen: {
    backgroundColor: tokens.colorBrandForeground1,
    '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
  },
});

interface TimelineChartProps {
  days: readonly { readonly day: number; readonly count: number }[];
  /** The days it is narrowed to; empty for none. */
  from: string;
  to: string;
  onChoose: (bar: Bar | null) => void;
}

/** How much happened over the matter's life, and the way to a date: a bar narrows the timeline to its days. */
export function TimelineChart({ days, from, to, onChoose }: TimelineChartProps) {
  const styles = useStyles();
  const bars = useMemo(() => barsOf(days), [days]);
  const [current, setCurrent] = useState<number | null>(null);
  if (bars.length < 2) return null;
  const most = Math.max(...bars.map((bar) => bar.count));
  const stop = Math.min(current ?? bars.length - 1, bars.length - 1);
  const isChosen = (bar: Bar) => bar.from === from && bar.to === to;
  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    const key = { ArrowLeft: 'ArrowUp', ArrowRight: 'ArrowDown' }[event.key] ?? event.key;
    const next = rowAfterKey(key, stop, bars.length, 10);
    if (next === null) return;
    event.preventDefault();
    setCurrent(next);
    event.currentTarget.querySelectorAll<HTMLElement>('button')[next]?.focus();
  };
  return (
    <div className={styles.chart}>
      <span>{dateWordsOf(bars[0]?.from)}</span>
      {/* Arrow keys go between the buttons in it. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions */}
      <div role="group" aria-label="Activity over time" className={styles.bars} onKeyDown={onKeyDown}>
        {bars.map((bar, index) => (
          <button
            key={bar.from}
            type="button"
            tabIndex={index === stop ? 0 : -1}
            aria-pressed={isChosen(bar)}
            aria-label={wordsOf(bar)}
            title={wordsOf(bar)}
            className={styles.bar}
            onFocus={() => setCurrent(index)}
            onClick={() => onChoose(isChosen(bar) ? null : bar)}
          >
            <span
              className={mergeClasses(styles.fill, isChosen(bar) && styles.chosen)}
              style={{ height: `${bar.count === 0 ? 0 : Math.max(8, (bar.count / most) * 100)}%` }}
            />
          </button>
        ))}
      </div>
      <span>{dateWordsOf(bars.at(-1)?.to)}</span>
    </div>
  );
}

const dateWordsOf = (day = ''): string => longDate(readDay(day)?.toISOString() ?? '');

const wordsOf = ({ from, to, count: howMany }: Bar): string =>
  `${from === to ? dateWordsOf(from) : `${dateWordsOf(from)} to ${dateWordsOf(to)}`}: ${count(howMany, 'change')}`;
