import type { FolderId, MatterId } from '../../../shared/model/index.ts';
import { pathsOf } from '../../bridge.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { useAct, useTell } from '../../frame/notices.tsx';
import { addedNotice } from '../../words/adding.ts';
import { count } from '../../words/count.ts';

/** Most documents taken of one drop. */
const mostAtOnce = 10_000;

interface Into {
  readonly matterId: MatterId;
  readonly folderId: FolderId | null;
  readonly folderName: string;
}

/** Has files copied into a matter's folder; how far it is, and what became of it, is told wherever the person is by then. */
export function useAddDocuments(): (files: File[], into: Into) => void {
  const { client } = useConversation();
  const tell = useTell();
  const act = useAct();
  return (files, { matterId, folderId, folderName }) =>
    act(async () => {
      if (files.length > mostAtOnce) {
        const most = count(mostAtOnce, 'document');
        tell({ intent: 'error', title: `At most ${most} at once`, lines: ['Add them in smaller groups.'] });
        return;
      }
      const all = pathsOf(files);
      const paths = all.filter((path) => path !== '');
      const elsewhere = files.filter((_, index) => !all[index]).map(notOnDisk);
      if (elsewhere.length > 0) tell(addedNotice(elsewhere, folderName));
      if (paths.length > 0) await client.documents.add({ matterId, folderId, folderName, paths });
    });
}

const notOnDisk = (file: File) => ({
  path: file.name,
  outcome: 'refused' as const,
  refusal: {
    code: 'not-a-file' as const,
    what: 'Not a file on this computer.',
    why: 'The other program gave its contents, but no file.',
    next: 'Save it to this computer first, then add it.',
  },
});
