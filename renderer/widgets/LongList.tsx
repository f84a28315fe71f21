import { makeStyles, tokens } from '@fluentui/react-components';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFocusOnArrival } from '../look/useFocusOnArrival.ts';
import { useRows } from './useRows.ts';

/** How many items before the end the next ones are asked for. */
const ahead = 20;

const useStyles = makeStyles({
  scroll: {
    height: '100%',
    overflowY: 'auto',
    boxSizing: 'border-box',
    outlineStyle: 'none',
    ':focus-visible + *': { outlineStyle: 'solid' },
  },
  box: { height: '100%', position: 'relative' },
  /** Around all that scrolls, and over what lies at its edges. */
  ring: {
    position: 'absolute',
    inset: 0,
    pointerEvents: 'none',
    outlineStyle: 'none',
    outlineWidth: '2px',
    outlineColor: tokens.colorBrandStroke1,
    outlineOffset: '-2px',
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

interface LongListProps<Item> {
  /** What the region that scrolls is called, and what the list in it is. */
  region: string;
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string | number;
  /** About how high the item is, in pixels, before it was ever shown. */
  heightOf: (item: Item) => number;
  render: (item: Item) => ReactNode;
  /** Asks for the items after these; undefined when there are none. */
  onMore?: (() => void) | undefined;
}

/** A list of any length of which only the visible items exist, each as high as what is in it. */
export function LongList<Item>({ items, keyOf, heightOf, render, onMore, ...names }: LongListProps<Item>) {
  const styles = useStyles();
  const scroll = useRef<HTMLDivElement>(null);
  useFocusOnArrival(scroll);
  const of = <Value,>(index: number, read: (item: Item) => Value, otherwise: Value): Value => {
    const item = items[index];
    return item === undefined ? otherwise : read(item);
  };
  const virtual = useRows({
    count: items.length,
    getScrollElement: () => scroll.current,
    getItemKey: (index) => of<string | number>(index, keyOf, index),
    estimateSize: (index) => of(index, heightOf, 0),
    overscan: 10,
    paddingEnd: 16,
  });
  const shown = virtual.getVirtualItems();
  const isNearEnd = (shown.at(-1)?.index ?? 0) >= items.length - ahead;
  useEffect(() => {
    if (isNearEnd) onMore?.();
  }, [isNearEnd, onMore]);

  return (
    <div className={styles.box}>
      {/* A scrolling region has to be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section ref={scroll} aria-label={names.region} tabIndex={0} className={styles.scroll}>
        <ul aria-label={names.label} className={styles.list} style={{ height: virtual.getTotalSize() }}>
          {shown.map(({ key, index, start }) => (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={onMore ? -1 : items.length}
              aria-posinset={index + 1}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
            >
              {of(index, render, null)}
            </li>
          ))}
        </ul>
      </section>
      <span aria-hidden className={styles.ring} />
    </div>
  );
}

/** Above the first item of a part. */
export function ListHeading({ children }: { children: ReactNode }) {
  return <h2 className={useStyles().heading}>{children}</h2>;
}
