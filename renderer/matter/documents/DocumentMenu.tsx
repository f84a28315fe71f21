import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover, makeStyles } from '@fluentui/react-components';
import {
  AppGeneric20Regular,
  Copy20Regular,
  DocumentMultiple20Regular,
  FolderOpen20Regular,
  History20Regular,
  Open20Regular,
  Pause20Regular,
  Play20Regular,
  Rename20Regular,
  Save20Regular,
  ShieldTask20Regular,
} from '@fluentui/react-icons';
import type { DocumentRow, MatterId } from '../../../shared/model/index.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { useAct } from '../../frame/notices.tsx';
import { turnTo } from '../../place/usePlace.ts';
import { useExportCustody } from '../../settings/useExportCustody.ts';
import type { Viewing } from '../../viewing/useViewing.ts';
import { anchor, type MenuTarget } from '../../widgets/menuTarget.ts';
import { count } from '../../words/count.ts';
import type { Action } from './DocumentDialogs.tsx';
import { useDocumentActions } from './useDocumentActions.ts';

const useStyles = makeStyles({ list: { zIndex: 10 } });

interface DocumentMenuProps {
  matterId: MatterId;
  /** At least one. */
  rows: readonly DocumentRow[];
  target: MenuTarget;
  viewing: Viewing;
  onAction: (action: Action) => void;
  onClose: () => void;
}

/** What can be done with one document or several, where the person asked for it. */
export function DocumentMenu({ matterId, rows, target, viewing, onAction, onClose }: DocumentMenuProps) {
  const styles = useStyles();
  const { client } = useConversation();
  const act = useAct();
  const { copyPaths } = useDocumentActions(matterId);
  const exportCustody = useExportCustody();
  const [row] = rows;
  const here = rows.some(({ onDisk }) => onDisk);
  if (!row) return null;
  const document = { matterId, fileId: row.fileId };
  const one = rows.length === 1;
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
          {one ? (
            <>
              <MenuItem
                icon={<Open20Regular />}
                secondaryContent="Enter"
                onClick={() =>
                  row.onDisk
                    ? act(() => client.documents.open(document))
                    : viewing.view({ ...row, matterId }, null)
                }
              >
                {row.onDisk ? 'Open' : 'Open to read'}
              </MenuItem>
              {row.onDisk ? null : (
                <MenuItem
                  icon={<Save20Regular />}
                  onClick={() => viewing.saveCopy({ ...row, matterId }, null)}
                >
                  Save a copy as…
                </MenuItem>
              )}
              <MenuItem
                icon={<AppGeneric20Regular />}
                disabled={!row.onDisk}
                onClick={() => act(() => client.documents.openWith(document))}
              >
                Open with…
              </MenuItem>
              <MenuItem
                icon={<FolderOpen20Regular />}
                disabled={!row.onDisk}
                onClick={() => act(() => client.documents.showInFolder(document))}
              >
                Show in folder
              </MenuItem>
              <MenuItem
                icon={<Rename20Regular />}
                disabled={!row.onDisk}
                secondaryContent="F2"
                onClick={() => onAction({ kind: 'rename', row })}
              >
                Rename…
              </MenuItem>
            </>
          ) : null}
          <MenuItem
            icon={<Copy20Regular />}
            disabled={!here}
            secondaryContent="Ctrl+Shift+C"
            onClick={() => copyPaths(rows)}
          >
            {one ? 'Copy path' : `Copy ${count(rows.length, 'path')}`}
          </MenuItem>
          {one ? (
            <>
              <MenuDivider />
              <MenuItem
                icon={<DocumentMultiple20Regular />}
                secondaryContent="Ctrl+H"
                onClick={() => onAction({ kind: 'versions', row })}
              >
                Versions…
              </MenuItem>
              <MenuItem
                icon={<History20Regular />}
                onClick={() => turnTo({ screen: 'matter', matterId, tab: 'timeline', fileId: row.fileId })}
              >
                Show its timeline
              </MenuItem>
              <MenuItem
                icon={row.paused ? <Play20Regular /> : <Pause20Regular />}
                onClick={() =>
                  act(() => client.engine.pauseDocument({ ...document, paused: row.paused !== true }))
                }
              >
                {row.paused ? 'Resume filing of this document' : 'Pause filing of this document'}
              </MenuItem>
              <MenuItem
                icon={<ShieldTask20Regular />}
                onClick={() => exportCustody({ scope: 'document', ...document })}
              >
                Export its custody log…
              </MenuItem>
            </>
          ) : null}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
