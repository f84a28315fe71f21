import type { DocumentRow, MatterId } from '../../../shared/model.ts';
import { RenameDialog } from './RenameDialog.tsx';

/** Something about a document that is asked or shown on top of the list. */
export type Deed = { readonly kind: 'rename'; readonly row: DocumentRow };

interface DocumentDialogsProps {
  matterId: MatterId;
  deed: Deed;
  onClose: () => void;
}

export function DocumentDialogs({ matterId, deed, onClose }: DocumentDialogsProps) {
  return <RenameDialog matterId={matterId} row={deed.row} onClose={onClose} />;
}
