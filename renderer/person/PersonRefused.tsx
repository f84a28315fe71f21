import { Button } from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import type { Refusal } from '../../shared/model/index.ts';
import { WelcomeCard } from '../connect/WelcomeCard.tsx';
import { useWelcomeStyles } from '../connect/welcomeStyles.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { RefusalBar } from '../widgets/RefusalBar.tsx';

/** By policy nothing is opened for somebody of whom nothing proves who they are. */
export function PersonRefused({ refusal }: { refusal: Refusal }) {
  const styles = useWelcomeStyles();
  const { queries } = useConversation();
  const signOut = useMutation(queries.app.signOut.mutationOptions());
  return (
    <WelcomeCard title="Nothing can be opened">
      <RefusalBar refusal={refusal} />
      <div className={styles.actions}>
        <Button
          appearance="primary"
          size="large"
          disabledFocusable={signOut.isPending}
          onClick={() => signOut.mutate({ when: 'now', remove: false, loss: '' })}
        >
          Sign out
        </Button>
      </div>
    </WelcomeCard>
  );
}
