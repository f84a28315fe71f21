import { count } from '../words/count.ts';
import { LimitChoice } from './LimitChoice.tsx';

const minutes = [1, 5, 10, 15, 30, 60];

/** After how long without use the window shows nothing until somebody signs in again. */
export function IdleLock() {
  return (
    <LimitChoice
      limit="lockAfterMinutes"
      label="Lock the window after"
      choices={minutes}
      words={(limit) => (limit === null ? 'Never' : `${count(limit, 'minute')} without use`)}
      explanation="A locked window shows nothing of your matters until you sign in again, for which the service has to be reached. Filing goes on."
    />
  );
}
