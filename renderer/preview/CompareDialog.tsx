import { Button, Checkbox, Field, makeStyles, Select, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { FileId, MatterId } from '../../shared/model/index.ts';
import { Loading } from '../widgets/Loading.tsx';
import { Modal } from '../widgets/Modal.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { Scrollable } from '../widgets/Scrollable.tsx';
import { displayName } from '../words/displayName.ts';
import { goingWords } from './goingWords.ts';
import { countChanges, MarkedText, toNextChange } from './MarkedText.tsx';
import { useCompare } from './useCompare.ts';

const useStyles = makeStyles({
  choices: { display: 'flex', flexWrap: 'wrap', gap: '8px 16px', margin: '12px 0 8px' },
  /** However long the name of a version is. */
  choice: {
    flexGrow: 1,
    flexBasis: '200px',
    minWidth: 0,
    gridTemplateColumns: 'minmax(0, 1fr)',
    '& select': { minWidth: 0, textOverflow: 'ellipsis' },
  },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' },
  summary: { flexGrow: 1, margin: 0 },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, margin: '4px 0 0' },
  scroller: {
    margin: '8px -24px 0',
    padding: '8px 24px',
    minHeight: '160px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    // Where there is little height, or much magnified, the dialog scrolls as a whole.
    '@media (max-height: 480px)': { overflowY: 'visible', flexShrink: 0 },
  },
});

/** A version that can be compared with another. */
export interface Comparable {
  readonly id: string;
  readonly label: string;
}

interface CompareDialogProps {
  matterId: MatterId;
  fileId: FileId;
  name: string;
  /** Newest first. */
  versions: readonly Comparable[];
  before: string;
  after: string;
  onClose: () => void;
}

/** What one version of a document has that another has not, marked in its text. */
export function CompareDialog(props: CompareDialogProps) {
  const { matterId, fileId, name, versions, onClose } = props;
  const styles = useStyles();
  const [before, setBefore] = useState(props.before);
  const [after, setAfter] = useState(props.after);
  const [onlyChanges, setOnlyChanges] = useState(false);
  const { differences, going, refusal } = useCompare({ matterId, fileId, before, after });
  const [text, setText] = useState<HTMLElement | null>(null);
  const changes = differences ? countChanges(differences.paragraphs) : null;
  const choose = (label: string, value: string, onChange: (id: string) => void) => (
    <Field label={label} className={styles.choice}>
      <Select value={value} onChange={(_event, data) => onChange(data.value)}>
        {versions.map((version) => (
          <option key={version.id} value={version.id}>
            {version.label}
          </option>
        ))}
      </Select>
    </Field>
  );
  return (
    <Modal
      wide
      title={`Compare versions of “${displayName(name)}”`}
      onClose={onClose}
      actions={
        <Button data-first onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.choices}>
        {choose('From', before, setBefore)}
        {choose('To', after, setAfter)}
      </div>
      {going ? <Loading label={goingWords(going)} /> : null}
      {refusal ? <RefusalBar refusal={refusal} /> : null}
      {differences && changes ? (
        <>
          <div className={styles.line}>
            <output className={styles.summary}>{changes.words}</output>
            {changes.count > 0 ? (
              <>
                <Checkbox
                  label="Only what changed"
                  checked={onlyChanges}
                  onChange={(_event, data) => setOnlyChanges(data.checked === true)}
                />
                <Button size="small" onClick={() => text && toNextChange(text, -1)}>
                  Previous change
                </Button>
                <Button size="small" onClick={() => text && toNextChange(text, 1)}>
                  Next change
                </Button>
              </>
            ) : null}
          </div>
          <Scrollable ref={setText} label="Marked text" className={styles.scroller}>
            <MarkedText paragraphs={differences.paragraphs} onlyChanges={onlyChanges && changes.count > 0} />
          </Scrollable>
          <p className={styles.quiet}>
            {differences.isCut ? 'Only their beginnings were compared. ' : ''}
            Words alone are compared, not layout, pictures, comments, headers or footers.
          </p>
        </>
      ) : null}
    </Modal>
  );
}
