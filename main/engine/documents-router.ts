import { implement, type Router } from '@orpc/server';
import { engineContract } from '../../shared/contract/index.ts';
import { othersNotOpened } from './domain/refusals.ts';
import type { Engine } from './engine.ts';
import { fetchSteps } from './features/fetching/fetch-steps.ts';
import { saveCopy } from './features/fetching/save-copy.ts';
import { refuse, valueOf, workspaceOf as workspaceOfEngine } from './router-context.ts';
import { linkFolder, pathOfDocument, pathOfFolder, unlinkFolder } from './use-cases/matter-folders.ts';
import { documentRows } from './view/document-rows.ts';
import { versionList } from './view/version-list.ts';

type Parts = Pick<typeof engineContract, 'folders' | 'documents'>;

/** What is asked of matter folders and of the documents in them. */
export function documentsRouter(engine: Engine): Router<Parts, Record<never, never>> {
  const { folders, documents } = implement(engineContract);
  const workspaceOf = workspaceOfEngine(engine);
  return {
    folders: {
      suggest: folders.suggest.handler(async ({ input, errors }) => {
        const path = await workspaceOf(errors).linker.suggest(input.matterId);
        return path === null ? null : { path };
      }),
      link: folders.link.handler(async ({ input, errors }) => {
        const workspace = workspaceOf(errors);
        const others = engine.foldersOfOthers ?? refuse(errors, othersNotOpened);
        return valueOf(errors, await linkFolder(workspace, engine.feed, input, others));
      }),
      all: folders.all.handler(({ errors }) => {
        if (engine.blockedBy !== null) refuse(errors, othersNotOpened);
        return engine.workspaces.flatMap(({ stores }) => stores.links.all().map(({ path }) => path));
      }),
      unlink: folders.unlink.handler(({ input, errors }) =>
        unlinkFolder(workspaceOf(errors), engine.feed, input.matterId, input.leaving),
      ),
      pathOf: folders.pathOf.handler(({ input, errors }) =>
        valueOf(errors, pathOfFolder(workspaceOf(errors), input.matterId, input.folderId)),
      ),
    },
    documents: {
      list: documents.list.handler(({ input, errors }) => {
        const { stores, pipeline } = workspaceOf(errors);
        return documentRows(stores, input.matterId, (saveId) => pipeline.progress(saveId), input);
      }),
      add: documents.add.handler(async ({ input, errors }) => {
        const { adder } = workspaceOf(errors);
        return valueOf(errors, await adder.add(input.matterId, input.folderId, input.paths));
      }),
      rename: documents.rename.handler(async ({ input, errors }) =>
        valueOf(errors, await workspaceOf(errors).renamer.rename(input)),
      ),
      pathOf: documents.pathOf.handler(({ input, errors }) =>
        valueOf(errors, pathOfDocument(workspaceOf(errors), input.matterId, input.fileId)),
      ),
      versions: documents.versions.handler(({ input, errors }) => {
        const { stores, downloadsOffered } = workspaceOf(errors);
        return versionList(stores, input.matterId, input.fileId, downloadsOffered.state);
      }),
      copyOfVersion: documents.copyOfVersion.handler(async ({ input, errors }) => {
        const { restorer, keptVersions } = workspaceOf(errors);
        const save = await restorer.save(input.matterId, input.fileId, input.versionId);
        return { path: valueOf(errors, await keptVersions.copy(valueOf(errors, save))) };
      }),
      placeOfVersion: documents.placeOfVersion.handler(async ({ input, errors }) => {
        const { restorer, keptVersions } = workspaceOf(errors);
        const save = await restorer.save(input.matterId, input.fileId, input.versionId);
        return valueOf(errors, await keptVersions.place(valueOf(errors, save)));
      }),
      restoreVersion: documents.restoreVersion.handler(async ({ input, errors }) => {
        const { restorer } = workspaceOf(errors);
        const { matterId, fileId, versionId, asItIs } = input;
        return { outcome: valueOf(errors, await restorer.restore(matterId, fileId, versionId, asItIs)) };
      }),
      fetch: documents.fetch.handler(({ input, errors, signal }) => {
        const { versionId, toPlace, ...document } = input;
        return fetchSteps(workspaceOf(errors), document, { versionId, toPlace }, signal);
      }),
      saveFetched: documents.saveFetched.handler(async ({ input, errors }) => {
        const workspace = workspaceOf(errors);
        const linked = () => {
          const others = engine.foldersOfOthers;
          const own = workspace.stores.links.all().map(({ path }) => path);
          return others && [...own, ...others, ...input.elsewhere];
        };
        return valueOf(errors, await saveCopy(workspace, input.from, input.to, linked));
      }),
    },
  };
}
