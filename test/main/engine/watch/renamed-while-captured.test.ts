import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FileId } from '../../../../shared/model.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';
import { filedAs, openDesk } from '../saving/desk.ts';

test('a save that is being captured while its document gets the name of one removed before is no new document', async () => {
  let place: Workplace | null = null;
  let armed: (() => Promise<void>) | null = null;
  const desk = await openDesk({
    ports: (ports) => ({
      ...ports,
      files: {
        ...ports.files,
        async facts(path) {
          const facts = await ports.files.facts(path);
          if (
            armed &&
            path === place?.folder &&
            place.workspace.stores.contents.isListed(sha256('version 2'))
          ) {
            const work = armed;
            armed = null;
            await work();
          }
          return facts;
        },
      },
    }),
  });
  place = desk;
  await using _ = desk;
  const { workspace, matterId, folder } = desk;
  const { links } = workspace.stores;
  writeFileSync(join(folder, 'Final.docx'), 'an old final');
  writeFileSync(join(folder, 'Draft.docx'), 'version 1');
  await desk.allFiled(2);
  rmSync(join(folder, 'Final.docx'));
  await expect.poll(() => links.file(matterId, 'Final.docx')?.removed, eventually).toBe(true);
  const fileId = links.file(matterId, 'Draft.docx')?.fileId as FileId;
  armed = async () => {
    expect(await workspace.renamer.rename({ matterId, fileId, name: 'Final.docx' })).toMatchObject({
      ok: true,
    });
  };
  writeFileSync(join(folder, 'Draft.docx'), 'version 2');
  await expect.poll(() => armed, eventually).toBeNull();
  await desk.allFiled(4);
  const all = desk.service.filesOf(matterId).filter(({ fileName }) => /^(Draft|Final)/.test(fileName));
  expect(all.map(({ fileName }) => fileName).toSorted()).toEqual(['Final.docx', 'Final.docx']);
  expect(filedAs(desk, 'Draft.docx')).toEqual([]);
});
