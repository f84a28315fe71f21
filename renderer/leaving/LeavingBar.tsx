import { useLeaving } from '../conversation/useConversation.ts';
import { later } from '../widgets/later.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';

const LeavingWait = later(async () => (await import('./LeavingWait.tsx')).LeavingWait);

/** Says that the person is signed out once everything is filed, and what that still takes. */
export function LeavingBar() {
  const leaving = useLeaving();
  if (leaving?.state === 'waiting') return <LeavingWait />;
  return leaving?.refusal ? <RefusalBar refusal={leaving.refusal} /> : null;
}
