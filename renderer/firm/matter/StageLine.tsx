import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { MatterId } from '../../../shared/model/index.ts';
import { refusalOf } from '../../conversation/refusal.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { displayName } from '../../words/displayName.ts';

const useStyles = makeStyles({
  section: { marginBottom: '24px', maxWidth: '900px' },
  title: { margin: '0 0 8px' },
  line: { display: 'flex', flexWrap: 'wrap', gap: '6px', margin: 0, padding: 0, listStyleType: 'none' },
  stage: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    maxWidth: '100%',
    overflowWrap: 'anywhere',
    '::after': { content: '"→" / ""', color: tokens.colorNeutralForeground3 },
    ':last-child::after': { display: 'none' },
  },
  box: {
    minWidth: 0,
    padding: '3px 10px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusCircular,
  },
  quiet: { color: tokens.colorNeutralForeground3, margin: '6px 0 0' },
});

/** The stages that a matter of this kind goes through. Which one it is at, the service does not show. */
export function StageLine({ matterId }: { matterId: MatterId }) {
  const styles = useStyles();
  const { queries } = useConversation();
  const { data, error } = useQuery(queries.engine.records.stageSet.queryOptions({ input: { matterId } }));
  const set = data?.set;
  const why = error ? refusalOf(error).why : data?.problem;
  if (!set) return why ? <p className={styles.quiet}>Stages: {displayName(why)}</p> : null;
  const gone = set.isDeleted ? ' (deleted in the service)' : '';
  return (
    <div className={styles.section}>
      <Text as="h2" size={400} weight="semibold" block className={styles.title}>
        <bdi>{`Stages: ${displayName(set.name)}${gone}`}</bdi>
      </Text>
      <ol className={styles.line}>
        {set.stages
          .filter(({ isDeleted }) => !isDeleted)
          .map(({ id, name }, index) => (
            <li key={id ?? index} className={styles.stage}>
              <span className={styles.box}>{displayName(name)}</span>
            </li>
          ))}
      </ol>
      <p className={styles.quiet}>Which of them the matter is at, the service does not show.</p>
    </div>
  );
}
