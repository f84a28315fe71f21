import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  makeStyles,
} from '@fluentui/react-components';
import type { Session } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct } from '../frame/notices.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';

const useStyles = makeStyles({
  bar: { borderRadius: 0, flexShrink: 0, paddingTop: '6px', paddingBottom: '6px' },
});

/** The person signs in again in the browser, and goes on here with the sign-in that lasts. */
export function SigningInBar({ session }: { session: Extract<Session, { state: 'signing-in' }> }) {
  const styles = useStyles();
  const { client } = useConversation();
  const act = useAct();
  return (
    <>
      <MessageBar intent="info" layout="multiline" className={styles.bar}>
        <MessageBarBody>
          Continue in your browser to sign in again. You stay signed in meanwhile.
        </MessageBarBody>
        <MessageBarActions>
          <Button size="small" onClick={() => act(() => client.app.copySignInAddress())}>
            Copy sign-in address
          </Button>
          <Button size="small" onClick={() => act(() => client.app.cancelSignIn())}>
            Cancel sign-in
          </Button>
        </MessageBarActions>
      </MessageBar>
      {session.refusal ? <RefusalBar refusal={session.refusal} /> : null}
    </>
  );
}
