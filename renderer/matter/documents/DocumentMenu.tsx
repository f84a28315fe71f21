import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover, makeStyles } from '@fluentui/react-components';
import { Fragment } from 'react';
import { anchor, type MenuTarget } from '../../widgets/menuTarget.ts';
import { keyWords } from '../../words/keys.ts';
import { inMenu } from './inMenu.ts';
import type { DocumentCommand } from './useDocumentCommands.tsx';

const useStyles = makeStyles({ list: { zIndex: 10 } });

interface DocumentMenuProps {
  groups: readonly (readonly DocumentCommand[])[];
  target: MenuTarget;
  onClose: () => void;
}

/** What can be done with one document or several, where the person asked for it. */
export function DocumentMenu({ groups, target, onClose }: DocumentMenuProps) {
  const styles = useStyles();
  return (
    <Menu
      open
      inline
      onOpenChange={(_event, { open }) => open || onClose()}
      positioning={{
        strategy: 'fixed',
        target: anchor(target),
        position: 'below',
        align: 'start',
        autoSize: 'height',
      }}
    >
      <MenuPopover className={styles.list}>
        <MenuList>
          {inMenu(groups).map((commands, index) => (
            <Fragment key={commands[0]?.id}>
              {index === 0 ? null : <MenuDivider />}
              {commands.map(({ id, icon, label, keys, isOff, run }) => (
                <MenuItem
                  key={id}
                  icon={icon}
                  secondaryContent={keys === undefined ? null : keyWords(keys)}
                  disabled={isOff}
                  onClick={run}
                >
                  {label}
                </MenuItem>
              ))}
            </Fragment>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
