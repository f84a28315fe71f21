import { Button } from '@fluentui/react-components';
import { PuzzlePiece48Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { openForm } from '../forms/opened.ts';
import { useNow } from '../look/useNow.ts';
import { EmptyState } from '../widgets/EmptyState.tsx';
import { Loading } from '../widgets/Loading.tsx';
import { LongList } from '../widgets/LongList.tsx';
import { Name } from '../widgets/Name.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { displayName } from '../words/displayName.ts';
import { relativeTime } from '../words/time.ts';
import { useCardStyles } from './cardStyles.ts';

/** Plugins that were put from this computer: no operation of the service reads one. */
export function PluginsPart() {
  const styles = useCardStyles();
  const { queries } = useConversation();
  const now = useNow();
  const { data, error, refetch } = useQuery(queries.engine.records.plugins.queryOptions());
  if (error) return <RefusalBar refusal={refusalOf(error)} onAgain={refetch} />;
  if (!data) return <Loading label="Loading plugins…" />;
  if (data.length === 0) {
    return (
      <EmptyState icon={<PuzzlePiece48Regular />} title="No plugins">
        Plugins that are set up on this computer are listed here. The service tells of no others.
      </EmptyState>
    );
  }
  return (
    <LongList
      region="Plugins"
      label="Plugins"
      items={data}
      keyOf={({ pluginId }) => pluginId}
      heightOf={() => 110}
      render={({ pluginId, form, setAt, pending }) => (
        <div className={styles.item}>
          <article className={styles.card} aria-label={`Plugin ${displayName(pluginId)}`}>
            <h2 className={styles.title}>
              <Name text={pluginId} />
            </h2>
            <p className={styles.quiet}>
              Last set here {relativeTime(setAt, now)}
              {pending ? '; a change of it is not done yet' : ''}
            </p>
            {form.operation === 'plugins.put' ? (
              <Button
                size="small"
                aria-label={`Change ${displayName(pluginId)}`}
                onClick={() => openForm({ form: { ...form, isNew: false, key: null } })}
              >
                Change…
              </Button>
            ) : null}
          </article>
        </div>
      )}
    />
  );
}
