import { Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { goesOnWhenClosed } from '../../shared/model.ts';
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
          label="Start Matterline when I sign in to this computer, without its window"
          checked={start.on}
          onChange={(_event, { checked }) => act(() => setStart(checked === true))}
        />
      ) : null}
      {info ? (
        <Checkbox
          label="Go on filing when the window is closed"
          checked={goesOnWhenClosed(preferences, info.platform)}
          onChange={(_event, { checked }) => act(() => prefer({ goOnWhenClosed: checked === true }))}
        />
      ) : null}
      <p className={styles.quiet}>
        Matterline’s sign near the clock then opens the window again, or quits.
        {info?.platform === 'linux' ? ' Not every Linux desktop shows such signs.' : ''}
      </p>
      <Checkbox
        label="Pause filing while this computer runs on battery"
        checked={preferences.pauseOnBattery}
        onChange={(_event, { checked }) => act(() => prefer({ pauseOnBattery: checked === true }))}
      />
      <Checkbox
        label="Pause filing on a network charged by the amount"
        checked={preferences.pauseOnMetered === true}
        onChange={(_event, { checked }) => act(() => prefer({ pauseOnMetered: checked === true }))}
      />
      <p className={styles.quiet}>
        Saves are kept meanwhile.
        {preferences.pauseOnMetered === true && metered === null
          ? ' This computer does not tell whether the network it uses now is charged by the amount; pause filing yourself there.'
          : ''}
      </p>
    </>
  );
}
