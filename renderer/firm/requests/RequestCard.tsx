import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import type { RequestView } from '../../../shared/model/index.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { formTitle } from '../../forms/formNames.ts';
import { openForm } from '../../forms/opened.ts';
import { useAct } from '../../frame/notices.tsx';
import { documentsOf, hashOf } from '../../place/place.ts';
import { Name } from '../../widgets/Name.tsx';
import { displayName } from '../../words/displayName.ts';
import { exactTime, relativeTime } from '../../words/time.ts';
import { openedOfRequest } from './openRequest.ts';
import { RequestProblem } from './RequestProblem.tsx';
import { RequestState } from './RequestState.tsx';
import { canChange, stateSentence } from './requestWords.ts';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    padding: '12px 16px',
    minWidth: 0,
    overflowWrap: 'anywhere',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: '12px', minWidth: 0 },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  subject: { minWidth: '5em', flexGrow: 1, flexBasis: 0 },
  line: { margin: 0 },
  quiet: { margin: 0, color: tokens.colorNeutralForeground3 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '6px', ':empty': { display: 'none' } },
});

/** Something that the service was asked for, and what becomes of it. */
export function RequestCard({ request, now }: { request: RequestView; now: number }) {
  const styles = useStyles();
  const { client } = useConversation();
  const act = useAct();
  const { id, form, state, subject, changedAt } = request;
  const title = formTitle(form);
  const about = `${title}: ${displayName(subject.name)}`;
  return (
    <article className={styles.card} aria-label={about}>
      <div className={styles.head}>
        <h3 className={styles.title}>{title}</h3>
        <span className={styles.subject}>
          {subject.matterId === null ? (
            <Name text={subject.name} />
          ) : (
            <Link href={hashOf(documentsOf(subject.matterId))}>
              <Name text={subject.name} />
            </Link>
          )}
        </span>
        <RequestState state={state} />
      </div>
      {state === 'problem' ? (
        <RequestProblem request={request} />
      ) : (
        <p className={styles.line}>{displayName(stateSentence(request, now))}</p>
      )}
      <p className={styles.quiet} title={exactTime(changedAt)}>
        {relativeTime(changedAt, now)}
      </p>
      <div className={styles.actions}>
        {canChange(request, 'edit') ? (
          <Button
            size="small"
            aria-label={`Edit, ${about}`}
            onClick={() => openForm(openedOfRequest(request))}
          >
            Edit…
          </Button>
        ) : null}
        {canChange(request, 'retry') ? (
          <Button
            size="small"
            aria-label={`Try again, ${about}`}
            onClick={() => act(() => client.engine.requests.retry({ id }))}
          >
            Try again
          </Button>
        ) : null}
        {canChange(request, 'cancel') ? (
          <Button
            size="small"
            aria-label={`Cancel the request, ${about}`}
            onClick={() => act(() => client.engine.requests.cancel({ id }))}
          >
            Cancel the request
          </Button>
        ) : null}
      </div>
    </article>
  );
}
