import { sizeWords } from '../words/size.ts';
import { LimitChoice } from './LimitChoice.tsx';

const bytesPerSecond = [50_000, 100_000, 250_000, 500_000, 1_000_000, 5_000_000];

/** How much of the network sending may take. */
export function SendLimit() {
  return (
    <LimitChoice
      limit="sendLimit"
      label="Send documents with at most"
      choices={bytesPerSecond}
      words={(limit) => (limit === null ? 'No limit' : `${sizeWords(limit)} a second`)}
    />
  );
}
