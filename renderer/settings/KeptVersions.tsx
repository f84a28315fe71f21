import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct, useTell } from '../frame/notices.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { count } from '../words/count.ts';
import { sizeWords } from '../words/size.ts';
import { limitFaults, limitsOf, type TypedLimits, typedLimits } from './vaultLimits.ts';

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground3, margin: 0 },
  fields: { display: 'flex', flexWrap: 'wrap', gap: '8px 16px', alignItems: 'flex-start' },
  field: { width: '240px' },
});

/** How much of the past is kept on this computer. */
export function KeptVersions() {
  const styles = useStyles();
  const { client, queries, cache } = useConversation();
  const act = useAct();
  const tell = useTell();
  const { data, error, refetch } = useQuery(queries.engine.vault.get.queryOptions());
  const { data: info } = useQuery(queries.app.info.queryOptions());
  const managed = info?.managed.includes('vaultLimits') === true;
  const [typed, setTyped] = useState<TypedLimits | null>(null);
  if (error) return <RefusalBar refusal={refusalOf(error)} onAgain={refetch} />;
  if (!data) return null;
  const shown = typed ?? typedLimits(data);
  const faults = limitFaults(shown);
  const fault = (words: string | null) =>
    words === null ? {} : { validationState: 'error' as const, validationMessage: words };
  const save = async () => {
    await client.engine.vault.setLimits(limitsOf(shown));
    await cache.invalidateQueries({ queryKey: queries.engine.vault.get.key() });
    setTyped(null);
    tell({ intent: 'success', title: 'Storage limits saved', lines: [] });
  };
  return (
    <>
      <p className={styles.quiet}>
        {count(data.contents, 'version')} kept on this computer, {sizeWords(data.bytes)}. Beyond these limits,
        the oldest filed versions are removed first; what is not filed is always kept.
      </p>
      <div className={styles.fields}>
        <Field label="At most (gigabytes)" className={styles.field} {...fault(faults.gigabytes)}>
          <Input
            inputMode="decimal"
            placeholder="No limit"
            disabled={managed}
            value={shown.gigabytes}
            onChange={(_event, { value }) => setTyped({ ...shown, gigabytes: value })}
          />
        </Field>
        <Field label="No longer than (days)" className={styles.field} {...fault(faults.days)}>
          <Input
            inputMode="numeric"
            placeholder="No limit"
            disabled={managed}
            value={shown.days}
            onChange={(_event, { value }) => setTyped({ ...shown, days: value })}
          />
        </Field>
      </div>
      {managed ? (
        <p className={styles.quiet}>Managed by your organisation; they cannot be changed here.</p>
      ) : (
        <Button
          disabledFocusable={typed === null || faults.gigabytes !== null || faults.days !== null}
          onClick={() => act(save)}
        >
          Save storage limits
        </Button>
      )}
    </>
  );
}
