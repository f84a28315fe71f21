import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct, useTell } from '../frame/notices.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { count } from '../words/count.ts';
import { sizeWords } from '../words/size.ts';
import { limitFaults, limitsOf, typedLimits } from './vaultLimits.ts';

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground3, margin: 0 },
  field: { width: '320px', maxWidth: '100%' },
});

/** How much of the disk documents take that were fetched from the service. */
export function FetchedDocuments() {
  const styles = useStyles();
  const { client, queries, cache } = useConversation();
  const act = useAct();
  const tell = useTell();
  const { data, error, refetch } = useQuery(queries.engine.keeping.room.queryOptions());
  const { data: info } = useQuery(queries.app.info.queryOptions());
  const managed = info?.managed.includes('fetchedLimit') === true;
  const [typed, setTyped] = useState<string | null>(null);
  if (error) return <RefusalBar refusal={refusalOf(error)} onAgain={refetch} />;
  if (!data) return null;
  const shown = { ...typedLimits({ maxBytes: data.maxBytes, maxAgeDays: null }) };
  const limits = typed === null ? shown : { ...shown, gigabytes: typed };
  const fault = limitFaults(limits).gigabytes;
  const save = async () => {
    await client.engine.keeping.setRoom({ maxBytes: limitsOf(limits).maxBytes });
    await cache.invalidateQueries({ queryKey: queries.engine.keeping.room.key() });
    setTyped(null);
    tell({ intent: 'success', title: 'Limit saved', lines: [] });
  };
  return (
    <>
      <p className={styles.quiet}>
        {count(data.documents, 'document')} fetched from the service into matter folders,{' '}
        {sizeWords(data.bytes)}. Beyond the limit, those fetched longest ago leave this computer and come back
        when you open them; what changed here, is open or is not filed stays.
      </p>
      <Field
        label="Fetched documents, at most (gigabytes)"
        className={styles.field}
        {...(fault === null ? {} : { validationState: 'error', validationMessage: fault })}
      >
        <Input
          inputMode="decimal"
          placeholder="No limit"
          disabled={managed}
          value={limits.gigabytes}
          onChange={(_event, { value }) => setTyped(value)}
        />
      </Field>
      {managed ? (
        <p className={styles.quiet}>Managed by your organisation; it cannot be changed here.</p>
      ) : (
        <Button disabledFocusable={typed === null || fault !== null} onClick={() => act(save)}>
          Save this limit
        </Button>
      )}
    </>
  );
}
