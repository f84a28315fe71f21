import type { FolderId, MatterId } from '../../../shared/model/index.ts';
import { pathsOf } from '../../bridge.ts';
import { refusalOf } from '../../conversation/refusal.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { useAct, useTell, useTellGoing } from '../../frame/notices.tsx';
import { type AddOutcome, addedNotice, addingNotice, waitingNotice } from '../../words/adding.ts';
import { count } from '../../words/count.ts';
import { addInTurn } from './addInTurn.ts';

/** Most documents taken of one drop. */
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
  const tellGoing = useTellGoing();
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
      const stop = new AbortController();
      const end = () => stop.abort();
      const { outcomes, left, unsure } = await addInTurn(onDisk, {
        add: (batch) => client.documents.add({ matterId, folderId, paths: batch }),
        isStopped: () => stop.signal.aborted,
        tellDone: (done) => tellGoing(addingNotice({ done, of: onDisk.length }, folderName, end)),
        tellWaiting: (unfinished) => tellGoing(waitingNotice(unfinished, end)),
      });
      tellGoing(null);
      const unknown = unsure && { paths: unsure.paths, refusal: refusalOf(unsure.error) };
      tell(addedNotice([...elsewhere, ...outcomes], folderName, left, unknown));
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
