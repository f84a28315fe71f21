import {
  Menu,
  MenuButton,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
} from '@fluentui/react-components';
import { FolderAdd20Regular, FolderLink20Regular, FolderOpen20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import type { MatterId } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct, useTell } from '../frame/notices.tsx';
import { useChooseRootFolder } from '../settings/useChooseRootFolder.ts';
import { displayName } from '../words/displayName.ts';
import { shortPath } from '../words/shortPath.ts';

const useStyles = makeStyles({
  list: { maxWidth: '420px', zIndex: 10 },
  path: { overflowWrap: 'anywhere' },
  fold: { '@media (max-width: 760px)': { minWidth: '32px', padding: '5px' } },
  /** Folded into the icon where the window is narrow. */
  label: { '@media (max-width: 760px)': { display: 'none' } },
});

/** Two ways to a matter folder: one made for the matter, or one that is already there. */
export function LinkFolderMenu({ matterId }: { matterId: MatterId }) {
  const styles = useStyles();
  const { client, queries } = useConversation();
  const act = useAct();
  const tell = useTell();
  const chooseRootFolder = useChooseRootFolder();
  const { data: suggested } = useQuery(queries.folders.suggest.queryOptions({ input: { matterId } }));

  const link = async (path: string | null) => {
    const linked = await client.folders.link({ matterId, path });
    tell({
      intent: 'success',
      title: 'Folder linked',
      lines: [`Whatever you save in ${shortPath(linked.path)} is filed by itself.`],
    });
  };
  const make = async () => {
    if (suggested || (await chooseRootFolder())) await link(null);
  };
  const choose = async () => {
    const chosen = await client.app.chooseFolder({ purpose: 'matter-folder' });
    if (chosen) await link(chosen.path);
  };
  return (
    <Menu inline positioning={{ strategy: 'fixed', position: 'below', align: 'end' }}>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton
          appearance="primary"
          icon={<FolderLink20Regular />}
          aria-label="Link folder"
          title="Link folder"
          className={styles.fold}
        >
          <span className={styles.label}>Link folder</span>
        </MenuButton>
      </MenuTrigger>
      <MenuPopover className={styles.list}>
        <MenuList>
          <MenuItem
            icon={<FolderAdd20Regular />}
            subText={
              <span className={styles.path}>
                {suggested ? displayName(suggested.path) : 'Choose a root folder first'}
              </span>
            }
            onClick={() => act(make)}
          >
            Make a folder for this matter
          </MenuItem>
          <MenuItem icon={<FolderOpen20Regular />} onClick={() => act(choose)}>
            Choose a folder…
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
