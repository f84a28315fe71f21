import { makeStyles, tokens } from '@fluentui/react-components';
import { FolderLink48Regular, Info20Regular } from '@fluentui/react-icons';
import { EmptyState } from '../../widgets/EmptyState.tsx';

const useStyles = makeStyles({
  band: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    padding: '8px 16px',
    backgroundColor: tokens.colorNeutralBackground3,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground2,
  },
  icon: { flexShrink: 0, color: tokens.colorBrandForeground1 },
});

/** What a matter folder is good for, while there is none. */
export function NotLinked({ nothing }: { nothing: boolean }) {
  const styles = useStyles();
  if (nothing) {
    return (
      <EmptyState icon={<FolderLink48Regular />} title="Keep this matter’s documents in a folder">
        Link a folder of this computer to the matter with “Link folder” above. Whatever you save in it, from
        any program, is filed by itself. The service’s history shows no documents of this matter yet.
      </EmptyState>
    );
  }
  return (
    <div className={styles.band}>
      <Info20Regular aria-hidden className={styles.icon} />
      <span>
        This matter has no folder on this computer yet. Link one, and whatever you save in it is filed by
        itself. What the service has is listed below.
      </span>
    </div>
  );
}
