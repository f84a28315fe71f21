import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useAct } from '../frame/notices.tsx';
import { Name } from '../widgets/Name.tsx';
import { useChooseRootFolder } from './useChooseRootFolder.ts';

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground3, margin: 0 },
  path: { maxWidth: '100%' },
});

interface RootFolderProps {
  path: string | null;
  known: boolean;
  /** Whether the administrator decided. */
  managed: boolean;
}

/** Where new matter folders are made. */
export function RootFolder({ path, known, managed }: RootFolderProps) {
  const styles = useStyles();
  const act = useAct();
  const choose = useChooseRootFolder();
  return (
    <>
      <p className={styles.quiet}>
        New matter folders are made inside this folder. Folders already linked stay as they are.
      </p>
      {path === null ? (
        <span>{known ? 'No folder chosen yet.' : ' '}</span>
      ) : (
        <span className={styles.path}>
          <Name text={path} />
        </span>
      )}
      {managed ? (
        <p className={styles.quiet}>Managed by your organisation; it cannot be changed here.</p>
      ) : (
        <Button onClick={() => act(choose)}>{path === null ? 'Choose folder…' : 'Change folder…'}</Button>
      )}
    </>
  );
}
