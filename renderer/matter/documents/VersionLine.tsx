import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { DocumentVersion } from '../../../shared/model/index.ts';
import { StateLabel } from '../../widgets/StateLabel.tsx';
import { displayName } from '../../words/displayName.ts';
import { sizeWords } from '../../words/size.ts';
import { stateWords } from '../../words/states.ts';
import { clockTime, exactTime } from '../../words/time.ts';

const useStyles = makeStyles({
  line: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: '12px',
    alignItems: 'center',
    padding: '8px 4px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  words: { display: 'flex', flexDirection: 'column', gap: '2px', minWidth: 0, overflowWrap: 'anywhere' },
  head: { display: 'flex', flexWrap: 'wrap', gap: '4px 12px', alignItems: 'center' },
  when: { fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '8px' },
});

interface VersionLineProps {
  version: DocumentVersion;
  now: number;
  onPreview: () => void;
  /** Null where it cannot be compared with another. */
  onCompare: (() => void) | null;
  onOpen: () => void;
  onSave: () => void;
  onRestore: () => void;
  onRecord: () => void;
}

export function VersionLine(props: VersionLineProps) {
  const { version, now, onPreview, onCompare, onOpen, onSave, onRestore, onRecord } = props;
  const styles = useStyles();
  const when = clockTime(version.at, now);
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <span className={styles.head}>
          <time dateTime={version.at} title={exactTime(version.at)} className={styles.when}>
            {when}
          </time>
          <StateLabel state={version.state} words={stateWords[version.state].label} />
          {version.current ? <span>In the folder now</span> : null}
        </span>
        <span className={styles.quiet}>
          <bdi>{whoWords(version)}</bdi>
          {version.size === null ? '' : `, ${sizeWords(version.size)}`}
        </span>
        {version.whyNot === null ? null : <span className={styles.quiet}>{displayName(version.whyNot)}</span>}
      </div>
      {version.here || version.fetchable || version.savedHere ? (
        <span className={styles.actions}>
          {version.here || version.fetchable ? (
            <>
              <Button size="small" aria-label={`Preview of the version of ${when}`} onClick={onPreview}>
                Preview
              </Button>
              {onCompare ? (
                <Button size="small" aria-label={`Compare the version of ${when}`} onClick={onCompare}>
                  Compare…
                </Button>
              ) : null}
              <Button size="small" aria-label={`Open a copy of the version of ${when}`} onClick={onOpen}>
                Open a copy
              </Button>
              <Button size="small" aria-label={`Save a copy of the version of ${when}`} onClick={onSave}>
                Save a copy…
              </Button>
            </>
          ) : null}
          {version.savedHere ? (
            <Button size="small" aria-label={`Save the record of the version of ${when}`} onClick={onRecord}>
              Save its record…
            </Button>
          ) : null}
          {isForFiling(version) ? (
            <Button size="small" aria-label={`File the version of ${when}`} onClick={onRestore}>
              File…
            </Button>
          ) : null}
          {version.current || !version.here ? null : (
            <Button size="small" aria-label={`Restore the version of ${when}`} onClick={onRestore}>
              Restore…
            </Button>
          )}
        </span>
      ) : null}
    </li>
  );
}

/** What is in the folder and kept unfiled needs no restoring to be filed. */
export const isForFiling = ({ current, state }: DocumentVersion): boolean => current && state === 'kept';

function whoWords({ who, savedHere }: DocumentVersion): string {
  if (who === null) return savedHere ? 'Saved on this computer' : 'Filed by someone';
  return savedHere ? `${displayName(who)}, on this computer` : displayName(who);
}
