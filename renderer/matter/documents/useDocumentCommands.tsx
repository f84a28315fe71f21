import {
  AppGeneric20Regular,
  ArrowDownload20Regular,
  Broom20Regular,
  Copy20Regular,
  Delete20Regular,
  DocumentCheckmark20Regular,
  DocumentMultiple20Regular,
  Eye20Regular,
  FolderOpen20Regular,
  History20Regular,
  Open20Regular,
  Pause20Regular,
  PersonChat20Regular,
  Play20Regular,
  Rename20Regular,
  Save20Regular,
  ShieldTask20Regular,
} from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useState } from 'react';
import type { DocumentRow, MatterId } from '../../../shared/model/index.ts';
import { codeOf, refusalOf } from '../../conversation/refusal.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { newTask } from '../../forms/newForms.ts';
import { openForm } from '../../forms/opened.ts';
import { useAct } from '../../frame/notices.tsx';
import { documentsOf } from '../../place/place.ts';
import { goFrom } from '../../place/usePlace.ts';
import { useSaveRecord } from '../../settings/useSaveRecord.ts';
import { useViewing } from '../../viewing/useViewing.ts';
import { count } from '../../words/count.ts';
import { useFreeSpace } from '../keeping/useFreeSpace.ts';
import { type Action, DocumentDialogs } from './DocumentDialogs.tsx';
import { useDocumentActions } from './useDocumentActions.ts';

/** Most documents opened at once: each opens a window of another program. */
const mostOpened = 10;
/** Most documents paused at once. */
const mostPaused = 500;

/** Something that can be done with the documents that are selected. */
export interface DocumentCommand {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactElement;
  readonly keys?: string;
  readonly isOff: boolean;
  /** It stands in the bar above the list, not in the menu alone. */
  readonly inBar?: true;
  /** Several are selected, and it can be done with one only: off in the bar, which keeps its places, and not in the menu. */
  readonly isForOne?: true;
  run: () => void;
}

interface DocumentCommands {
  /** In groups, for some documents; what makes no sense for them is off, or left out. */
  commandsFor: (rows: readonly DocumentRow[]) => DocumentCommand[][];
  open: (row: DocumentRow) => void;
  /** Questions and lists that a command opened. */
  readonly dialogs: ReactNode;
}

/** All that can be done with documents of a matter: one list for the bar, the menu and the keys. */
export function useDocumentCommands(
  matterId: MatterId,
  rows: readonly DocumentRow[],
  preview: { readonly isShown: boolean; toggle: () => void },
): DocumentCommands {
  const { client, queries } = useConversation();
  const freeSpace = useFreeSpace(matterId);
  const { data: keeping } = useQuery(queries.engine.keeping.get.queryOptions({ input: { matterId } }));
  const keepHere = (wanted: readonly DocumentRow[]) =>
    act(async () => {
      for (const { fileId } of wanted)
        await client.engine.keeping.keep({ matterId, part: { kind: 'document', id: fileId }, keep: true });
    });
  const act = useAct();
  const { copyPaths } = useDocumentActions(matterId);
  const saveRecord = useSaveRecord();
  const [dialog, setDialog] = useState<Action | null>(null);
  const viewing = useViewing(({ fileId }) => {
    const row = rows.find((one) => one.fileId === fileId);
    if (row) setDialog({ kind: 'versions', rows: [row] });
  });
  const open = (row: DocumentRow) =>
    row.onDisk
      ? act(
          () =>
            client.documents.open({ matterId, fileId: row.fileId }).catch((error: unknown) => {
              if (codeOf(error) !== 'kind-not-known') throw error;
              setDialog({ kind: 'open', rows: [row], asked: refusalOf(error) });
            }),
          row.name,
        )
      : viewing.view({ ...row, matterId }, null);

  const commandsFor = (chosen: readonly DocumentRow[]): DocumentCommand[][] => {
    const [row] = chosen;
    const only = chosen.length === 1 ? row : undefined;
    const here = chosen.filter(({ onDisk }) => onDisk);
    const many = (one: string, several: string) => (chosen.length > 1 ? several : one);
    const asks = (kind: 'rename' | 'versions' | 'custody' | 'delete') => () =>
      setDialog({ kind, rows: chosen });
    const isPaused = chosen.length > 0 && chosen.every(({ paused }) => paused === true);
    const opening: DocumentCommand[] = [
      {
        id: 'open',
        label:
          only && !only.onDisk && !keeping?.isOffered
            ? 'Open to read'
            : many('Open', `Open ${count(here.length, 'document')}`),
        icon: <Open20Regular />,
        keys: 'Enter',
        isOff: only === undefined && (here.length === 0 || here.length > mostOpened),
        inBar: true,
        run: () => (only ? open(only) : here.forEach(open)),
      },
      {
        id: 'preview',
        label: preview.isShown ? 'Close the preview' : 'Preview',
        icon: <Eye20Regular />,
        keys: 'Alt+P',
        isOff: false,
        inBar: true,
        run: preview.toggle,
      },
      ...(only && !only.onDisk
        ? [
            {
              id: 'save-copy',
              label: 'Save a copy as…',
              icon: <Save20Regular />,
              isOff: false,
              run: () => viewing.saveCopy({ ...only, matterId }, null),
            },
          ]
        : []),
      ...(chosen.length > 1
        ? []
        : [
            {
              id: 'open-with',
              label: 'Open with…',
              icon: <AppGeneric20Regular />,
              isOff: only?.onDisk !== true,
              run: () =>
                only && act(() => client.documents.openWith({ matterId, fileId: only.fileId }), only.name),
            },
          ]),
      {
        id: 'show-in-folder',
        label: 'Show in folder',
        icon: <FolderOpen20Regular />,
        isOff: only?.onDisk !== true,
        inBar: true,
        run: () =>
          only && act(() => client.documents.showInFolder({ matterId, fileId: only.fileId }), only.name),
      },
      {
        id: 'rename',
        label: 'Rename…',
        icon: <Rename20Regular />,
        keys: 'F2',
        isOff: only?.onDisk !== true,
        inBar: true,
        run: asks('rename'),
      },
      ...(keeping?.isOffered
        ? [
            {
              id: 'keeping',
              label: here.length > 0 ? 'Free up space' : 'Keep on this computer',
              icon: here.length > 0 ? <Broom20Regular /> : <ArrowDownload20Regular />,
              isOff: false,
              run: () => (here.length > 0 ? freeSpace(here.map(({ fileId }) => fileId)) : keepHere(chosen)),
            },
          ]
        : []),
      {
        id: 'copy-paths',
        label: many('Copy path', `Copy ${count(chosen.length, 'path')}`),
        icon: <Copy20Regular />,
        keys: 'Ctrl+Shift+C',
        isOff: here.length === 0,
        inBar: true,
        run: () => copyPaths(chosen),
      },
      {
        id: 'ask-the-client',
        label: 'Ask the client…',
        icon: <PersonChat20Regular />,
        isOff: false,
        run: () =>
          openForm({
            form: newTask(
              matterId,
              chosen.map(({ fileId }) => fileId),
            ),
          }),
      },
    ];
    const past: DocumentCommand[] = [
      {
        id: 'versions',
        label: 'Versions…',
        icon: <DocumentMultiple20Regular />,
        keys: 'Ctrl+H',
        isOff: only === undefined,
        inBar: true,
        run: asks('versions'),
      },
      {
        id: 'timeline',
        label: 'Show its timeline',
        icon: <History20Regular />,
        isOff: only === undefined,
        inBar: true,
        run: () =>
          only &&
          goFrom(documentsOf(matterId, only.folderId, only.fileId), {
            ...{ screen: 'matter', matterId },
            tab: 'timeline',
            fileId: only.fileId,
          }),
      },
      {
        id: 'record',
        label: 'Save its record…',
        icon: <DocumentCheckmark20Regular />,
        isOff: only === undefined,
        run: () => only && saveRecord({ scope: 'document', matterId, fileId: only.fileId }),
      },
      {
        id: 'custody',
        label: 'Custody log…',
        icon: <ShieldTask20Regular />,
        isOff: only === undefined,
        run: asks('custody'),
      },
    ];
    const filing: DocumentCommand[] = [
      {
        id: 'pause',
        label: isPaused
          ? many('Resume filing of this document', 'Resume filing of these documents')
          : many('Pause filing of this document', 'Pause filing of these documents'),
        icon: isPaused ? <Play20Regular /> : <Pause20Regular />,
        isOff: chosen.length === 0 || chosen.length > mostPaused,
        inBar: true,
        run: () =>
          act(() =>
            Promise.all(
              chosen.map(({ fileId }) =>
                client.engine.pauseDocument({ matterId, fileId, paused: !isPaused }),
              ),
            ),
          ),
      },
      {
        id: 'delete',
        label: 'Delete…',
        icon: <Delete20Regular />,
        keys: 'Del',
        isOff: chosen.length === 0,
        inBar: true,
        run: asks('delete'),
      },
    ];
    const isForOne = ({ id }: DocumentCommand) =>
      ['show-in-folder', 'rename', ...past.map((one) => one.id)].includes(id);
    return [opening, past, filing].map((group) =>
      group.map((command) =>
        isForOne(command) && chosen.length > 1
          ? { ...command, isOff: true, isForOne: true as const }
          : command,
      ),
    );
  };
  return {
    commandsFor,
    open,
    dialogs: dialog ? (
      <DocumentDialogs matterId={matterId} action={dialog} onClose={() => setDialog(null)} />
    ) : null,
  };
}
