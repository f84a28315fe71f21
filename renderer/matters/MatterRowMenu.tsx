import { Menu, MenuItem, MenuList, MenuPopover, makeStyles } from '@fluentui/react-components';
import { Open20Regular, Pin20Regular, PinOff20Regular } from '@fluentui/react-icons';
import { anchor, type MenuTarget } from '../widgets/menuTarget.ts';

const useStyles = makeStyles({ list: { zIndex: 10 } });

interface MatterRowMenuProps {
  pinned: boolean;
  target: MenuTarget;
  onOpen: () => void;
  onPin: () => void;
  onClose: () => void;
}

/** What can be done with a matter in the list, where the person asked for it. */
export function MatterRowMenu({ pinned, target, onOpen, onPin, onClose }: MatterRowMenuProps) {
  const styles = useStyles();
  return (
    <Menu
      open
      inline
      onOpenChange={(_event, { open }) => open || onClose()}
      positioning={{ strategy: 'fixed', target: anchor(target), position: 'below', align: 'start' }}
    >
      <MenuPopover className={styles.list}>
        <MenuList>
          <MenuItem icon={<Open20Regular />} onClick={onOpen}>
            Open
          </MenuItem>
          <MenuItem
            icon={pinned ? <PinOff20Regular /> : <Pin20Regular />}
            secondaryContent="Ctrl+D"
            onClick={onPin}
          >
            {pinned ? 'Unpin' : 'Pin'}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
