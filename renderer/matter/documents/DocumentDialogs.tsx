import { assertNever } from '../../../shared/base/result.ts';
import type { DocumentRow, MatterId, Refusal } from '../../../shared/model/index.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { useAct } from '../../frame/notices.tsx';
import { Confirm } from '../../widgets/Confirm.tsx';
import { displayName } from '../../words/displayName.ts';
import { CustodyDialog } from './CustodyDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { VersionsDialog } from './VersionsDialog.tsx';

/** Something about documents that is asked or shown on top of the list. */
export type Action = {
  /** One of them, except for deleting. */
  readonly rows: readonly DocumentRow[];
} & (
  | { readonly kind: 'rename' | 'versions' | 'custody' | 'delete' }
  | {
      readonly kind: 'open';
      /** What is asked before it is opened. */
      readonly asked: Pick<Refusal, 'what' | 'why' | 'next'>;
    }
);

interface DocumentDialogsProps {
  matterId: MatterId;
  action: Action;
  onClose: () => void;
}

export function DocumentDialogs({ matterId, action, onClose }: DocumentDialogsProps) {
  const { kind, rows } = action;
  const { client } = useConversation();
  const act = useAct();
  const [row] = rows;
  if (!row) return null;
  switch (kind) {
    case 'rename':
      return <RenameDialog matterId={matterId} row={row} onClose={onClose} />;
    case 'versions':
      return <VersionsDialog matterId={matterId} row={row} onClose={onClose} />;
    case 'custody':
      return <CustodyDialog matterId={matterId} row={row} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog matterId={matterId} rows={rows} onClose={onClose} />;
    case 'open':
      return (
        <Confirm
          title={displayName(action.asked.what)}
          confirm="Open"
          onConfirm={() =>
            act(() => client.documents.open({ matterId, fileId: row.fileId, anyway: true }), row.name)
          }
          onClose={onClose}
        >
          {displayName(action.asked.why)} {displayName(action.asked.next)}
        </Confirm>
      );
    default:
      return assertNever(kind);
  }
}
