import type { DocumentRow, FileId, MatterId } from '../../../shared/model/index.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { useAct, useTell } from '../../frame/notices.tsx';
import { count } from '../../words/count.ts';
import { displayName } from '../../words/displayName.ts';

/** Most documents dragged out at once; the contract's limit. */
const mostDragged = 100;

interface DocumentActions {
  copyPaths: (rows: readonly DocumentRow[]) => void;
  dragOut: (rows: readonly DocumentRow[]) => void;
  rename: (row: Pick<DocumentRow, 'fileId' | 'name'>, name: string) => Promise<void>;
}

/** What can be done with documents of a matter without leaving the list. */
export function useDocumentActions(matterId: MatterId): DocumentActions {
  const { client, queries, cache } = useConversation();
  const act = useAct();
  const tell = useTell();
  const here = (rows: readonly DocumentRow[]) => rows.filter((row) => row.onDisk).map((row) => row.fileId);

  const renameTo = async (fileId: FileId, name: string): Promise<string> => {
    const renamed = await client.documents.rename({ matterId, fileId, name });
    await cache.invalidateQueries({ queryKey: queries.documents.list.key({ input: { matterId } }) });
    return renamed.name;
  };
  return {
    copyPaths(rows) {
      const fileIds = here(rows);
      if (fileIds.length === 0)
        return tell({ intent: 'warning', title: 'Nothing to copy', lines: [notHere] });
      act(async () => {
        await client.documents.copyPaths({ matterId, fileIds });
        const [only] = rows;
        const title =
          rows.length === 1 && only
            ? `Path of “${displayName(only.name)}” copied`
            : `${count(fileIds.length, 'path')} copied`;
        tell({ intent: 'success', title, lines: [] });
      });
    },
    dragOut(rows) {
      const fileIds = here(rows).slice(0, mostDragged);
      if (fileIds.length > 0) act(() => client.documents.drag({ matterId, fileIds }));
    },
    async rename({ fileId, name: before }, wanted) {
      const name = await renameTo(fileId, wanted);
      if (name === before) return;
      tell({
        intent: 'success',
        title: `“${displayName(before)}” renamed to “${displayName(name)}”`,
        lines: [],
        about: `name of ${fileId}`,
        action: { label: 'Undo', run: () => act(() => renameTo(fileId, before)) },
      });
    },
  };
}

const notHere = 'Documents that are not on this computer have no path here.';
