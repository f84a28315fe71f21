import type { MatterRow } from '../../shared/model/index.ts';
import { Name } from '../widgets/Name.tsx';
import { count } from '../words/count.ts';

/** Whose matter it is: by name where the service told names, otherwise how many they are. */
export function Clients({ of: { clientNames = [], clientCount } }: { of: ClientsOf }) {
  if (clientCount === 0) return null;
  if (clientNames.length === 0) return count(clientCount, 'client');
  const unnamed = clientCount - clientNames.length;
  return <Name text={[...clientNames, ...(unnamed > 0 ? [`${unnamed} more`] : [])].join(', ')} />;
}

type ClientsOf = Pick<MatterRow, 'clientNames' | 'clientCount'>;
