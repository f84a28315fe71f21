import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problemList } from '../../../../main/engine/view/problem-list.ts';
import type { Problem } from '../../../../shared/model/index.ts';
import { eventually, type Workplace } from '../../../support/workplace.ts';
import { filedAs, openDesk } from '../saving/desk.ts';

const told = ({ workspace }: Workplace): Problem[] =>
  problemList(workspace.stores, [], null, workspace.openDocuments.all());

/** Files a document, and opens it in a program that puts this owner file beside it. */
async function openedHere(place: Workplace, name: string, ownerFile: string): Promise<string> {
  writeFileSync(join(place.folder, name), 'The first version.');
  await place.allFiled();
  writeFileSync(join(place.folder, ownerFile), 'Eleanor');
  await expect.poll(() => place.workspace.notFiled.paths(place.matterId), eventually).toContain(ownerFile);
  return filedAs(place, name)[0]?.fileId ?? '';
}

test.each([
  ['Word', 'Defence.docx', '~$fence.docx'],
  ['Excel', 'Costs.xlsx', '~$Costs.xlsx'],
  ['LibreOffice', 'Letter.odt', '.~lock.Letter.odt#'],
])(
  'a document open in %s that a colleague changes is told about at once, and until it is closed',
  async (_program, name, ownerFile) => {
    await using place = await openDesk({ speedUp: 8 });
    const fileId = await openedHere(place, name, ownerFile);
    expect(told(place)).toEqual([]);

    place.service.colleague.addVersion(fileId, 'What a colleague made of it.');
    place.workspace.poller.look(place.matterId);
    await expect.poll(() => told(place).length, eventually).toBe(1);
    expect(told(place)[0]).toMatchObject({
      subject: name,
      fileId,
      changedWhileOpen: true,
      what: `“${name}” was changed by someone else while you have it open`,
      why: expect.stringMatching(/^Tobias Vale filed a newer version/),
    });
    await expect.poll(() => place.engine.status.value.problems, eventually).toBe(1);

    rmSync(join(place.folder, ownerFile));
    await expect.poll(() => told(place), eventually).toEqual([]);
  },
);

test('a document opened only after a colleague changed it is told about too, and once read not again', async () => {
  await using place = await openDesk({ speedUp: 8 });
  const fileId = await openedHere(place, 'Brief.docx', '~$ief.docx');
  rmSync(join(place.folder, '~$ief.docx'));
  const { openDocuments, poller } = place.workspace;
  place.service.colleague.addVersion(fileId, 'Newer.');
  poller.look(place.matterId);
  const versions = () => place.workspace.stores.documents.document(place.matterId, fileId as never)?.versions;
  await expect.poll(versions, eventually).toBe(2);
  expect(told(place)).toEqual([]);

  writeFileSync(join(place.folder, '~$ief.docx'), 'Eleanor');
  await openDocuments.look(place.matterId);
  expect(told(place)).toHaveLength(1);
  expect(openDocuments.dismiss(told(place)[0]?.id ?? '')).toBe(true);
  await openDocuments.look(place.matterId);
  expect(told(place)).toEqual([]);

  place.service.colleague.addVersion(fileId, 'Newer still.');
  await expect.poll(() => told(place).length, eventually).toBe(1);
});

test('whoever says that they have read of a newer version has read of the one that they were shown, and of none that came meanwhile', async () => {
  await using place = await openDesk({ speedUp: 8 });
  const fileId = await openedHere(place, 'Brief.docx', '~$ief.docx');
  const { openDocuments, poller } = place.workspace;
  place.service.colleague.addVersion(fileId, 'Newer.');
  poller.look(place.matterId);
  await expect.poll(() => told(place).length, eventually).toBe(1);
  const shown = told(place)[0]?.id ?? '';
  place.service.colleague.addVersion(fileId, 'Newer still.');
  poller.look(place.matterId);
  await expect.poll(() => told(place)[0]?.id, eventually).not.toBe(shown);
  expect(openDocuments.dismiss(shown)).toBe(false);
  expect(told(place)).toHaveLength(1);
});

test('what is saved here while it is open is no news, and nothing else in the folder is taken for open', async () => {
  await using place = await openDesk({ speedUp: 8 });
  const fileId = await openedHere(place, 'Order.docx', '~$der.docx');
  writeFileSync(join(place.folder, 'Other order.docx'), 'Another document.');
  writeFileSync(join(place.folder, 'Order.docx'), 'The second version.');
  await place.allFiled(3);
  place.service.colleague.addVersion(filedAs(place, 'Other order.docx')[0]?.fileId ?? '', 'Newer.');
  const all = () => place.workspace.stores.documents.documents(place.matterId);
  await expect
    .poll(() => all().filter(({ versions }) => versions === 2).length, eventually)
    .toBeGreaterThan(1);
  await place.workspace.openDocuments.look(place.matterId);
  expect(all().find(({ id }) => id === fileId)?.versions).toBe(2);
  expect(told(place)).toEqual([]);
});
