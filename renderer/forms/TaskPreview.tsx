import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { FormOf } from '../../shared/model/index.ts';
import { displayName } from '../words/displayName.ts';

const useStyles = makeStyles({
  box: {
    margin: 0,
    padding: '12px 16px',
    backgroundColor: tokens.colorNeutralBackground2,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    overflowWrap: 'anywhere',
    display: 'flex',
    flexDirection: 'column',
    gap: '6px',
    alignItems: 'flex-start',
  },
  title: { margin: 0, fontWeight: tokens.fontWeightSemibold, fontSize: tokens.fontSizeBase400 },
  line: { margin: 0 },
  quiet: { margin: 0, color: tokens.colorNeutralForeground3 },
});

/** About what the client sees; how the portal draws it is the service’s own. */
export function TaskPreview({ form }: { form: FormOf<'portalTasks.create'> }) {
  const styles = useStyles();
  const { title, url, optional, requireMFA, actionText, completedText, completedUrl } = form;
  const word = actionText?.trim() || 'Complete';
  return (
    <section className={styles.box} aria-label="What the client sees">
      <p className={styles.quiet}>What the client sees{optional ? ', among the optional tasks' : ''}</p>
      <p className={styles.title}>{title === '' ? 'No title yet' : displayName(title)}</p>
      {requireMFA ? <p className={styles.line}>First, a second factor is asked for.</p> : null}
      <p className={styles.line}>
        {url === '' ? 'The page at the address that you enter' : `The page at ${displayName(url)}`}
      </p>
      <Button aria-hidden disabled size="small" tabIndex={-1}>
        {displayName(word)}
      </Button>
      <p className={styles.quiet}>
        {completedUrl
          ? `Afterwards, the page at ${displayName(completedUrl)}`
          : completedText
            ? `Afterwards: ${displayName(completedText)}`
            : 'Afterwards, the portal’s own words'}
      </p>
    </section>
  );
}
