import {
  Button,
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuItemCheckbox,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
} from '@fluentui/react-components';
import { TableSettings20Regular } from '@fluentui/react-icons';
import { asBefore, withColumn } from './listLook.ts';
import { type ListName, useListLook } from './useListLook.ts';

const useStyles = makeStyles({ list: { zIndex: 10 } });

interface ListLookMenuProps {
  list: ListName;
  /** Those that can be left out. */
  columns: readonly { readonly id: string; readonly title: string }[];
}

/** How close the rows of lists stand, and which columns of this one are shown. */
export function ListLookMenu({ list, columns }: ListLookMenuProps) {
  const styles = useStyles();
  const { look, change } = useListLook(list);
  const shown = columns.map(({ id }) => id).filter((id) => !look.hidden.includes(`${list}.${id}`));
  return (
    <Menu
      inline
      positioning={{ strategy: 'fixed', position: 'below', align: 'end' }}
      checkedValues={{ density: [look.density], columns: shown }}
      onCheckedValueChange={(_event, { name, checkedItems }) => {
        if (name === 'density') {
          change({ ...look, density: checkedItems[0] === 'compact' ? 'compact' : 'comfortable' });
        } else {
          const turned = columns.find(({ id }) => checkedItems.includes(id) !== shown.includes(id));
          if (turned) change(withColumn(look, `${list}.${turned.id}`, checkedItems.includes(turned.id)));
        }
      }}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          size="small"
          icon={<TableSettings20Regular />}
          aria-label="View options"
          title="View options"
        />
      </MenuTrigger>
      <MenuPopover className={styles.list}>
        <MenuList>
          <MenuGroup>
            <MenuGroupHeader>Density of lists</MenuGroupHeader>
            <MenuItemRadio name="density" value="comfortable">
              Comfortable
            </MenuItemRadio>
            <MenuItemRadio name="density" value="compact">
              Compact
            </MenuItemRadio>
          </MenuGroup>
          <MenuDivider />
          <MenuGroup>
            <MenuGroupHeader>Columns</MenuGroupHeader>
            {columns.map(({ id, title }) => (
              <MenuItemCheckbox key={id} name="columns" value={id}>
                {title}
              </MenuItemCheckbox>
            ))}
          </MenuGroup>
          <MenuDivider />
          <MenuItem onClick={() => change(asBefore(look, list))}>Reset columns</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
