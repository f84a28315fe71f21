import { Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { goesOnWhenClosed } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct } from '../frame/notices.tsx';
import { usePrefer, usePreferences } from '../preferences/usePreferences.ts';

const useStyles = makeStyles({ quiet: { color: tokens.colorNeutralForeground3, margin: 0 } });

/** When the program starts, and when it rests, by itself. */
export function StartAndPause() {
  const styles = useStyles();
  const { client, queries, cache } = useConversation();
  const act = useAct();
  const preferences = usePreferences();
  const prefer = usePrefer();
  const { data: info } = useQuery(queries.app.info.queryOptions());
  const { data: start } = useQuery(queries.app.startAtLogin.queryOptions());
  const { data: metered } = useQuery(
    queries.app.metered.queryOptions({ enabled: preferences?.pauseOnMetered === true }),
  );
  const setStart = async (on: boolean) => {
    cache.setQueryData<{ on: boolean }>(queries.app.startAtLogin.queryKey(), () => ({ on }));
    try {
      await client.app.setStartAtLogin({ on });
    } finally {
      // The desktop has the last word.
      await cache.invalidateQueries({ queryKey: queries.app.startAtLogin.key() });
    }
  };
  if (!preferences) return null;
  return (
    <>
      {start ? (
        <Checkbox
          label="Start Matterline in the background when I sign in to this computer"
          checked={start.on}
          onChange={(_event, { checked }) => act(() => setStart(checked === true))}
        />
      ) : null}
      {info ? (
        <Checkbox
          label="Keep filing in the background when the window is closed"
          checked={goesOnWhenClosed(preferences, info.platform)}
          onChange={(_event, { checked }) => act(() => prefer({ goOnWhenClosed: checked === true }))}
        />
      ) : null}
      <p className={styles.quiet}>
        Matterline’s icon in the {info?.platform === 'darwin' ? 'menu bar' : 'notification area'} then opens
        the window again, or quits.
        {info?.platform === 'linux' ? ' Not every Linux desktop has one.' : ''}
      </p>
      <Checkbox
        label="Pause filing while this computer runs on battery"
        checked={preferences.pauseOnBattery}
        onChange={(_event, { checked }) => act(() => prefer({ pauseOnBattery: checked === true }))}
      />
      <Checkbox
        label="Pause filing on metered connections"
        checked={preferences.pauseOnMetered === true}
        onChange={(_event, { checked }) => act(() => prefer({ pauseOnMetered: checked === true }))}
      />
      <p className={styles.quiet}>
        Saves are kept meanwhile.
        {preferences.pauseOnMetered === true && metered === null
          ? ' This computer cannot tell whether its current connection is metered; pause filing yourself there.'
          : ''}
      </p>
    </>
  );
}
