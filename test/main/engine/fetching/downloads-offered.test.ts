import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FileId } from '../../../../shared/model/index.ts';
import type { FaultRule } from '../../../service/index.ts';
import { fetched, filedByColleague, pathIn, requestLimit, workplace } from './desk.ts';

test('a service that offers no downloads is asked once a day, and the refusal says which it is', async () => {
  const { place, asked } = await workplace({});
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  const refused = {
    ok: false,
    error: { code: 'not-here', why: 'The service has it, and it offers no way to fetch it.' },
  };
  expect(await fetched(place, fileId)).toMatchObject(refused);
  expect(asked).toEqual(['file', 'list']);
  expect(await fetched(place, fileId)).toMatchObject(refused);
  await place.restartEngine();
  expect(await fetched(place, fileId)).toMatchObject(refused);
  expect(asked).toEqual(['file', 'list']);
  place.workspace.stores.matters.putSetting(
    'downloads-offered',
    `not-offered ${Date.now() - 25 * 3_600_000}`,
  );
  place.service.variants.documentFiles = 'offered';
  expect(readFileSync(pathIn(await fetched(place, fileId)), 'utf8')).toBe('first');
  expect(place.workspace.downloadsOffered.state).toBe('offered');
});

test.for<[string, Pick<FaultRule, 'route'>['route'][], object]>([
  ['405 to it', ['documents.download'], { kind: 'status', status: 405 }],
  ['404 to it and not to the document', ['documents.download'], { kind: 'status', status: 404 }],
  ['something else to it', ['documents.download'], { kind: 'answer', status: 200, text: '{"value":[]}' }],
  ['405 to the document', ['documents.readFile'], { kind: 'status', status: 405 }],
  ['something else to the document', ['documents.readFile'], { kind: 'answer', status: 200, text: '[]' }],
])('a service that answers %s offers no downloads', async ([, routes, fault]) => {
  const { place } = await workplace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  for (const route of routes) place.service.faults.add({ route, count: 'always', ...fault } as FaultRule);
  expect(await fetched(place, fileId)).toMatchObject({ ok: false, error: { code: 'not-here' } });
  expect(place.workspace.downloadsOffered.state).toBe('not-offered');
});

test('a document, or a version, that is gone says nothing of what the service offers', async () => {
  const { place } = await workplace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  const gone = { route: 'documents.readFile', kind: 'status', status: 404 } as const;
  place.service.faults.add(gone);
  expect(await fetched(place, fileId)).toMatchObject({
    ok: false,
    error: { code: 'not-found', why: 'It was deleted there, or moved to another matter.' },
  });
  expect(place.workspace.downloadsOffered.state).toBe('unknown');
  place.service.faults.add({ route: 'documents.download', kind: 'status', status: 404 });
  const [entry] = place.workspace.stores.history.ofDocumentSince(place.matterId, fileId, 0);
  expect(await fetched(place, fileId, `entry:${JSON.parse(entry?.raw ?? '').id}`)).toMatchObject({
    ok: false,
    error: { code: 'not-found', why: 'It does not have this version any more.' },
  });
  expect(place.workspace.downloadsOffered.state).toBe('unknown');
  place.service.colleague.deleteFile(fileId);
  expect(await fetched(place, fileId)).toMatchObject({ ok: false, error: { code: 'not-found' } });
});

test.for<[string, (fileId: FileId) => RegExp, object, string]>([
  [
    'the content of one document',
    (fileId) => new RegExp(`/files/${fileId}/download$`),
    { kind: 'status', status: 404 },
    'does not say where its content is',
  ],
  [
    'one document',
    (fileId) => new RegExp(`/files/${fileId}$`),
    { kind: 'status', status: 404 },
    'It was deleted there',
  ],
  [
    'one document, in words that nobody understands,',
    (fileId) => new RegExp(`/files/${fileId}$`),
    { kind: 'answer', status: 200, text: '{}' },
    'does not understand',
  ],
  [
    'the content of one document, in words that nobody understands,',
    (fileId) => new RegExp(`/files/${fileId}/download$`),
    { kind: 'answer', status: 200, text: '{}' },
    'does not understand',
  ],
  [
    'one matter',
    () => /^GET .*\/matters\/[^/]+(\/documents\/files.*)?$/,
    { kind: 'status', status: 404 },
    'does not know this item',
  ],
])('a service that does not give out %s gives out the others', async ([, route, fault, why]) => {
  const { place } = await workplace();
  const [one, other] = [
    await filedByColleague(place, 'One.docx', 'one'),
    await filedByColleague(place, 'Other.docx', 'other'),
  ];
  const remove = place.service.faults.add({ route: route(one), count: 'always', ...fault } as FaultRule);
  expect(await fetched(place, one)).toMatchObject({
    ok: false,
    error: { why: expect.stringContaining(why) },
  });
  expect(place.workspace.downloadsOffered.state).toBe('unknown');
  if (why === 'does not know this item') remove();
  expect(readFileSync(pathIn(await fetched(place, other)), 'utf8')).toBe('other');
});

test('a service that stops offering them is believed, and asked again later', async () => {
  const { place } = await workplace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  pathIn(await fetched(place, fileId));
  expect(place.workspace.downloadsOffered.state).toBe('offered');
  place.service.variants.documentFiles = 'notOffered';
  expect(await fetched(place, fileId)).toMatchObject({ ok: false, error: { code: 'not-here' } });
  expect(place.workspace.downloadsOffered.state).toBe('not-offered');
});

test('where it was decided that nothing beyond the specification is used, nothing is asked', async () => {
  const { place, asked } = await workplace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'first');
  const { baseUrl, apiKey } = place.service;
  await place.engine.configure({
    connection: { baseUrl, apiKey },
    signedIn: true,
    rootFolder: join(place.directory, 'matters'),
    requestLimit,
    capabilities: { documents: 'off' },
  });
  expect(await fetched(place, fileId)).toMatchObject({
    ok: false,
    error: { code: 'not-here', why: expect.stringContaining('switched off by your organisation') },
  });
  expect(asked).toEqual([]);
});
