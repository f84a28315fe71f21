import { Button } from '@fluentui/react-components';
import type { FollowedHere, MatterId } from '../../../shared/model/index.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { useAct } from '../../frame/notices.tsx';
import { Fact } from '../../widgets/Fact.tsx';
import { followingLines } from '../../words/following.ts';

/** What others did to the matter's documents in the service and is not so here: what a person decides, and what waits. */
export function FollowingFacts({ matterId, following }: { matterId: MatterId; following: FollowedHere }) {
  const { client } = useConversation();
  const act = useAct();
  const { tooMany, noWastebasket, waiting } = followingLines(following);
  const asked = [
    {
      line: tooMany,
      label: 'Do the same here',
      does: client.engine.keeping.follow,
      upTo: following.tooManyUpTo,
    },
    {
      line: noWastebasket,
      label: 'Remove here',
      does: client.engine.keeping.removeDeleted,
      upTo: following.noWastebasketUpTo,
    },
    { line: waiting, label: null, does: null, upTo: 0 },
  ];
  return asked.map(({ line, label, does, upTo }) =>
    line === null ? null : (
      <Fact key={line} term="In the service" whole>
        <output>{line}</output>
        {does === null ? null : (
          <Button size="small" onClick={() => act(() => does({ matterId, upTo }))}>
            {label}
          </Button>
        )}
      </Fact>
    ),
  );
}
