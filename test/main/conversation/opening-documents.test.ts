import { expect, test } from 'vitest';
import { fileIdSchema } from '../../../shared/model/index.ts';
import { refusal } from '../stub-engine.ts';
import { fetching, fileId, matterId, refusalOf, stepsOf, window } from './window-and-engine.ts';

test('a document is opened by its id, never by a path from the window', async () => {
  const { client, engine, opened } = await window();
  engine.start();
  await client.documents.open({ matterId, fileId });
  await client.documents.showInFolder({ matterId, fileId });
  await client.folders.show({ matterId });
  expect(opened).toEqual(['/matters/m1/Brief.docx', '/matters/m1/Brief.docx', '/matters/m1']);
});

test('a version that is fetched is opened by main as what it is, and its path stays with main', async () => {
  const { client, engine, opened } = await window();
  engine.start();
  const input = { matterId, fileId: fileIdSchema.parse('f1'), versionId: null };
  expect(await stepsOf(client.documents.view(input))).toEqual([
    fetching,
    { step: 'opened', isChecked: true },
  ]);
  expect(opened).toEqual(['fetched /views/f1']);
  const program = { ...input, fileId: fileIdSchema.parse('program') };
  expect(await stepsOf(client.documents.view(program))).toEqual([
    fetching,
    { step: 'refused', refusal: { ...refusal, code: 'not-permitted' }, kept: false },
  ]);
  expect(await stepsOf(client.documents.view({ ...input, versionId: 'none' }))).toEqual([
    fetching,
    { step: 'refused', refusal, kept: true },
  ]);
});

test('what the service sent is opened as such from its place too, and what may be anything only once that is wanted', async () => {
  const { client, engine, opened } = await window();
  engine.start();
  const documentOf = (id: string) => ({ matterId, fileId: fileIdSchema.parse(id) });
  await client.documents.open(documentOf('f1'));
  await client.documents.open(documentOf('fetched.html'));
  expect(opened.splice(0)).toEqual(['f1', 'fetched fetched.html']);
  const unknown = { ...documentOf('unknown'), versionId: null };
  expect((await stepsOf(client.documents.view(unknown))).at(-1)).toMatchObject({ step: 'refused' });
  expect((await stepsOf(client.documents.view({ ...unknown, anyway: true }))).at(-1)).toMatchObject({
    step: 'opened',
  });
  expect(opened).toEqual(['fetched /views/unknown']);
});

test('an engine that dies while a version is fetched is told of in words', async () => {
  const { client, engine, crash } = await window();
  engine.start();
  const input = { matterId, fileId: fileIdSchema.parse('slow'), versionId: null };
  const steps = await client.documents.view(input);
  expect(await steps.next()).toMatchObject({ value: fetching });
  const next = refusalOf(steps.next());
  crash();
  expect(await next).toMatchObject({ code: 'service-failed', what: 'This was interrupted.' });
});

test('an earlier version is opened by main from the copy the engine made; restoring is refused in words', async () => {
  const { client, engine, opened } = await window();
  engine.start();
  await client.documents.openVersion({ matterId, fileId, versionId: 'save:1' });
  expect(opened).toEqual(['save:1']);
  expect(await client.documents.versions({ matterId, fileId })).toEqual([]);
  expect(await refusalOf(client.documents.restoreVersion({ matterId, fileId, versionId: 'save:1' }))).toEqual(
    refusal,
  );
});

test('an earlier version does not open once the window was locked while its copy was made', async () => {
  const { client, engine, opened, state } = await window();
  const opening = refusalOf(client.documents.openVersion({ matterId, fileId, versionId: 'save:1' }));
  state.locked = true;
  engine.start();
  expect(await opening).toMatchObject({ code: 'signed-out' });
  expect(opened).toEqual([]);
});
