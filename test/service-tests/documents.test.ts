import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { startPracticeService } from '../service/index.ts';
import { type Reply, type Running, runningOn, start, temporaryDirectory } from './harness.ts';

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

let running: Running;
let matterId: string;

beforeEach(async () => {
  running = await start();
  [matterId = ''] = running.service.seedMatters(1);
});

async function file(
  fileId: string,
  body: Record<string, unknown>,
  content: Uint8Array | string,
): Promise<void> {
  const address = await running.announce(matterId, fileId, body);
  expect((await running.put(address, content)).status).toBe(200);
  running.service.applyPending();
}

test('a new document appears in history a moment after its content, byte for byte', async () => {
  const { service, call, put, history } = running;
  const content = randomBytes(300_000);
  const announced = await call('PUT', `/matters/${matterId}/documents/files/f1`, { fileName: 'Brief.docx' });
  expect(announced.status).toBe(202);
  expect(announced.body).toMatchObject({ fileId: 'f1', expiry: expect.stringMatching(/Z$/) });
  service.applyPending();
  expect(await history(matterId)).toEqual([]);
  expect((await put(announced.body.uploadUrl, content)).status).toBe(200);
  expect(await history(matterId)).toEqual([]);
  service.applyPending();

  const [version] = service.contentOf(matterId, 'f1');
  expect(version?.sha256).toBe(sha256(content));
  expect(sha256(readFileSync(version?.path ?? ''))).toBe(sha256(content));
  const [entry] = await history(matterId);
  expect(entry).toMatchObject({
    type: 'File',
    changeType: 'Create',
    newName: 'Brief.docx',
    documentVersionId: version?.documentVersionId,
    userId: service.people[0]?.staffId,
    file: { id: 'f1' },
    folder: null,
  });
});

test('every content is its own version, the same bytes twice included', async () => {
  await file('f1', { fileName: 'Brief.docx' }, 'one');
  await file('f1', { fileName: 'Brief.docx' }, 'two');
  await file('f1', { fileName: 'Brief.docx' }, 'two');
  expect(running.service.contentOf(matterId, 'f1').map((version) => version.sha256)).toEqual(
    ['one', 'two', 'two'].map(sha256),
  );
  const changes = (await running.history(matterId)).map((entry) => entry.changeType);
  expect(changes).toEqual(['Create', 'Update', 'Update']);
});

test('sending again to the same upload address is still one version', async () => {
  const address = await running.announce(matterId, 'f1', { fileName: 'Brief.docx' });
  await running.put(address, 'content');
  running.service.applyPending();
  await running.put(address, 'content');
  running.service.applyPending();
  expect(running.service.contentOf(matterId, 'f1')).toHaveLength(1);
  expect(await running.history(matterId)).toHaveLength(1);
});

test('renaming and moving by metadata alone shows at once, a move in both folders', async () => {
  const { service, history } = running;
  const folderId = service.colleague.createFolder(matterId, 'Pleadings');
  await file('f1', { fileName: 'Brief.docx', folderId: null }, 'content');
  await running.announce(matterId, 'f1', { fileName: 'Brief final.docx', folderId });
  service.applyPending();
  const root = await history(matterId);
  const inFolder = await history(matterId, folderId);
  expect(root.map((entry) => `${entry.type} ${entry.changeType}`)).toEqual([
    'Folder Create',
    'File Create',
    'File Rename',
    'File Move',
  ]);
  expect(root[2]).toMatchObject({ oldName: 'Brief.docx', newName: 'Brief final.docx' });
  expect(inFolder.map((entry) => entry.changeType)).toEqual(['Create', 'Move']);
  expect(inFolder[1]).toMatchObject({ id: root[3].id, oldFolderId: null, newFolderId: folderId });
  expect(service.contentOf(matterId, 'f1')).toHaveLength(1);
});

test('leaving the folder out puts a filed document back into the root', async () => {
  const folderId = running.service.colleague.createFolder(matterId, 'Pleadings');
  await file('f1', { fileName: 'Brief.docx', folderId }, 'one');
  await file('f1', { fileName: 'Brief.docx' }, 'two');
  expect(running.service.filesOf(matterId)[0]?.folderId).toBeNull();
});

test('additional data adds up and a null favourite changes nothing', async () => {
  await file('f1', { fileName: 'a.txt', isFavorite: true, fileAdditionalData: { device: 'one' } }, 'one');
  await running.announce(matterId, 'f1', {
    fileName: 'a.txt',
    isFavorite: null,
    fileAdditionalData: { path: 'b' },
  });
  running.service.applyPending();
  expect(running.service.filesOf(matterId)[0]).toMatchObject({
    isFavorite: true,
    additional: { device: 'one', path: 'b' },
  });
});

test.each([
  ['a missing name', {}],
  ['a blank name', { fileName: ' ' }],
  ['a name over 256 characters', { fileName: `${'x'.repeat(253)}.txt` }],
  ['an unknown folder', { fileName: 'a.txt', folderId: randomUUID() }],
  ['an unknown user', { fileName: 'a.txt', userId: 'nobody' }],
  ['additional data that is not text', { fileName: 'a.txt', fileAdditionalData: { pages: 3 } }],
])('%s is refused with ProblemDetails', async (_what, body) => {
  const answer = await running.call('PUT', `/matters/${matterId}/documents/files/f1`, body);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ title: 'Bad Request', status: 400, detail: expect.any(String) });
});

test('a name of 256 characters is taken', async () => {
  await file('f1', { fileName: `${'x'.repeat(252)}.txt` }, 'content');
  expect(running.service.contentOf(matterId, 'f1')).toHaveLength(1);
});

test('unknown matters, folders and documents of other matters are not found', async () => {
  const { call, service } = running;
  const [other = ''] = service.seedMatters(1);
  await file('f1', { fileName: 'a.txt' }, 'content');
  const body = { fileName: 'a.txt' };
  expect((await call('PUT', `/matters/${randomUUID()}/documents/files/f2`, body)).status).toBe(404);
  expect((await call('PUT', `/matters/${other}/documents/files/f1`, body)).status).toBe(404);
  expect((await call('GET', `/matters/${matterId}/documents/folders/root/history`)).status).toBe(404);
});

test.each<[string, Record<string, string>, number]>([
  ['with an access token', { authorization: 'Bearer x' }, 400],
  ['with an api key', { 'x-api-key': 'x' }, 400],
  ['with a content type', { 'content-type': 'application/pdf' }, 403],
])('content is refused %s', async (_what, headers, status) => {
  const address = await running.announce(matterId, 'f1', { fileName: 'a.txt' });
  const answer = await running.put(address, 'content', headers);
  expect(answer.status).toBe(status);
  expect(answer.text).toContain('<Error><Code>');
});

test('content is refused at addresses that are forged, expired or of no known length', async () => {
  const address = await running.announce(matterId, 'f1', { fileName: 'a.txt' });
  expect((await running.put(address.replace(/expires=\d/, 'expires=9'), 'content')).status).toBe(403);
  const stream = new Blob(['content']).stream();
  expect((await fetch(address, { method: 'PUT', body: stream, duplex: 'half' })).status).toBe(411);
  running.service.expireUploadAddresses();
  const late = await running.put(address, 'content');
  expect([late.status, late.text]).toEqual([403, expect.stringContaining('Request has expired')]);
  running.service.applyPending();
  expect(running.service.contentOf(matterId, 'f1')).toEqual([]);
});

test('content that stops before its announced length leaves nothing', async () => {
  const address = new URL(await running.announce(matterId, 'f1', { fileName: 'a.txt' }));
  await new Promise<void>((resolve) => {
    const socket = connect(Number(address.port), '127.0.0.1', () => {
      socket.write(
        `PUT ${address.pathname}${address.search} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf`,
      );
      socket.end(resolve);
    });
  });
  expect(running.service.contentOf(matterId, 'f1')).toEqual([]);
  expect((await running.put(address.href, 'whole')).status).toBe(200);
  running.service.applyPending();
  expect(running.service.contentOf(matterId, 'f1')[0]?.sha256).toBe(sha256('whole'));
});

test('the service continues where it stopped: ports, tokens, addresses, waiting writes', async () => {
  const directory = temporaryDirectory();
  const first = await startPracticeService({ directory, seed: 'empty', applyDelayMs: 3_600_000 });
  const [id = ''] = first.seedMatters(1);
  const { announce, put, token } = runningOn(first);
  const address = await announce(id, 'f1', { fileName: 'Brief.docx' });
  await put(await announce(id, 'f2', { fileName: 'Note.txt' }), 'before');
  await first.stop();

  const { service, call } = await start({ directory });
  expect(service.baseUrl).toBe(first.baseUrl);
  // A connection kept from before the stop may break once under the client.
  const statusOf = (answer: Promise<Reply>) => answer.then(({ status }) => status).catch(() => 'broken');
  const authorization = `Bearer ${token}`;
  await expect.poll(() => statusOf(call('GET', '/staff', undefined, { authorization }))).toBe(200);
  await expect.poll(() => statusOf(put(address, 'after'))).toBe(200);
  service.applyPending();
  expect(service.contentOf(id, 'f1')[0]?.sha256).toBe(sha256('after'));
  expect(service.contentOf(id, 'f2')[0]?.sha256).toBe(sha256('before'));
});

test('accepted writes apply by themselves after the delay', async () => {
  const { service, announce, put, history } = await start({ applyDelayMs: 20 });
  const [id = ''] = service.seedMatters(1);
  await put(await announce(id, 'f1', { fileName: 'a.txt' }), 'content');
  await expect.poll(() => history(id)).toHaveLength(1);
});

test('a taken port is an error, and nothing stays open', async () => {
  const directory = temporaryDirectory();
  const port = Number(new URL(running.service.baseUrl).port);
  await expect(startPracticeService({ directory, port, seed: 'empty' })).rejects.toThrow(/EADDRINUSE/);
  const again = await startPracticeService({ directory });
  await again.stop();
});
