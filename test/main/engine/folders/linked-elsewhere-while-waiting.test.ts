import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FolderId } from '../../../../shared/model/index.ts';
import { eventually } from '../../../support/workplace.ts';
import { openQuickly, serviceFolder, withFiled } from './mirrored.ts';

test.each(['Our claims', 'Our claims/Drafts'])(
  'what waits in a directory that the person named goes into its folder, though the matter is linked to another directory meanwhile: %s',
  async (directory) => {
    await using place = await openQuickly({
      before: (service, matterId) => service.colleague.createFolder(matterId, 'Claims'),
    });
    const { service, workspace, matterId, folder } = place;
    await withFiled(place, 'Claims');
    const folderId = serviceFolder(place, 'Claims') as FolderId;
    renameSync(join(folder, 'Claims'), join(folder, 'Our claims'));
    const mapped = () => workspace.stores.links.folders(matterId).map(({ path }) => path);
    await expect.poll(mapped, eventually).toContain('Our claims');
    workspace.stores.pauses.pauseMatter(matterId, true);
    mkdirSync(join(folder, directory), { recursive: true });
    writeFileSync(join(folder, directory, 'Reply.docx'), 'reply');
    await expect.poll(place.states, eventually).toEqual(['filed', 'waiting']);
    await workspace.unlink(matterId, 'all');
    const other = join(place.directory, 'Another directory');
    mkdirSync(other);
    expect(await workspace.linker.link(matterId, other)).toMatchObject({ ok: true });
    workspace.watches.add(matterId);
    await expect.poll(mapped, eventually).toContain('Claims');

    workspace.stores.pauses.pauseMatter(matterId, false);
    workspace.pipeline.wake();
    await place.allFiled(2);
    const reply = service.filesOf(matterId).find(({ fileName }) => fileName === 'Reply.docx');
    expect(reply?.folderId).toBe(folderId);
    // What is saved from here on goes by the directory that is linked now.
    writeFileSync(join(other, 'Claims', 'Later.docx'), 'later');
    await expect
      .poll(() => service.filesOf(matterId).find(({ fileName }) => fileName === 'Later.docx'), eventually)
      .toMatchObject({ folderId });
  },
);
