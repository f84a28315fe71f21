import { Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct } from '../frame/notices.tsx';
import { usePrefer } from '../preferences/usePreferences.ts';

const useStyles = makeStyles({ quiet: { color: tokens.colorNeutralForeground3, margin: 0 } });

/** Whether a sign-out, or the end of a sign-in at the service, takes along what is kept here. */
export function RemoveOnSignOut() {
  const styles = useStyles();
  const { queries, cache } = useConversation();
  const { data: info } = useQuery(queries.app.info.queryOptions());
  const prefer = usePrefer();
  const act = useAct();
  if (!info) return null;
  const managed = info.managed.includes('removeOnSignOut');
  return (
    <>
      <Checkbox
        label="Remove Matterline’s data from this computer once I am signed out and everything is filed"
        checked={info.removeOnSignOut}
        disabled={managed}
        onChange={(_event, { checked }) =>
          act(async () => {
            await prefer({ removeOnSignOut: checked === true });
            await cache.invalidateQueries({ queryKey: queries.app.info.key() });
          })
        }
      />
      {managed ? <p className={styles.quiet}>Managed by your organisation.</p> : null}
    </>
  );
}
