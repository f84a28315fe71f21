import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  makeStyles,
} from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useConversation, useStatus } from '../conversation/useConversation.ts';
import { useAct } from '../frame/notices.tsx';
import { unfiledSentence } from './signOutWords.ts';

const useStyles = makeStyles({
  bar: { borderRadius: 0, flexShrink: 0, paddingTop: '6px', paddingBottom: '6px' },
});

/** The person is signed out once everything is filed. */
export function SigningOutWait() {
  const styles = useStyles();
  const { client, queries } = useConversation();
  const act = useAct();
  const status = useStatus();
  const { data } = useQuery(queries.engine.unfiled.queryOptions());
  const left = data ? unfiledSentence(data) : null;
  return (
    <MessageBar intent="info" layout="multiline" className={styles.bar}>
      <MessageBarBody>
        You will be signed out once everything is filed. {left}
        {status && status.problems > 0 ? ' Saves with problems wait for you.' : ''}
        {status?.paused ? ' Filing is paused.' : ''}
      </MessageBarBody>
      <MessageBarActions>
        {status?.paused ? (
          <Button size="small" onClick={() => act(() => client.engine.pause({ paused: false }))}>
            Resume filing
          </Button>
        ) : null}
        <Button size="small" onClick={() => act(() => client.app.cancelSignOut())}>
          Stay signed in
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}
