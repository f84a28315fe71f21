import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FileId, TimelineEntry } from '../../../shared/model.ts';
import { useFocusOnArrival } from '../../look/useFocusOnArrival.ts';
import { useNow } from '../../look/useNow.ts';
import { turned } from '../../preferences/kept.ts';
import { useRows } from '../../widgets/useRows.ts';
import { TimelineRow } from './TimelineRow.tsx';
import { timelineItems } from './timelineItems.ts';

/** How many rows before the end the next page is asked for. */
const ahead = 20;

const useStyles = makeStyles({
  scroll: {
    height: '100%',
    overflowY: 'auto',
    boxSizing: 'border-box',
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
});

interface TimelineListProps {
  entries: readonly TimelineEntry[];
  more: boolean;
  onMore: () => void;
  /** Narrows the timeline to one document; null where it cannot be, or already is. */
  onOnly: ((fileId: FileId) => void) | null;
}

export function TimelineList({ entries, more, onMore, onOnly }: TimelineListProps) {
  const styles = useStyles();
  const now = useNow();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const scroll = useRef<HTMLDivElement>(null);
  useFocusOnArrival(scroll);
  const items = useMemo(() => timelineItems(entries, now), [entries, now]);
  const virtual = useRows({
    count: items.length,
    getScrollElement: () => scroll.current,
    getItemKey: (index) => items[index]?.entry.id ?? index,
    estimateSize: (index) => (items[index]?.heading === null ? 48 : 90),
    overscan: 10,
    paddingEnd: 16,
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const wantsMore = more && last >= items.length - ahead;
  useEffect(() => {
    if (wantsMore) onMore();
  }, [wantsMore, onMore]);

  return (
    // A scrolling region has to be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={scroll} aria-label="Timeline entries" tabIndex={0} className={styles.scroll}>
      <ul aria-label="Timeline" className={styles.list} style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ key, index, start }) => {
          const item = items[index];
          return item ? (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={more ? -1 : items.length}
              aria-posinset={index + 1}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
            >
              {item.heading === null ? null : <h2 className={styles.heading}>{item.heading}</h2>}
              <TimelineRow
                entry={item.entry}
                now={now}
                onOnly={onOnly}
                open={open.has(item.entry.id)}
                onOpen={() => setOpen(new Set(turned([...open], item.entry.id)))}
              />
            </li>
          ) : null;
        })}
      </ul>
    </section>
  );
}
