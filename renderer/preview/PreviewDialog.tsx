import { Button, makeStyles, ToggleButton } from '@fluentui/react-components';
import { useState } from 'react';
import { Modal } from '../widgets/Modal.tsx';
import { Scrollable } from '../widgets/Scrollable.tsx';
import { displayName } from '../words/displayName.ts';
import { hasPages, PreviewBody } from './PreviewBody.tsx';
import { type PreviewOf, usePreview } from './usePreview.ts';

const useStyles = makeStyles({
  scroller: {
    margin: '8px -24px 0',
    minHeight: '120px',
  },
});

interface PreviewDialogProps {
  document: PreviewOf;
  name: string;
  /** Which version it is, where it is not the document as it is now. */
  version?: string;
  onClose: () => void;
}

/** A document, or a version of it, over the window, to be read without opening it. */
export function PreviewDialog({ document, name, version, onClose }: PreviewDialogProps) {
  const styles = useStyles();
  const preview = usePreview(document);
  const [asText, setAsText] = useState(false);
  const shown = displayName(name);
  return (
    <Modal
      wide
      title={version === undefined ? `“${shown}”` : `“${shown}”, ${version}`}
      onClose={onClose}
      actions={
        <>
          {hasPages(preview) ? (
            <ToggleButton checked={asText} onClick={() => setAsText(!asText)}>
              As text
            </ToggleButton>
          ) : null}
          <Button data-first onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <Scrollable label={`Preview of ${shown}`} className={styles.scroller}>
        <PreviewBody preview={preview} name={shown} asText={asText} />
      </Scrollable>
    </Modal>
  );
}
