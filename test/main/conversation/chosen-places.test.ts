import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noPolicy } from '../../../main/policy/policy.ts';
import { alone } from '../../../main/profiles/profile-registry.ts';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import { fileIdSchema, type Refusal } from '../../../shared/model/index.ts';
import { refusal } from '../stub-engine.ts';
import { fetching, fileId, matterId, refusalOf, stepsOf, window } from './window-and-engine.ts';

test('a folder is linked only when the person chose it in the dialog', async () => {
  const { client, engine, chosen } = await window();
  engine.start();
  expect(await refusalOf(client.folders.link({ matterId, path: '/etc' }))).toMatchObject({
    code: 'not-permitted',
  });
  chosen.push('/home/ann/Smith');
  expect(await client.app.chooseFolder({ purpose: 'matter-folder' })).toEqual({ path: '/home/ann/Smith' });
  expect(await client.folders.link({ matterId, path: '/home/ann/Smith' })).toEqual({
    path: '/home/ann/Smith',
  });
  expect(await client.folders.link({ matterId, path: null })).toEqual({ path: '/suggested' });
  expect(await refusalOf(client.app.setRootFolder({ path: '/home/ann/Smith' }))).toMatchObject({
    code: 'not-permitted',
  });
});

test('only dropped files are added; the others are refused one by one', async () => {
  const { client, engine, granted } = await window();
  engine.start();
  granted.grant('drop', ['/a.pdf', '/c.pdf']);
  const adding = async () => {
    for await (const one of await client.documents.adding()) return one;
    return null;
  };
  const into = { matterId, folderId: null, folderName: 'Pleadings' };
  await expect(client.documents.add({ ...into, paths: ['/etc/passwd'] })).rejects.toMatchObject({
    code: 'REFUSED',
  });
  expect(await adding()).toEqual({ now: null, ended: [] });
  await client.documents.add({ ...into, paths: ['/a.pdf', '/etc/passwd', '/c.pdf'] });
  await expect.poll(async () => (await adding())?.ended.length).toBe(1);
  const [ended] = (await adding())?.ended ?? [];
  expect(ended).toMatchObject({ matterId, folderName: 'Pleadings', left: 0, unsure: null });
  expect(ended?.outcomes).toEqual([
    { path: '/a.pdf', outcome: 'added', name: '/a.pdf' },
    { path: '/c.pdf', outcome: 'added', name: '/c.pdf' },
    { path: '/etc/passwd', outcome: 'refused', refusal: expect.objectContaining({ code: 'not-permitted' }) },
  ]);
  await client.documents.addedRead({ id: ended?.id ?? '' });
  expect(await adding()).toEqual({ now: null, ended: [] });
});

test('the custody log is written only to a file the person chose in the dialog', async () => {
  const { client, engine, chosen } = await window();
  engine.start();
  const part = { scope: 'matter', matterId } as const;
  chosen.push('/home/ann');
  expect(await client.custody.export({ part, format: 'csv' })).toEqual({
    path: '/home/ann/Custody log by 1.2.3.csv',
  });
  chosen.push(null);
  expect(await client.custody.export({ part: { scope: 'all' }, format: 'json' })).toBe(null);
});

test('what the person agreed to have replaced goes to the wastebasket once what replaces it is there', async () => {
  const { client, engine, chosen, opened } = await window();
  engine.start();
  const directory = await mkdtemp(join(tmpdir(), 'matterline-'));
  const log = join(directory, 'Custody log.csv');
  await writeFile(log, 'an older export');
  await writeFile(join(directory, 'Custody log by 1.2.3.csv'), 'the export');
  chosen.push(directory);
  const part = { scope: 'matter', matterId } as const;
  expect(await client.custody.export({ part, format: 'csv' })).toEqual({ path: log });
  expect(opened).toEqual([`threw away ${log}`]);
  expect(await readFile(log, 'utf8')).toBe('the export');
});

test('a copy of a version is saved only where the person chose in the dialog', async () => {
  const { client, engine, chosen } = await window();
  engine.start();
  const input = { matterId, fileId: fileIdSchema.parse('f1'), versionId: 'entry:1' };
  chosen.push('/home/ann');
  expect(await stepsOf(client.documents.saveCopy(input))).toEqual([
    fetching,
    { step: 'saved', path: '/home/ann/f1 from /views/f1' },
  ]);
  chosen.push(null);
  expect(await stepsOf(client.documents.saveCopy(input))).toEqual([fetching, { step: 'cancelled' }]);
});

test('no copy is saved in a folder of another profile, or while those are not known', async () => {
  const elsewhere: Result<string[], Refusal>[] = [ok(['/home/ann/theirs']), err(refusal)];
  const { client, engine, chosen } = await window(noPolicy, {
    ...alone,
    foldersElsewhere: async () => elsewhere.shift() ?? ok([]),
  });
  engine.start();
  const input = { matterId, fileId: fileIdSchema.parse('f1'), versionId: 'entry:1' };
  chosen.push('/home/ann/theirs', '/home/ann/theirs');
  expect(await refusalOf(stepsOf(client.documents.saveCopy(input)))).toEqual(refusal);
  expect(await refusalOf(stepsOf(client.documents.saveCopy(input)))).toEqual(refusal);
});

test('only paths that the engine names for documents leave the window, by drag or by clipboard', async () => {
  const { client, engine, opened } = await window();
  engine.start();
  await client.documents.copyPaths({ matterId, fileIds: [fileId, fileIdSchema.parse('/matters/m1/b.pdf')] });
  await client.documents.drag({ matterId, fileIds: [fileId] });
  expect(opened).toEqual([
    'copied /matters/m1/Brief.docx\n/matters/m1/b.pdf',
    'dragged /matters/m1/Brief.docx',
  ]);
});
