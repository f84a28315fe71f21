import { assertNever } from '../../../shared/base/result.ts';
import type { DocumentRow, MatterId } from '../../../shared/model/index.ts';
import { RenameDialog } from './RenameDialog.tsx';
import { VersionsDialog } from './VersionsDialog.tsx';

/** Something about a document that is asked or shown on top of the list. */
export interface Action {
  readonly kind: 'rename' | 'versions';
  readonly row: DocumentRow;
}

interface DocumentDialogsProps {
  matterId: MatterId;
  action: Action;
  onClose: () => void;
}

export function DocumentDialogs({ matterId, action: { kind, row }, onClose }: DocumentDialogsProps) {
  switch (kind) {
    case 'rename':
      return <RenameDialog matterId={matterId} row={row} onClose={onClose} />;
    case 'versions':
      return <VersionsDialog matterId={matterId} row={row} onClose={onClose} />;
    default:
      return assertNever(kind);
  }
}
