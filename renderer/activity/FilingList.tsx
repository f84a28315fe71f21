import { makeStyles, tokens } from '@fluentui/react-components';
import { useMemo, useRef } from 'react';
import type { Filing } from '../../shared/model.ts';
import { useFocusOnArrival } from '../look/useFocusOnArrival.ts';
import { useNow } from '../look/useNow.ts';
import { useRows } from '../widgets/useRows.ts';
import { activityItems } from './activityItems.ts';
import { FilingLine } from './FilingLine.tsx';

const useStyles = makeStyles({
  scroll: {
    height: '100%',
    overflowY: 'auto',
    ':focus-visible': { outline: `2px solid ${tokens.colorBrandStroke1}`, outlineOffset: '-2px' },
  },
  list: { position: 'relative', margin: 0, padding: 0, listStyleType: 'none' },
  item: { position: 'absolute', top: 0, left: 0, right: 0 },
  heading: {
    margin: 0,
    padding: '16px 16px 6px',
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
  },
  more: { fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground3 },
});

/** Saves between this computer and the service, in their parts. */
export function FilingList({ filing }: { filing: Filing }) {
  const styles = useStyles();
  const now = useNow(1_000);
  const scroll = useRef<HTMLDivElement>(null);
  useFocusOnArrival(scroll);
  const items = useMemo(() => activityItems(filing), [filing]);
  const virtual = useRows({
    count: items.length,
    getScrollElement: () => scroll.current,
    getItemKey: (index) => {
      const item = items[index];
      return item?.kind === 'save' ? item.row.saveId : (item?.title ?? index);
    },
    estimateSize: (index) => (items[index]?.kind === 'heading' ? 42 : 60),
    overscan: 10,
    paddingEnd: 16,
  });
  return (
    // A scrolling region has to be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={scroll} aria-label="What is going on" tabIndex={0} className={styles.scroll}>
      <ul aria-label="Saves" className={styles.list} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const item = items[index];
          return item ? (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
            >
              {item.kind === 'heading' ? (
                <h2 className={styles.heading}>
                  {item.title} {item.more === null ? null : <span className={styles.more}>{item.more}</span>}
                </h2>
              ) : (
                <FilingLine row={item.row} now={now} />
              )}
            </li>
          ) : null;
        })}
      </ul>
    </section>
  );
}
