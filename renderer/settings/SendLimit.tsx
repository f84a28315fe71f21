import { Field, makeStyles, Select, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct } from '../frame/notices.tsx';
import { usePrefer } from '../preferences/usePreferences.ts';
import { sizeWords } from '../words/size.ts';

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground3, margin: 0 },
  field: { width: '240px' },
});

/** Bytes a second. */
const choices = [50_000, 100_000, 250_000, 500_000, 1_000_000, 5_000_000];

/** How much of the network sending may take. */
export function SendLimit() {
  const styles = useStyles();
  const { queries, cache } = useConversation();
  const { data: info } = useQuery(queries.app.info.queryOptions());
  const prefer = usePrefer();
  const act = useAct();
  if (!info) return null;
  const { sendLimit: limit } = info;
  const managed = info.managed.includes('sendLimit');
  const offered = limit === null || choices.includes(limit) ? choices : [limit, ...choices];
  return (
    <>
      <Field label="Send documents with at most" className={styles.field}>
        <Select
          value={limit === null ? '' : String(limit)}
          disabled={managed}
          onChange={(_event, { value }) =>
            act(async () => {
              await prefer({ sendLimit: value === '' ? null : Number(value) });
              await cache.invalidateQueries({ queryKey: queries.app.info.key() });
            })
          }
        >
          <option value="">No limit</option>
          {offered.map((one) => (
            <option key={one} value={one}>
              {sizeWords(one)} a second
            </option>
          ))}
        </Select>
      </Field>
      {managed ? <p className={styles.quiet}>Your administrator decided this.</p> : null}
    </>
  );
}
