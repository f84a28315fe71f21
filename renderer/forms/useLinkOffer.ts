import { matterIdSchema } from '../../shared/model/ids.ts';
import type { RequestId } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useTell } from '../frame/notices.tsx';
import { documentsOf } from '../place/place.ts';
import { goTo } from '../place/usePlace.ts';

/** How often is looked whether a new matter is there, and for how long, in milliseconds. */
const pause = 2_000;
const longest = 10 * 60_000;

/** Once a new matter is there, its folder can be linked: answers what waits for that, and then says so. */
export function useLinkOffer(): (request: RequestId) => void {
  const { client } = useConversation();
  const tell = useTell();
  return (id) => {
    const end = Date.now() + longest;
    const look = async () => {
      const request = await client.engine.requests.get({ id });
      if (request.state === 'cancelled' || Date.now() > end) return;
      if (request.state !== 'done') return void setTimeout(() => void look().catch(() => {}), pause);
      const made = matterIdSchema.safeParse(request.result.id);
      if (!made.success) return;
      tell({
        intent: 'success',
        title: 'The new matter is there',
        lines: ['Its documents are filed from a folder that is linked to it.'],
        action: { label: 'Open it and link a folder', run: () => goTo(documentsOf(made.data)) },
      });
    };
    look().catch(() => {});
  };
}
