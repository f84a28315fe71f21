import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  Archive16Regular,
  Circle16Regular,
  CircleHint16Regular,
  Delete16Regular,
  type FluentIcon,
  Hourglass16Regular,
  SubtractCircle16Regular,
} from '@fluentui/react-icons';
import { displayName } from '../words/displayName.ts';

const icons: Readonly<Record<string, FluentIcon>> = {
  Open: Circle16Regular,
  Pending: Hourglass16Regular,
  Closed: Archive16Regular,
  Deleted: Delete16Regular,
  Cancelled: SubtractCircle16Regular,
};

const useStyles = makeStyles({
  status: { display: 'flex', alignItems: 'center', gap: '6px', minWidth: 0, maxWidth: '100%' },
  words: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  icon: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
  open: { color: tokens.colorBrandForeground1 },
});

/** A matter's status in the service's own word; one that nobody documented is shown as it came. */
export function MatterStatus({ status }: { status: string }) {
  const styles = useStyles();
  const Icon = (Object.hasOwn(icons, status) ? icons[status] : undefined) ?? CircleHint16Regular;
  const shown = displayName(status);
  return (
    <span className={styles.status} title={shown}>
      <Icon aria-hidden className={mergeClasses(styles.icon, status === 'Open' && styles.open)} />
      <span className={styles.words}>{shown}</span>
    </span>
  );
}
