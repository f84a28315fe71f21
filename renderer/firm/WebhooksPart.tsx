import { PlugConnected48Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useNow } from '../look/useNow.ts';
import { EmptyState } from '../widgets/EmptyState.tsx';
import { Loading } from '../widgets/Loading.tsx';
import { LongList } from '../widgets/LongList.tsx';
import { Name } from '../widgets/Name.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { displayName } from '../words/displayName.ts';
import { relativeTime } from '../words/time.ts';
import { useCardStyles } from './cardStyles.ts';

/** Subscriptions that were made on this computer: no operation of the service reads or ends one. */
export function WebhooksPart() {
  const styles = useCardStyles();
  const { queries } = useConversation();
  const now = useNow();
  const { data, error, refetch } = useQuery(queries.engine.records.webhooks.queryOptions());
  if (error) return <RefusalBar refusal={refusalOf(error)} onAgain={refetch} />;
  if (!data) return <Loading label="Loading webhook subscriptions…" />;
  if (data.length === 0) {
    return (
      <EmptyState icon={<PlugConnected48Regular />} title="No webhook subscriptions">
        Subscriptions that are made on this computer are listed here. The service tells of no others, and
        shows no way to end one.
      </EmptyState>
    );
  }
  return (
    <LongList
      region="Webhook subscriptions"
      label="Webhook subscriptions"
      items={data}
      keyOf={({ request }) => request}
      heightOf={() => 120}
      render={({ name, webhookId, eventTypes, eventNotificationUrl, madeAt }) => (
        <div className={styles.item}>
          <article className={styles.card} aria-label={`Subscription ${displayName(name)}`}>
            <h2 className={styles.title}>
              <Name text={name} />
            </h2>
            <p className={styles.line}>{displayName(eventNotificationUrl)}</p>
            <p className={styles.line}>{eventTypes.map(displayName).join(', ')}</p>
            <p className={styles.quiet}>
              Made {relativeTime(madeAt, now)}
              {webhookId === null ? '' : `, with the ID ${displayName(webhookId)}`}
            </p>
          </article>
        </div>
      )}
    />
  );
}
