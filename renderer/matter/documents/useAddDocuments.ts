import type { FolderId, MatterId } from '../../../shared/model.ts';
import { pathsOf } from '../../bridge.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { useAct, useTell } from '../../frame/notices.tsx';
import { type AddOutcome, addedNotice, addingNotice } from '../../words/adding.ts';
import { count } from '../../words/count.ts';

/** Most documents taken of one drop. */
const mostAtOnce = 10_000;
/** Documents copied before the person is told again how far it is, and may stop. */
const atOnce = 20;

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
      const stop = new AbortController();
      const outcomes: AddOutcome[] = [...elsewhere];
      let done = 0;
      while (done < onDisk.length && !stop.signal.aborted) {
        tell(addingNotice({ done, of: onDisk.length }, folderName, () => stop.abort()));
        const batch = onDisk.slice(done, done + atOnce);
        outcomes.push(...(await client.documents.add({ matterId, folderId, paths: batch })));
        done += batch.length;
      }
      tell(addedNotice(outcomes, folderName, onDisk.length - done));
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
