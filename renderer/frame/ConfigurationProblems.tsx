import { useQuery } from '@tanstack/react-query';
import { useConversation } from '../conversation/useConversation.ts';
import { RefusalBar } from '../widgets/RefusalBar.tsx';

/** What is wrong with the settings, or with what the administrator wrote: as long as it is, less may be decided than was meant. */
export function ConfigurationProblems() {
  const { queries } = useConversation();
  const { data: info } = useQuery(queries.app.info.queryOptions());
  return info?.configurationProblems.map((problem) => (
    <RefusalBar key={`${problem.what} ${problem.why}`} refusal={problem} />
  ));
}
