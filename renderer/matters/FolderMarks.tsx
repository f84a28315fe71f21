/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an icon with a name */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  Clock16Regular,
  ErrorCircle16Filled,
  FolderLink16Regular,
  PauseCircle16Regular,
} from '@fluentui/react-icons';
import type { MatterRow } from '../../shared/model/index.ts';
import { count } from '../words/count.ts';
import { displayName } from '../words/displayName.ts';

const useStyles = makeStyles({
  marks: { display: 'flex', flexShrink: 0, alignItems: 'center', gap: '10px', whiteSpace: 'nowrap' },
  mark: { display: 'inline-flex', alignItems: 'center', gap: '4px', fontSize: tokens.fontSizeBase200 },
  linked: { color: tokens.colorNeutralForeground3 },
  waiting: { color: tokens.colorBrandForeground1 },
  bad: { color: tokens.colorStatusDangerForeground1 },
});

/** What there is to tell of a matter's folder, beside its title; nothing where there is none. */
export function FolderMarks({ row }: { row: MatterRow }) {
  const styles = useStyles();
  const { linkedFolder, waiting, problems, paused } = row;
  if (linkedFolder === null && waiting === 0 && problems === 0 && !paused) return null;
  return (
    <span className={styles.marks}>
      {problems > 0 ? (
        <span className={mergeClasses(styles.mark, styles.bad)}>
          <ErrorCircle16Filled aria-hidden />
          {count(problems, 'problem')}
        </span>
      ) : null}
      {waiting > 0 ? (
        <span
          className={mergeClasses(styles.mark, styles.waiting)}
          title={count(waiting, 'save waits', 'saves wait')}
        >
          <Clock16Regular aria-hidden />
          {problems > 0 ? waiting : count(waiting, 'waiting', 'waiting')}
        </span>
      ) : null}
      {paused && problems === 0 && waiting === 0 ? (
        <span className={mergeClasses(styles.mark, styles.waiting)}>
          <PauseCircle16Regular aria-hidden />
          Paused
        </span>
      ) : null}
      {linkedFolder !== null && waiting === 0 && problems === 0 && !paused ? (
        <span
          role="img"
          aria-label="Linked to a folder"
          className={mergeClasses(styles.mark, styles.linked)}
          title={`Linked to ${displayName(linkedFolder)}`}
        >
          <FolderLink16Regular aria-hidden />
        </span>
      ) : null}
    </span>
  );
}
