import { useConversation } from '../conversation/useConversation.ts';
import { useAct } from '../frame/notices.tsx';
import { ConfirmButton } from '../widgets/ConfirmButton.tsx';

export function SignOutButton({ onSignOut }: { onSignOut: () => void }) {
  const { client } = useConversation();
  const act = useAct();
  return (
    <ConfirmButton
      label="Sign out…"
      title="Sign out?"
      confirm="Sign out"
      onConfirm={() => {
        onSignOut();
        act(() => client.app.signOut());
      }}
    >
      Saves stay on this computer and wait. They are sent when you sign in again.
    </ConfirmButton>
  );
}
