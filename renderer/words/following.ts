import type { FollowedHere } from '../../shared/model/index.ts';
import { count } from './count.ts';

/** What others did to documents in the service and is not so here yet, each in a few words; null where there is nothing of it. */
export function followingLines({ open, changed, taken, refused, tooMany, noWastebasket }: FollowedHere) {
  const waiting = [
    ...(open > 0 ? [`${open} open here`] : []),
    ...(changed > 0 ? [`${changed} not filed as here`] : []),
    ...(taken > 0 ? [`${count(taken, 'name')} taken`] : []),
    ...(refused > 0 ? [`${count(refused, 'name')} not possible`] : []),
  ];
  return {
    /** A person is asked. */
    tooMany: tooMany === 0 ? null : `${count(tooMany, 'document')} renamed, moved or deleted`,
    noWastebasket: noWastebasket === 0 ? null : `${noWastebasket} deleted, and no wastebasket here`,
    /** They follow by themselves. */
    waiting: waiting.length === 0 ? null : `Changes wait: ${waiting.join(', ')}`,
  };
}
