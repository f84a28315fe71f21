import { Button, makeStyles, Text, ToggleButton, tokens } from '@fluentui/react-components';
import { Dismiss20Regular, Eye48Regular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import type { DocumentRow, MatterId } from '../../shared/model/index.ts';
import { EmptyState } from '../widgets/EmptyState.tsx';
import { Name } from '../widgets/Name.tsx';
import { Scrollable } from '../widgets/Scrollable.tsx';
import { displayName } from '../words/displayName.ts';
import { hasPages, PreviewBody } from './PreviewBody.tsx';
import { usePreview } from './usePreview.ts';

const useStyles = makeStyles({
  pane: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    minHeight: 0,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px 8px',
    flexWrap: 'wrap',
    padding: '8px 8px 4px 16px',
  },
  name: { margin: 0, flexGrow: 1, flexBasis: 0, minWidth: '90px' },
  scroller: {
    flexGrow: 1,
    minHeight: 0,
  },
  button: { flexShrink: 0 },
});

interface PreviewPaneProps {
  matterId: MatterId;
  /** What is selected. */
  rows: readonly DocumentRow[];
  /** It stands in the place of the list, and has the keyboard. */
  isAlone: boolean;
  onOpen: (row: DocumentRow) => void;
  onClose: () => void;
}

/** The selected document beside the list, or instead of it, to be read without opening it. */
export function PreviewPane({ matterId, rows, isAlone, onOpen, onClose }: PreviewPaneProps) {
  const styles = useStyles();
  const [row] = rows;
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isAlone) pane.current?.querySelector<HTMLElement>('[data-close]')?.focus();
  }, [isAlone]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape anywhere in it closes it
    <aside
      ref={pane}
      aria-label="Preview"
      className={styles.pane}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      {row && rows.length === 1 ? (
        <OfDocument
          // What is saved or fetched meanwhile is read anew.
          key={`${row.fileId} ${row.onDisk} ${row.size} ${row.versions}`}
          {...{ matterId, row, onOpen, onClose }}
        />
      ) : (
        <>
          <div className={styles.head}>
            <Text as="h2" size={400} weight="semibold" className={styles.name}>
              Preview
            </Text>
            <CloseButton onClose={onClose} />
          </div>
          <EmptyState icon={<Eye48Regular />} title="Nothing to show yet">
            Select one document to read it here.
          </EmptyState>
        </>
      )}
    </aside>
  );
}

type OfDocumentProps = Omit<PreviewPaneProps, 'rows' | 'isAlone'> & { row: DocumentRow };

function OfDocument({ matterId, row, onOpen, onClose }: OfDocumentProps) {
  const styles = useStyles();
  const [isWanted, setIsWanted] = useState(row.onDisk);
  const [asText, setAsText] = useState(false);
  const preview = usePreview({ matterId, fileId: row.fileId, versionId: null }, isWanted);
  const name = displayName(row.name);
  return (
    <>
      <div className={styles.head}>
        <Text as="h2" size={400} weight="semibold" className={styles.name}>
          <Name text={row.name} />
        </Text>
        {hasPages(preview) ? (
          <ToggleButton
            size="small"
            checked={asText}
            className={styles.button}
            onClick={() => setAsText(!asText)}
          >
            As text
          </ToggleButton>
        ) : null}
        <Button size="small" className={styles.button} onClick={() => onOpen(row)}>
          Open
        </Button>
        <CloseButton onClose={onClose} />
      </div>
      {isWanted ? (
        <Scrollable label={`Preview of ${name}`} className={styles.scroller}>
          <PreviewBody preview={preview} name={name} asText={asText} />
        </Scrollable>
      ) : (
        <EmptyState
          icon={<Eye48Regular />}
          title="Not on this computer"
          actions={<Button onClick={() => setIsWanted(true)}>Fetch it and show it</Button>}
        >
          It is fetched from the service to be shown, where that offers it.
        </EmptyState>
      )}
    </>
  );
}

function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <Button
      data-close
      size="small"
      appearance="subtle"
      icon={<Dismiss20Regular />}
      aria-label="Close the preview"
      title="Close the preview"
      onClick={onClose}
    />
  );
}
