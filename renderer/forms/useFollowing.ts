import { useEffect, useRef } from 'react';
import { followed } from './template.ts';

/** Fills in what the firm configured, and fills it in anew with what it is made of, until the person types something else. */
export function useFollowing(
  value: string,
  offered: string | null,
  isNew: boolean,
  take: (value: string) => void,
): void {
  const last = useRef<string | null>(isNew ? '' : null);
  useEffect(() => {
    const next = followed(value, last.current, offered);
    last.current = offered ?? (last.current === null ? null : '');
    if (next !== value) take(next);
    // Only what is offered is followed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [offered]);
}
