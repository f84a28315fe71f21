import { useEffect, useState } from 'react';

/** The time, in milliseconds, asked for again every so often: for words like "5 minutes ago". */
export function useNow(everyMilliseconds = 30_000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMilliseconds);
    return () => clearInterval(timer);
  }, [everyMilliseconds]);
  return now;
}
