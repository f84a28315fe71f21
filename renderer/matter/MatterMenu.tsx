import {
  Menu,
  MenuButton,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
} from '@fluentui/react-components';
import {
  ArrowDownload20Regular,
  Broom20Regular,
  CloudArrowDown20Regular,
  DocumentCheckmark20Regular,
  DocumentProhibited20Regular,
  LaptopShield20Regular,
  LinkDismiss20Regular,
  MoreHorizontal20Regular,
  Pause20Regular,
  PersonChat20Regular,
  Pin20Regular,
  PinOff20Regular,
  Play20Regular,
  ShieldTask20Regular,
} from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Leaving, Matter } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { MatterChangeItems } from '../firm/matter/MatterChangeItems.tsx';
import { newTask } from '../forms/newForms.ts';
import { openForm } from '../forms/opened.ts';
import { useAct, useTell } from '../frame/notices.tsx';
import { usePins } from '../preferences/usePins.ts';
import { useExportCustody } from '../settings/useExportCustody.ts';
import { useSaveRecord } from '../settings/useSaveRecord.ts';
import { Confirm } from '../widgets/Confirm.tsx';
import { later } from '../widgets/later.tsx';
import { useFreeSpace } from './keeping/useFreeSpace.ts';
import { LeftOutDialog } from './leftOut/LeftOutDialog.tsx';

const ExposureDialog = later(async () => (await import('../exposure/ExposureDialog.tsx')).ExposureDialog);

const useStyles = makeStyles({ list: { zIndex: 10 } });

/** What is done with a matter now and then. */
export function MatterMenu({ matter }: { matter: Matter }) {
  const styles = useStyles();
  const { client, queries } = useConversation();
  const act = useAct();
  const tell = useTell();
  const exportCustody = useExportCustody();
  const saveRecord = useSaveRecord();
  const pins = usePins();
  const [over, setOver] = useState<'left-out' | 'unlink' | 'free-space' | 'exposure' | null>(null);
  const [notCaptured, setNotCaptured] = useState<NotCaptured | null>(null);
  const matterId = matter.id;
  const linked = matter.linkedFolder;
  const freeSpace = useFreeSpace(matterId);
  const { data: keeping } = useQuery(queries.engine.keeping.get.queryOptions({ input: { matterId } }));
  const isPinned = pins.pinned.includes(matterId);

  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => void (isThere.current = false);
  }, []);

  const unlink = async (leaving: Leaving) => {
    const unlinking = await client.folders.unlink({ matterId, leaving });
    if (!unlinking.unlinked) {
      if (isThere.current) return setNotCaptured(unlinking);
      // The person went on to something else meanwhile.
      return tell({
        intent: 'warning',
        title: `The folder of “${matter.title}” is still linked.`,
        lines: [wordsFor(unlinking), staysUnfiled],
        action: { label: 'Unlink all the same', run: () => act(() => unlink(leavingOf(unlinking))) },
      });
    }
    tell({
      intent: 'success',
      title: 'Folder unlinked',
      lines: ['Nothing was removed.'],
      action: { label: 'Undo', run: () => act(() => client.folders.link({ matterId, path: linked })) },
    });
  };
  return (
    <>
      <Menu inline positioning={{ strategy: 'fixed', position: 'below', align: 'end' }}>
        <MenuTrigger disableButtonEnhancement>
          <MenuButton
            appearance="subtle"
            icon={<MoreHorizontal20Regular />}
            menuIcon={null}
            aria-label="More actions for this matter"
            title="More actions for this matter"
          />
        </MenuTrigger>
        <MenuPopover className={styles.list}>
          <MenuList>
            <MenuItem
              icon={isPinned ? <PinOff20Regular /> : <Pin20Regular />}
              onClick={() => pins.turn(matterId)}
            >
              {isPinned ? 'Unpin' : 'Pin'}
            </MenuItem>
            <MenuItem
              icon={matter.paused ? <Play20Regular /> : <Pause20Regular />}
              onClick={() => act(() => client.engine.pauseMatter({ matterId, paused: !matter.paused }))}
            >
              {matter.paused ? 'Resume filing of this matter' : 'Pause filing of this matter'}
            </MenuItem>
            {linked === null ? null : (
              <MenuItem icon={<DocumentProhibited20Regular />} onClick={() => setOver('left-out')}>
                Excluded files…
              </MenuItem>
            )}
            <MatterChangeItems matters={[matter]} />
            <MenuItem icon={<PersonChat20Regular />} onClick={() => openForm({ form: newTask(matterId) })}>
              Ask the client…
            </MenuItem>
            {linked === null || !keeping?.isOffered ? null : (
              <>
                <MenuItem
                  icon={keeping.matter ? <CloudArrowDown20Regular /> : <ArrowDownload20Regular />}
                  onClick={() =>
                    act(() =>
                      client.engine.keeping.keep({
                        matterId,
                        part: { kind: 'matter' },
                        keep: !keeping.matter,
                      }),
                    )
                  }
                >
                  {keeping.matter ? 'Fetch documents on demand only' : 'Keep on this computer'}
                </MenuItem>
                <MenuItem icon={<Broom20Regular />} onClick={() => setOver('free-space')}>
                  Free up space…
                </MenuItem>
              </>
            )}
            <MenuItem
              icon={<DocumentCheckmark20Regular />}
              onClick={() => saveRecord({ scope: 'matter', matterId })}
            >
              Save its record…
            </MenuItem>
            <MenuItem
              icon={<ShieldTask20Regular />}
              onClick={() => exportCustody({ scope: 'matter', matterId })}
            >
              Export its custody log…
            </MenuItem>
            <MenuItem icon={<LaptopShield20Regular />} onClick={() => setOver('exposure')}>
              What was on this computer…
            </MenuItem>
            {linked === null ? null : (
              <>
                <MenuDivider />
                <MenuItem icon={<LinkDismiss20Regular />} onClick={() => setOver('unlink')}>
                  Unlink folder…
                </MenuItem>
              </>
            )}
          </MenuList>
        </MenuPopover>
      </Menu>
      {over === 'left-out' ? <LeftOutDialog matterId={matterId} onClose={() => setOver(null)} /> : null}
      {over === 'exposure' ? <ExposureDialog matter={matter} onClose={() => setOver(null)} /> : null}
      {over === 'unlink' ? (
        <Confirm
          title="Unlink this folder?"
          confirm="Unlink folder"
          onConfirm={() => act(() => unlink(0))}
          onClose={() => setOver(null)}
        >
          New saves in the folder are no longer filed. Nothing is removed from this computer or from the
          service, and saves that still wait are sent.
        </Confirm>
      ) : null}
      {over === 'free-space' ? (
        <Confirm
          title="Free up space?"
          confirm="Free up space"
          onConfirm={() => freeSpace(null)}
          onClose={() => setOver(null)}
        >
          Documents of this matter that the service has exactly as they are here, and that no program has
          open, leave this computer. They come back when you open them. Whatever changed here, or is not
          filed, stays.
        </Confirm>
      ) : null}
      {notCaptured ? (
        <Confirm
          title="Unlink with saves that are not captured?"
          confirm="Unlink all the same"
          onConfirm={() => act(() => unlink(leavingOf(notCaptured)))}
          onClose={() => setNotCaptured(null)}
        >
          {wordsFor(notCaptured)} {staysUnfiled}
        </Confirm>
      ) : null}
    </>
  );
}

/** What keeps a folder linked. */
type NotCaptured = { readonly unread: number; readonly looking: boolean };

const staysUnfiled = 'What is saved in it stays in the folder and is not filed.';

const leavingOf = ({ unread, looking }: NotCaptured): Leaving => (looking ? 'all' : unread);

function wordsFor({ unread, looking }: NotCaptured): string {
  if (looking) return 'Matterline is still checking the folder for what changed in it.';
  const are = unread === 1 ? '1 file in the folder' : `${unread} files in the folder`;
  return `${are} changed and could not be captured yet: still being written, or not readable.`;
}
