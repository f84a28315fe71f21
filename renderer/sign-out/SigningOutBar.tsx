import { useConversation, useSigningOut } from '../conversation/useConversation.ts';
import { useAct } from '../frame/notices.tsx';
import { later } from '../widgets/later.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';

const SigningOutWait = later(async () => (await import('./SigningOutWait.tsx')).SigningOutWait);

/** Says that the person is signed out once everything is filed, and what that still takes. */
export function SigningOutBar() {
  const signingOut = useSigningOut();
  const { client } = useConversation();
  const act = useAct();
  if (signingOut?.state === 'waiting') return <SigningOutWait />;
  return signingOut?.refusal ? (
    <RefusalBar refusal={signingOut.refusal} onUnderstood={() => act(() => client.app.cancelSignOut())} />
  ) : null;
}
