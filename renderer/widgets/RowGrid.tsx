/* oxlint-disable jsx-a11y/prefer-tag-over-role -- table elements cannot be placed one by one, as rows here are */
import { mergeClasses } from '@fluentui/react-components';
import { type ReactNode, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { useFocusOnArrival } from '../look/useFocusOnArrival.ts';
import { useWidth } from '../look/useWidth.ts';
import { ColumnEdge } from './ColumnEdge.tsx';
import { fittingColumns } from './fittingColumns.ts';
import { useRowGridStyles } from './rowGridStyles.ts';
import { isTyping, rowAfterKey } from './rowKeys.ts';
import { type Step, stepOfClick, stepOfKey } from './selection.ts';
import { useRows } from './useRows.ts';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** A grid track, for example `minmax(0, 1fr)`. */
  readonly width: string;
  /** It names the row: it is never left out, and takes the room that others leave. */
  readonly always?: true;
  /** The column is left out of a table narrower than this, in pixels. */
  readonly from?: number;
  render: (row: Row) => ReactNode;
  /** Present when rows can be ordered by this column. */
  readonly sort?: { readonly order: 'ascending' | 'descending' | 'none'; toggle: () => void };
}

export interface RowGridHandle {
  focus: () => void;
}

interface RowGridProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  count: number;
  /** Undefined while the row is not loaded. */
  rowAt: (index: number) => Row | undefined;
  /** Height in pixels. */
  heightAt: (index: number) => number;
  /** A row's identity. Has to be a new function whenever a height may have changed. */
  keyAt: (index: number) => string | number;
  /** Index of the row the keyboard is on; -1 for none. */
  active: number;
  /** `step` is how the person came to the row; lists in which one row is chosen at a time need not look at it. */
  onActive: (index: number, step: Step) => void;
  /** Present where several rows can be selected. */
  several?: { selected: (index: number) => boolean; onAll: () => void };
  onOpen: (index: number) => void;
  openOn: 'click' | 'double-click';
  /** A key nobody else wanted; true when it meant something. */
  onKey?: (event: React.KeyboardEvent) => boolean;
  /** Rows can be dragged; the action takes over from the browser. */
  onDrag?: (index: number) => void;
  onMenu?: (index: number, target: HTMLElement | { x: number; y: number }) => void;
  /** The person starts typing a word while the grid has the focus. */
  onType?: (character: string) => void;
  onShown?: (first: number, last: number) => void;
  /** Present where columns can be made wider and narrower. Pixels. */
  onResize?: (column: string, width: number) => void;
  ref?: Ref<RowGridHandle>;
}

/**
 * A table of any length of which only the visible rows exist. The grid itself keeps the focus, and
 * `aria-activedescendant` names the current row, so that rows may come and go while scrolling.
 */
export function RowGrid<Row>({ ref, ...props }: RowGridProps<Row>) {
  const { count, active, onShown } = props;
  const styles = useRowGridStyles();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  /** A column whose edge is being dragged. */
  const [dragged, setDragged] = useState<{ readonly id: string; readonly width: number } | null>(null);
  const columns = fittingColumns(props.columns, useWidth(box)).map((column) =>
    column.id === dragged?.id ? { ...column, width: `${dragged.width}px` } : column,
  );
  const onResize = (column: string, width: number, isOver: boolean) => {
    setDragged(isOver ? null : { id: column, width });
    if (isOver) props.onResize?.(column, width);
  };
  const virtual = useRows({
    count,
    getScrollElement: () => box.current,
    estimateSize: props.heightAt,
    getItemKey: props.keyAt,
    overscan: 8,
    paddingStart: headerHeight,
    scrollPaddingStart: headerHeight,
    initialOffset: () => Math.max(0, active - 4) * props.heightAt(0),
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;

  useFocusOnArrival(box);
  useImperativeHandle(ref, () => ({ focus: () => box.current?.focus() }), []);
  useEffect(() => onShown?.(first, last), [onShown, first, last]);

  const idOf = (index: number) => `${id}-${index}`;
  const move = (index: number, step: Step) => {
    props.onActive(index, step);
    virtual.scrollToIndex(index, { align: 'auto' });
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== box.current) return;
    const perPage = Math.max(1, last - first - 16);
    const next = rowAfterKey(event.key, active, count, perPage);
    if (next !== null) {
      event.preventDefault();
      move(next, stepOfKey(event));
    } else if (props.several && event.key === ' ' && active >= 0) {
      event.preventDefault();
      props.onActive(active, event.ctrlKey ? 'toggle' : 'only');
    } else if (props.several && event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      props.several.onAll();
    } else if (props.onKey?.(event)) {
      event.preventDefault();
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      props.onOpen(active);
    } else if (isTyping(event)) {
      props.onType?.(event.key);
    }
  };
  const onClick = (event: React.MouseEvent) => {
    const index = rowUnder(event);
    if (index === null || isAction(event)) return;
    props.onActive(index, stepOfClick(event));
    if (props.openOn === 'click') props.onOpen(index);
  };
  const onDoubleClick = (event: React.MouseEvent) => {
    const index = rowUnder(event);
    if (index !== null && props.openOn === 'double-click' && !isAction(event)) props.onOpen(index);
  };
  const onContextMenu = (event: React.MouseEvent) => {
    if (!props.onMenu) return;
    event.preventDefault();
    const index = rowUnder(event);
    if (index !== null) {
      // A row of the selection asks for what can be done with all of it.
      if (!props.several?.selected(index)) props.onActive(index, 'only');
      props.onMenu(index, { x: event.clientX, y: event.clientY });
    } else {
      // Asked for by key: the event is the grid's own.
      const row = document.getElementById(idOf(active));
      if (row) props.onMenu(active, row);
    }
  };
  const isSelected = (index: number) => props.several?.selected(index) ?? index === active;
  const tracks = { gridTemplateColumns: columns.map((column) => column.width).join(' ') };

  return (
    <div
      ref={box}
      role="grid"
      aria-label={props.label}
      aria-multiselectable={props.several ? true : undefined}
      aria-rowcount={count + 1}
      aria-activedescendant={active >= first && active <= last && count > 0 ? idOf(active) : undefined}
      tabIndex={0}
      className={styles.box}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
      onContextMenu={onContextMenu}
      onFocus={() => active < 0 && count > 0 && props.onActive(0, 'pass')}
    >
      <div role="rowgroup" className={styles.headGroup}>
        <div role="row" aria-rowindex={1} className={styles.head} style={tracks}>
          {columns.map((column) => (
            <ColumnHead key={column.id} column={column} onResize={props.onResize ? onResize : null} />
          ))}
        </div>
      </div>
      <div role="rowgroup" className={styles.body} style={{ height: virtual.getTotalSize() - headerHeight }}>
        {items.map(({ key, index, start, size }) => {
          const row = props.rowAt(index);
          return (
            <div
              key={key}
              id={idOf(index)}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={isSelected(index)}
              data-row={index}
              draggable={props.onDrag ? true : undefined}
              onDragStart={(event) => {
                event.preventDefault();
                props.onDrag?.(index);
              }}
              className={mergeClasses(
                'row',
                index === active && 'current',
                styles.row,
                props.several?.selected(index) === true && styles.selectedRow,
              )}
              style={{ ...tracks, height: size, transform: `translateY(${start - headerHeight}px)` }}
            >
              {columns.map((column) => (
                <div key={column.id} role="gridcell" className={styles.cell}>
                  {row === undefined ? <span className={styles.ghost} /> : column.render(row)}
                </div>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

const headerHeight = 34;

/** The index of the row an event happened in. */
function rowUnder({ target }: React.MouseEvent): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return row ? Number(row.dataset.row) : null;
}

/** A button or link inside a row does its own action. */
const isAction = ({ target }: React.MouseEvent) =>
  target instanceof Element && target.closest('[data-row] button, [data-row] a') !== null;

interface ColumnHeadProps<Row> {
  column: Column<Row>;
  onResize: ((column: string, width: number, isOver: boolean) => void) | null;
}

function ColumnHead<Row>({ column: { id, title, sort, always }, onResize }: ColumnHeadProps<Row>) {
  const styles = useRowGridStyles();
  const edge =
    onResize && always !== true ? (
      <ColumnEdge title={title} onResize={(width, isOver) => onResize(id, width, isOver)} />
    ) : null;
  if (!sort) {
    return (
      <div role="columnheader" className={styles.headCell}>
        <span className={styles.headTitle}>{title}</span>
        {edge}
      </div>
    );
  }
  const mark = { ascending: ' ↑', descending: ' ↓', none: '' }[sort.order];
  return (
    <div role="columnheader" aria-sort={sort.order} className={styles.headCell}>
      <button type="button" className={styles.sort} onClick={sort.toggle}>
        {title}
        <span aria-hidden>{mark}</span>
      </button>
      {edge}
    </div>
  );
}
