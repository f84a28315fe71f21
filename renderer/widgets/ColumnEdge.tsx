/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a rule cannot be focused and moved, as this separator is */
import { useRef, useState } from 'react';
import { useRowGridStyles } from './rowGridStyles.ts';

/** One press of an arrow key, in pixels. */
const step = 16;
const narrowest = 40;

interface ColumnEdgeProps {
  title: string;
  /** `isOver` once the person let go. */
  onResize: (width: number, isOver: boolean) => void;
}

/** The right edge of a column's head: dragged, or moved by the arrow keys, it makes the column wider or narrower. */
export function ColumnEdge({ title, onResize }: ColumnEdgeProps) {
  const styles = useRowGridStyles();
  const edge = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const headWidth = () => edge.current?.parentElement?.getBoundingClientRect().width ?? 0;
  const drag = (event: React.PointerEvent<HTMLElement>) => {
    event.preventDefault();
    const from = { x: event.clientX, width: headWidth() };
    const { currentTarget, pointerId } = event;
    currentTarget.setPointerCapture(pointerId);
    let wanted = from.width;
    const move = ({ clientX }: PointerEvent) => {
      wanted = Math.max(narrowest, from.width + clientX - from.x);
      onResize(wanted, false);
    };
    const end = () => {
      moves.abort();
      onResize(wanted, true);
    };
    const moves = new AbortController();
    currentTarget.addEventListener('pointermove', move, { signal: moves.signal });
    currentTarget.addEventListener('lostpointercapture', end, { signal: moves.signal });
  };
  return (
    // A separator that has the keyboard is a widget: it moves by the arrow keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${title}`}
      aria-valuenow={Math.round(width)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={styles.edge}
      onFocus={() => setWidth(headWidth())}
      onPointerDown={drag}
      onKeyDown={({ key }) => {
        const by = key === 'ArrowRight' ? step : key === 'ArrowLeft' ? -step : 0;
        if (by === 0) return;
        onResize(headWidth() + by, true);
        setWidth(headWidth() + by);
      }}
    />
  );
}
