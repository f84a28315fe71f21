import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct, useTell } from '../frame/notices.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import {
  massChangeFault,
  massChangeFields,
  massChangeOf,
  type TypedMassChange,
  typedMassChange,
} from './massChangeLimits.ts';

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground3, margin: 0 },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 300px))',
    gap: '8px 16px',
    alignItems: 'end',
  },
});

/** From when on changes of many documents at once are asked about before they are filed. */
export function ManyChanges() {
  const styles = useStyles();
  const { client, queries, cache } = useConversation();
  const act = useAct();
  const tell = useTell();
  const { data, error, refetch } = useQuery(queries.engine.massChange.limits.queryOptions());
  const [typed, setTyped] = useState<TypedMassChange | null>(null);
  if (error) return <RefusalBar refusal={refusalOf(error)} onAgain={refetch} />;
  if (!data) return null;
  const shown = typed ?? typedMassChange(data);
  const limits = massChangeOf(shown);
  const save = async () => {
    if (!limits) return;
    await client.engine.massChange.setLimits(limits);
    await cache.invalidateQueries({ queryKey: queries.engine.massChange.limits.key() });
    setTyped(null);
    tell({ intent: 'success', title: 'Thresholds saved', lines: [] });
  };
  return (
    <>
      <p className={styles.quiet}>
        When this many documents of a matter change at once, as ransomware or a macro would cause, their saves
        are held on this computer and you are asked before anything is filed.
      </p>
      <div className={styles.fields}>
        {massChangeFields.map((field) => {
          const fault = massChangeFault(shown[field.name], field);
          return (
            <Field
              key={field.name}
              label={field.label}
              {...(fault === null ? {} : { validationState: 'error', validationMessage: fault })}
            >
              <Input
                inputMode="numeric"
                value={shown[field.name]}
                onChange={(_event, { value }) => setTyped({ ...shown, [field.name]: value })}
              />
            </Field>
          );
        })}
      </div>
      <Button disabledFocusable={typed === null || limits === null} onClick={() => act(save)}>
        Save thresholds
      </Button>
    </>
  );
}
