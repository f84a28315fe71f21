import { makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useConversation } from '../conversation/useConversation.ts';
import { Name } from '../widgets/Name.tsx';
import { StateLabel } from '../widgets/StateLabel.tsx';
import { count } from '../words/count.ts';
import { stateWords } from '../words/states.ts';

/** More than this nobody reads. */
const shown = 100;

const useStyles = makeStyles({
  list: {
    margin: 0,
    padding: '4px 0',
    listStyleType: 'none',
    maxHeight: '22vh',
    flexShrink: 0,
    overflowY: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: '12px',
    alignItems: 'center',
    padding: '4px 12px',
  },
  lines: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  small: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, minWidth: 0 },
  more: { padding: '4px 12px', color: tokens.colorNeutralForeground3 },
});

/** Each save that the service does not show yet, by its document and matter. */
export function UnfiledList() {
  const styles = useStyles();
  const { queries } = useConversation();
  const { data } = useQuery(queries.engine.filing.now.queryOptions());
  if (!data || data.openTotal === 0) return null;
  const rows = data.open.slice(0, shown);
  return (
    // A scrolling region has to be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul aria-label="Not filed yet" tabIndex={0} className={styles.list}>
      {rows.map((row) => (
        <li key={row.saveId} className={styles.row}>
          <span className={styles.lines}>
            <Name text={row.name} />
            {row.matter === null ? null : (
              <span className={styles.small}>
                <Name text={row.matter} />
              </span>
            )}
          </span>
          <StateLabel state={row.state} words={stateWords[row.state].label} />
        </li>
      ))}
      {data.openTotal > rows.length ? (
        <li className={styles.more}>and {count(data.openTotal - rows.length, 'more version')}</li>
      ) : null}
    </ul>
  );
}
