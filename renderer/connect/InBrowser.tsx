import { Button, Field, Input, Spinner } from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import type { Session } from '../../shared/model/index.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { WelcomeCard } from './WelcomeCard.tsx';
import { useWelcomeStyles } from './welcomeStyles.ts';

/** The person signs in elsewhere, and this waits. */
export function InBrowser({ session }: { session: Extract<Session, { state: 'signing-in' }> }) {
  const styles = useWelcomeStyles();
  const { queries } = useConversation();
  const cancel = useMutation(queries.app.cancelSignIn.mutationOptions());
  const copy = useMutation(queries.app.copySignInAddress.mutationOptions());
  return (
    <WelcomeCard title="Continue in your browser">
      <Spinner className={styles.start} size="tiny" labelPosition="after" label="Waiting for sign-in" />
      {session.refusal ? <RefusalBar refusal={session.refusal} /> : null}
      <p className={styles.lead}>
        If no page opened, copy this address into your browser. This window continues by itself.
      </p>
      {copy.error ? <RefusalBar refusal={refusalOf(copy.error)} /> : null}
      <div className={styles.address}>
        <Field label="Sign-in page" className={styles.grow}>
          <Input readOnly value={session.address} onFocus={(event) => event.target.select()} />
        </Field>
        <Button onClick={() => copy.mutate({})}>{copy.isSuccess ? 'Copied' : 'Copy'}</Button>
      </div>
      <div className={styles.actions}>
        <Button disabledFocusable={cancel.isPending} onClick={() => cancel.mutate({})}>
          Cancel
        </Button>
      </div>
    </WelcomeCard>
  );
}
