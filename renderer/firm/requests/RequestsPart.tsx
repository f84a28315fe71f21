import { makeStyles } from '@fluentui/react-components';
import { TextBulletListSquare48Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import type { RequestState } from '../../../shared/model/index.ts';
import { refusalOf } from '../../conversation/refusal.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { useNow } from '../../look/useNow.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { Loading } from '../../widgets/Loading.tsx';
import { ListHeading, LongList } from '../../widgets/LongList.tsx';
import { RefusalBar } from '../../widgets/RefusalBar.tsx';
import { DraftCard } from './DraftCard.tsx';
import { RequestCard } from './RequestCard.tsx';
import { type RequestItem, requestItems } from './requestItems.ts';

const useStyles = makeStyles({ card: { padding: '4px 16px' } });

/** As many of each part as are shown: newest first. */
const most = 500;

/** Everything that the service was asked for: what needs the person comes first. */
export function RequestsPart() {
  const styles = useStyles();
  const { queries } = useConversation();
  const now = useNow(1_000);
  const listed = (...states: RequestState[]) =>
    queries.engine.requests.list.queryOptions({ input: { states, limit: most } });
  const problems = useQuery(listed('problem'));
  const open = useQuery(listed('waiting', 'sent'));
  const ended = useQuery(listed('done', 'cancelled'));
  const { data: drafts } = useQuery(queries.engine.drafts.list.queryOptions());
  const failed = [problems, open, ended].find(({ error }) => error);
  if (failed?.error) return <RefusalBar refusal={refusalOf(failed.error)} onAgain={failed.refetch} />;
  if (!problems.data || !open.data || !ended.data || !drafts) return <Loading label="Loading requests…" />;
  const items = requestItems({ problems: problems.data, open: open.data, ended: ended.data, drafts });
  if (items.length === 0) {
    return (
      <EmptyState icon={<TextBulletListSquare48Regular />} title="No requests">
        New matters, new people, changes and tasks for clients are kept here before they are sent, offline
        too.
      </EmptyState>
    );
  }
  return (
    <LongList
      region="Requests"
      label="Requests"
      items={items}
      keyOf={keyOf}
      heightOf={({ kind }) => (kind === 'heading' ? 44 : 110)}
      render={(item) =>
        item.kind === 'heading' ? (
          <ListHeading>{item.title}</ListHeading>
        ) : (
          <div className={styles.card}>
            {item.kind === 'draft' ? (
              <DraftCard draft={item.draft} now={now} />
            ) : (
              <RequestCard request={item.request} now={now} />
            )}
          </div>
        )
      }
    />
  );
}

function keyOf(item: RequestItem): string {
  if (item.kind === 'heading') return `heading ${item.title}`;
  return item.kind === 'draft' ? item.draft.id : item.request.id;
}
