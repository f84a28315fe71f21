import {
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  makeStyles,
  type PositioningVirtualElement,
} from '@fluentui/react-components';
import { FolderOpen20Regular, History20Regular, Open20Regular } from '@fluentui/react-icons';
import type { DocumentRow, MatterId } from '../../../shared/model.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { useAct } from '../../frame/notices.tsx';
import { turnTo } from '../../place/usePlace.ts';

export type MenuTarget = HTMLElement | { x: number; y: number };

const useStyles = makeStyles({ list: { zIndex: 10 } });

interface DocumentMenuProps {
  matterId: MatterId;
  row: DocumentRow;
  target: MenuTarget;
  onClose: () => void;
}

/** What can be done with a document, where the person asked for it. */
export function DocumentMenu({ matterId, row, target, onClose }: DocumentMenuProps) {
  const styles = useStyles();
  const { client } = useConversation();
  const act = useAct();
  const document = { matterId, fileId: row.fileId };
  return (
    <Menu
      open
      inline
      onOpenChange={(_event, { open }) => open || onClose()}
      positioning={{ strategy: 'fixed', target: anchor(target), position: 'below', align: 'start' }}
    >
      <MenuPopover className={styles.list}>
        <MenuList>
          <MenuItem
            icon={<Open20Regular />}
            disabled={!row.onDisk}
            onClick={() => act(() => client.documents.open(document))}
          >
            Open
          </MenuItem>
          <MenuItem
            icon={<FolderOpen20Regular />}
            disabled={!row.onDisk}
            onClick={() => act(() => client.documents.showInFolder(document))}
          >
            Show in folder
          </MenuItem>
          <MenuItem
            icon={<History20Regular />}
            onClick={() => turnTo({ screen: 'matter', matterId, tab: 'timeline', fileId: row.fileId })}
          >
            Earlier history
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

function anchor(target: MenuTarget): HTMLElement | PositioningVirtualElement {
  if (target instanceof HTMLElement) return target;
  return { getBoundingClientRect: () => new DOMRect(target.x, target.y, 0, 0) };
}
