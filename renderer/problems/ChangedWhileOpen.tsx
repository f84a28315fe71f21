import {
  Button,
  Link,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
} from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { Problem } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { documentsOf, hashOf } from '../place/place.ts';
import { count } from '../words/count.ts';
import { displayName } from '../words/displayName.ts';
import { useProblemActions } from './useProblemActions.ts';

const useStyles = makeStyles({
  bar: { flexShrink: 0, paddingTop: '8px', paddingBottom: '8px', borderRadius: 0, overflowWrap: 'anywhere' },
  next: { display: 'block', marginTop: '4px' },
});

/** Wherever the person is in the window: somebody else filed a newer version of what they have open. */
export function ChangedWhileOpen() {
  const styles = useStyles();
  const { queries } = useConversation();
  const { data: problems } = useQuery(queries.engine.problems.list.queryOptions());
  const opened = problems?.filter(({ changedWhileOpen }) => changedWhileOpen === true) ?? [];
  const [only] = opened;
  return (
    <div role="alert">
      {opened.length === 1 && only ? (
        <MessageBar intent="warning" layout="multiline" className={styles.bar}>
          <MessageBarBody>
            <MessageBarTitle>{displayName(only.what)}.</MessageBarTitle>
            {displayName(only.why)}
            <span className={styles.next}>{displayName(only.next)}</span>
          </MessageBarBody>
          <MessageBarActions>
            <Actions key={only.id} problem={only} />
          </MessageBarActions>
        </MessageBar>
      ) : null}
      {opened.length > 1 ? (
        <MessageBar intent="warning" layout="multiline" className={styles.bar}>
          <MessageBarBody>
            <MessageBarTitle>
              {count(opened.length, 'document')} were changed by someone else while you have them open.
            </MessageBarTitle>
            <Link inline href={hashOf({ screen: 'problems' })}>
              See which, and whose versions they are
            </Link>
          </MessageBarBody>
        </MessageBar>
      ) : null}
    </div>
  );
}

function Actions({ problem }: { problem: Problem }) {
  const { busy, act } = useProblemActions(problem);
  const { matterId, fileId } = problem;
  return (
    <>
      {matterId !== null && fileId !== null ? (
        <Button as="a" size="small" href={hashOf(documentsOf(matterId, null, fileId))}>
          Show it
        </Button>
      ) : null}
      <Button size="small" disabledFocusable={busy} onClick={() => act('dismiss')}>
        I have read it
      </Button>
    </>
  );
}
