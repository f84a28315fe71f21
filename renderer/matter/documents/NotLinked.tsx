import { makeStyles, tokens } from '@fluentui/react-components';
import { Info20Regular } from '@fluentui/react-icons';

const useStyles = makeStyles({
  band: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    padding: '8px 16px',
    '@media (max-height: 520px)': { padding: '2px 16px' },
    backgroundColor: tokens.colorNeutralBackground3,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground2,
  },
  /** A low window has room for the list instead. */
  more: { '@media (max-height: 520px)': { display: 'none' } },
  icon: { flexShrink: 0, color: tokens.colorBrandForeground1 },
});

/** What a matter folder is good for, while there is none. */
export function NotLinked() {
  const styles = useStyles();
  return (
    <div className={styles.band}>
      <Info20Regular aria-hidden className={styles.icon} />
      <span>
        This matter has no folder on this computer yet.
        <span className={styles.more}>
          {' '}
          Link one, or drop documents here to have one made: whatever you save in it is filed by itself. What
          the service has is listed below.
        </span>
      </span>
    </div>
  );
}
