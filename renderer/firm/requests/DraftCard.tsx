import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { Draft } from '../../../shared/model/index.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { openedOf } from '../../forms/draftFields.ts';
import { openForm } from '../../forms/opened.ts';
import { useAct } from '../../frame/notices.tsx';
import { Name } from '../../widgets/Name.tsx';
import { displayName } from '../../words/displayName.ts';
import { exactTime, relativeTime } from '../../words/time.ts';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    padding: '8px 16px',
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  name: { minWidth: '8em', flexGrow: 1, flexBasis: 0 },
  quiet: { color: tokens.colorNeutralForeground3 },
});

/** A form that was begun. */
export function DraftCard({ draft, now }: { draft: Draft; now: number }) {
  const styles = useStyles();
  const { client } = useConversation();
  const act = useAct();
  const opened = openedOf(draft);
  const name = displayName(draft.name);
  return (
    <article className={styles.card} aria-label={`Draft: ${name}`}>
      <span className={styles.name}>
        <Name text={draft.name} />
      </span>
      <span className={styles.quiet} title={exactTime(draft.savedAt)}>
        {opened ? relativeTime(draft.savedAt, now) : 'Another version of Matterline wrote it'}
      </span>
      {opened ? (
        <Button size="small" aria-label={`Go on with the draft ${name}`} onClick={() => openForm(opened)}>
          Go on…
        </Button>
      ) : null}
      <Button
        size="small"
        aria-label={`Discard the draft ${name}`}
        onClick={() => act(() => client.engine.drafts.remove({ id: draft.id }))}
      >
        Discard
      </Button>
    </article>
  );
}
