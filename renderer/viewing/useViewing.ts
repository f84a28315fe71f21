import type { DocumentRow, MatterId } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct, useTell, useTellGoing } from '../frame/notices.tsx';
import { fetchingNotice, viewedNotice } from '../words/viewing.ts';

type Document = Pick<DocumentRow, 'fileId' | 'name'> & { readonly matterId: MatterId };

export interface Viewing {
  /** @param versionId null for what the service has now */
  view: (document: Document, versionId: string | null) => void;
  /** The same, saved where the person chooses instead of opened. */
  saveCopy: (document: Document, versionId: string | null) => void;
}

/**
 * Fetches versions that are not in the matter's folder, and opens or saves copies of them; tells how far that is.
 * @param onVersions shows what there is of a document; null where that is not wanted
 */
export function useViewing(onVersions: ((document: Document) => void) | null): Viewing {
  const { client, queries, cache } = useConversation();
  const act = useAct();
  const tell = useTell();
  const tellGoing = useTellGoing();

  const start = (how: 'view' | 'saveCopy', document: Document, versionId: string | null, anyway = false) =>
    act(async () => {
      const { matterId, fileId, name } = document;
      const asked = { matterId, fileId, versionId, ...(anyway && { anyway }) };
      const openAnyway = () => start('view', document, versionId, true);
      const cancel = new AbortController();
      const stop = () => cancel.abort();
      try {
        tellGoing(fetchingNotice(name, { done: 0, of: null }, stop));
        for await (const step of await client.documents[how](asked, { signal: cancel.signal })) {
          if (cancel.signal.aborted) return;
          if (step.step === 'fetching') tellGoing(fetchingNotice(name, step, stop));
          else tell(viewedNotice(name, step, onVersions && (() => onVersions(document)), openAnyway));
        }
      } catch (error) {
        if (!cancel.signal.aborted) throw error;
      } finally {
        tellGoing(null);
        // What the service offers may be known only now.
        const input = { matterId, fileId };
        await cache.invalidateQueries({ queryKey: queries.documents.versions.key({ input }) });
      }
    }, document.name);
  return {
    view: (document, versionId) => start('view', document, versionId),
    saveCopy: (document, versionId) => start('saveCopy', document, versionId),
  };
}
