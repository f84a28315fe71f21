import { useEffect, useState } from 'react';
import { useAdding } from '../conversation/useConversation.ts';

/** How long a file that was added may take to be noticed in its folder and captured, in milliseconds. */
const noticedWithin = 8_000;

/** Whether documents are being added, or were a moment ago. */
export function useJustAdded(): boolean {
  const adding = useAdding();
  const isNow = adding !== null && (adding.now !== null || adding.ended.length > 0);
  const [isRecent, setRecent] = useState(false);
  if (isNow && !isRecent) setRecent(true);
  useEffect(() => {
    if (isNow || !isRecent) return undefined;
    const timer = setTimeout(() => setRecent(false), noticedWithin);
    return () => clearTimeout(timer);
  }, [isNow, isRecent]);
  return isRecent;
}
