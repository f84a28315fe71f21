import { Menu, MenuItem, MenuList, MenuPopover, makeStyles } from '@fluentui/react-components';
import { Open20Regular, Pin20Regular, PinOff20Regular } from '@fluentui/react-icons';
import type { MatterRow } from '../../shared/model/index.ts';
import { MatterChangeItems } from '../firm/matter/MatterChangeItems.tsx';
import { anchor, type MenuTarget } from '../widgets/menuTarget.ts';
import { keyWords } from '../words/keys.ts';

const useStyles = makeStyles({ list: { zIndex: 10 } });

interface MatterRowMenuProps {
  /** At least one; what opens and pins is about the first. */
  matters: readonly Pick<MatterRow, 'id' | 'isLead'>[];
  pinned: boolean;
  target: MenuTarget;
  onOpen: () => void;
  onPin: () => void;
  onClose: () => void;
}

/** What can be done with a matter in the list, where the person asked for it. */
export function MatterRowMenu({ matters, pinned, target, onOpen, onPin, onClose }: MatterRowMenuProps) {
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
            secondaryContent={keyWords('Ctrl+D')}
            onClick={onPin}
          >
            {pinned ? 'Unpin' : 'Pin'}
          </MenuItem>
          <MatterChangeItems matters={matters} />
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
