import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover, makeStyles } from '@fluentui/react-components';
import {
  ArrowCollapseAll20Regular,
  ArrowExpandAll20Regular,
  DocumentAdd20Regular,
  FolderOpen20Regular,
  History20Regular,
} from '@fluentui/react-icons';
import type { FolderId, MatterId } from '../../../shared/model/index.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { useAct } from '../../frame/notices.tsx';
import { goTo } from '../../place/usePlace.ts';
import { anchor, type MenuTarget } from '../../widgets/menuTarget.ts';

const useStyles = makeStyles({ list: { zIndex: 10 } });

interface FolderMenuProps {
  matterId: MatterId;
  /** Null for the matter folder itself. */
  folderId: FolderId | null;
  linked: boolean;
  target: MenuTarget;
  onAdd: () => void;
  /** Opens or closes all folders below. */
  onExpandAll: (expanded: boolean) => void;
  onClose: () => void;
}

/** What can be done with a folder, where the person asked for it. */
export function FolderMenu(props: FolderMenuProps) {
  const { matterId, folderId, linked, target, onAdd, onExpandAll, onClose } = props;
  const styles = useStyles();
  const { client } = useConversation();
  const act = useAct();
  return (
    <Menu
      open
      inline
      onOpenChange={(_event, { open }) => open || onClose()}
      positioning={{ strategy: 'fixed', target: anchor(target), position: 'below', align: 'start' }}
    >
      <MenuPopover className={styles.list}>
        <MenuList>
          <MenuItem icon={<DocumentAdd20Regular />} onClick={onAdd}>
            Add documents…
          </MenuItem>
          <MenuItem
            icon={<FolderOpen20Regular />}
            disabled={!linked}
            onClick={() => act(() => client.folders.show({ matterId, folderId }))}
          >
            Show in file manager
          </MenuItem>
          <MenuItem
            icon={<History20Regular />}
            onClick={() =>
              goTo({
                screen: 'matter',
                matterId,
                tab: 'timeline',
                fileId: null,
                ...(folderId !== null && { folderId }),
              })
            }
          >
            Show its timeline
          </MenuItem>
          <MenuDivider />
          <MenuItem icon={<ArrowExpandAll20Regular />} onClick={() => onExpandAll(true)}>
            Expand all
          </MenuItem>
          <MenuItem icon={<ArrowCollapseAll20Regular />} onClick={() => onExpandAll(false)}>
            Collapse all
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
