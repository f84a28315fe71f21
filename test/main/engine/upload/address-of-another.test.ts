import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProblem } from '../../../../main/engine/store/save-problem.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';

interface UploadInfo {
  readonly fileId: string;
  readonly uploadUrl: string;
  readonly expiry: string;
}

/** What the service answers when a version of this document is announced. */
async function announced(place: Workplace, fileId: string): Promise<UploadInfo> {
  const { baseUrl, apiKey } = place.service;
  const answer = await fetch(`${baseUrl}/matters/${place.matterId}/documents/files/${fileId}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${place.accessToken}`,
      'x-api-key': apiKey,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ fileName: 'Other.docx', folderId: null }),
  });
  return (await answer.json()) as UploadInfo;
}

/** The service mixes up its answers: the next announcement is answered with this. */
function answers(place: Workplace, info: UploadInfo): () => void {
  const text = JSON.stringify(info);
  const route = 'documents.putFile';
  return place.service.faults.add({ route, kind: 'answer', status: 200, text, count: 'always' });
}

test.each(['new', 'filed before'])(
  'the content of a document that is %s is not sent to an address that the service says is another document’s',
  async (which) => {
    await using place = await openWorkplace({ speedUp: 5 });
    const { stores } = place.workspace;
    const save = (name: string, content: string) => writeFileSync(join(place.folder, name), content);
    save('Other.docx', 'other');
    await place.allFiled(1);
    if (which !== 'new') save('Brief.docx', 'one');
    await place.allFiled(which === 'new' ? 1 : 2);
    const before = place.states();
    const other = stores.links.file(place.matterId, 'Other.docx')?.fileId ?? '';
    const ends = answers(place, await announced(place, other));
    save('Brief.docx', 'ours');
    const why = () => stores.saves.open().map(({ problem }) => readProblem(problem)?.why);
    await expect.poll(why, eventually).toEqual([expect.stringContaining('does not understand')]);
    expect(place.versionsOf('Other.docx')).toEqual([sha256('other')]);
    ends();
    await place.allFiled(before.length + 1);
    expect(place.versionsOf('Brief.docx').at(-1)).toBe(sha256('ours'));
    expect(place.versionsOf('Other.docx')).toEqual([sha256('other')]);
  },
);

test('an id in the answer that nobody knows, or that is written in other letters, keeps nothing from being filed', async () => {
  await using place = await openWorkplace();
  const save = (name: string, content: string) => writeFileSync(join(place.folder, name), content);
  save('Brief.docx', 'one');
  await place.allFiled(1);
  const fileId = place.workspace.stores.links.file(place.matterId, 'Brief.docx')?.fileId ?? '';
  for (const [count, id] of [fileId.toUpperCase(), 'an upload of its own'].entries()) {
    const { uploadUrl, expiry } = await announced(place, fileId);
    const ends = answers(place, { fileId: id, uploadUrl, expiry });
    save('Brief.docx', `version ${count}`);
    await place.allFiled(count + 2);
    ends();
  }
  expect(place.workspace.stores.saves.problems()).toEqual([]);
});
