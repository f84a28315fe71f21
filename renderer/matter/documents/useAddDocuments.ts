import type { FolderId, MatterId } from '../../../shared/model.ts';
import { pathsOf } from '../../bridge.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { useAct, useTell } from '../../frame/notices.tsx';
import { type AddOutcome, addedNotice } from '../../words/adding.ts';
import { count } from '../../words/count.ts';
import { displayName } from '../../words/displayName.ts';

/** Most documents taken at once; the contract's limit. */
const mostAtOnce = 10_000;

interface Into {
  readonly matterId: MatterId;
  readonly folderId: FolderId | null;
  readonly folderName: string;
}

/** Copies files into a matter's folder and tells how that went. */
export function useAddDocuments(): (files: File[], into: Into) => void {
  const { client, queries, cache } = useConversation();
  const tell = useTell();
  const act = useAct();
  return (files, { matterId, folderId, folderName }) =>
    act(async () => {
      if (files.length > mostAtOnce) {
        const most = count(mostAtOnce, 'document');
        tell({ intent: 'error', title: `At most ${most} at once`, lines: ['Add them in smaller groups.'] });
        return;
      }
      const paths = pathsOf(files);
      const onDisk = paths.filter((path) => path !== '');
      const elsewhere = files.filter((_, index) => !paths[index]).map(notOnDisk);
      const documents = count(onDisk.length, 'document');
      tell({ intent: 'info', title: `Adding ${documents} to ${displayName(folderName)}…`, lines: [] });
      const outcomes =
        onDisk.length > 0 ? await client.documents.add({ matterId, folderId, paths: onDisk }) : [];
      tell(addedNotice([...outcomes, ...elsewhere], folderName));
      await cache.invalidateQueries({ queryKey: queries.documents.list.key({ input: { matterId } }) });
    });
}

function notOnDisk(file: File): AddOutcome {
  return {
    path: file.name,
    outcome: 'refused',
    refusal: {
      code: 'not-a-file',
      what: 'Not a file on this computer.',
      why: 'The other program gave its contents, but no file.',
      next: 'Save it to this computer first, then add it.',
    },
  };
}
