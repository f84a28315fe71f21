import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { MatterId } from '../../../shared/model/index.ts';
import { refusalOf } from '../../conversation/refusal.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { Name } from '../../widgets/Name.tsx';
import { RefusalBar } from '../../widgets/RefusalBar.tsx';
import { count } from '../../words/count.ts';
import { displayName } from '../../words/displayName.ts';

const useStyles = makeStyles({
  heading: { margin: '16px 0 4px', display: 'block' },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  line: { padding: '4px 0', minWidth: 0 },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, margin: 0 },
});

/** What lies in the folder now and is not filed. */
export function LeftOutFiles({ matterId }: { matterId: MatterId }) {
  const styles = useStyles();
  const { queries } = useConversation();
  const { data, error, refetch } = useQuery(queries.engine.notFiled.queryOptions({ input: { matterId } }));
  if (error) return <RefusalBar refusal={refusalOf(error)} onAgain={refetch} />;
  if (!data) return null;
  const more = data.total - data.files.length;
  return (
    <>
      <Text as="h3" weight="semibold" className={styles.heading}>
        Currently excluded
      </Text>
      {data.total === 0 ? <p className={styles.quiet}>None of the files in the folder.</p> : null}
      <ul className={styles.list}>
        {data.files.map(({ path, rule, why }) => (
          <li key={path} className={styles.line}>
            <Name text={path} />
            <p className={styles.quiet}>
              {displayName(rule)}: {displayName(why)}
            </p>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className={styles.quiet}>And {count(more, 'more file')}.</p> : null}
    </>
  );
}
