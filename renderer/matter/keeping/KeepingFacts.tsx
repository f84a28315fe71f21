import { Button } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { MatterId } from '../../../shared/model/index.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { useAct } from '../../frame/notices.tsx';
import { Fact, Facts } from '../../widgets/Fact.tsx';
import { keepingLine } from '../../words/keeping.ts';
import { FollowingFacts } from './FollowingFacts.tsx';

/** How far the matter is that is kept on this computer, and what others did to it that is not so here; nothing where there is nothing to say. */
export function KeepingFacts({ matterId }: { matterId: MatterId }) {
  const { client, queries } = useConversation();
  const act = useAct();
  const { data } = useQuery(queries.engine.keeping.get.queryOptions({ input: { matterId } }));
  if (!data) return null;
  const line = keepingLine(data);
  return (
    <Facts>
      {line === null ? null : (
        <Fact term="On this computer" whole>
          <output>{line}</output>
          {data.tooMany === 0 ? null : (
            <Button size="small" onClick={() => act(() => client.engine.keeping.agree({ matterId }))}>
              Replace the copies here
            </Button>
          )}
        </Fact>
      )}
      <FollowingFacts matterId={matterId} following={data.following} />
    </Facts>
  );
}
