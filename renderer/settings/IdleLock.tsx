import { Field, makeStyles, Select, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct } from '../frame/notices.tsx';
import { usePrefer } from '../preferences/usePreferences.ts';
import { count } from '../words/count.ts';

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground3, margin: 0 },
  field: { width: '240px' },
});

const choices = [1, 5, 10, 15, 30, 60];

/** After how long without use the window shows nothing until somebody signs in again. */
export function IdleLock() {
  const styles = useStyles();
  const { queries, cache } = useConversation();
  const { data: info } = useQuery(queries.app.info.queryOptions());
  const prefer = usePrefer();
  const act = useAct();
  if (!info) return null;
  const { lockAfterMinutes: minutes } = info;
  const managed = info.managed.includes('lockAfterMinutes');
  const offered = minutes === null || choices.includes(minutes) ? choices : [minutes, ...choices];
  return (
    <>
      <Field label="Lock the window after" className={styles.field}>
        <Select
          value={minutes === null ? '' : String(minutes)}
          disabled={managed}
          onChange={(_event, { value }) =>
            act(async () => {
              await prefer({ lockAfterMinutes: value === '' ? null : Number(value) });
              await cache.invalidateQueries({ queryKey: queries.app.info.key() });
            })
          }
        >
          <option value="">Never</option>
          {offered.map((one) => (
            <option key={one} value={one}>
              {count(one, 'minute')} without use
            </option>
          ))}
        </Select>
      </Field>
      <p className={styles.quiet}>
        {managed ? 'Your administrator decided this. ' : ''}A locked window shows nothing of your matters
        until you sign in again, for which the service has to be reached. Filing goes on.
      </p>
    </>
  );
}
