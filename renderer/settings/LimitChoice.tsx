import { Field, makeStyles, Select, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct } from '../frame/notices.tsx';
import { usePrefer } from '../preferences/usePreferences.ts';

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground3, margin: 0 },
  field: { width: '240px' },
});

interface LimitChoiceProps {
  limit: 'lockAfterMinutes' | 'sendLimit';
  label: string;
  choices: readonly number[];
  /** How a limit is called, and that there is none. */
  words: (limit: number | null) => string;
  explanation?: string;
}

/** A limit that the person chooses, or none; an administrator's word is final, and shown as theirs. */
export function LimitChoice({ limit, label, choices, words, explanation = '' }: LimitChoiceProps) {
  const styles = useStyles();
  const { queries, cache } = useConversation();
  const { data: info } = useQuery(queries.app.info.queryOptions());
  const prefer = usePrefer();
  const act = useAct();
  if (!info) return null;
  const now = info[limit];
  const managed = info.managed.includes(limit);
  const offered = now === null || choices.includes(now) ? choices : [now, ...choices];
  const notes = [managed ? 'Managed by your organisation.' : '', explanation].filter((note) => note !== '');
  return (
    <>
      <Field label={label} className={styles.field}>
        <Select
          value={now === null ? '' : String(now)}
          disabled={managed}
          onChange={(_event, { value }) =>
            act(async () => {
              await prefer({ [limit]: value === '' ? null : Number(value) });
              await cache.invalidateQueries({ queryKey: queries.app.info.key() });
            })
          }
        >
          <option value="">{words(null)}</option>
          {offered.map((one) => (
            <option key={one} value={one}>
              {words(one)}
            </option>
          ))}
        </Select>
      </Field>
      {notes.length > 0 ? <p className={styles.quiet}>{notes.join(' ')}</p> : null}
    </>
  );
}
