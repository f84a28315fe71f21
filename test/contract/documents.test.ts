import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { describe, expect } from 'vitest';
import type { FilePut } from '../../main/engine/service/documents.ts';
import type { HistoryEntry } from '../../main/engine/service/history.ts';
import { fileIdSchema, folderIdSchema } from '../../shared/model/index.ts';
import { type AnyJson, failed, refused, startPractice, valueOf } from './practice.ts';
import { operation, rows } from './rows.ts';

const practice = await startPractice();
const { client, service, matterId } = practice;
const { colleague } = service;

const newId = () => fileIdSchema.parse(randomUUID());
const content = (text: string) => ({
  size: Buffer.byteLength(text),
  open: () => Readable.from([Buffer.from(text)]),
});

/** Files a document as the application does, and applies it. */
async function filed(body: Partial<FilePut> = {}, fileId = newId(), text = 'A letter') {
  const put = { fileName: 'Letter.docx', folderId: null, ...body };
  const info = valueOf(await client.documents.putFile(matterId, fileId, put));
  valueOf(await client.documents.putContent(info, content(text)));
  service.applyPending();
  return fileId;
}
const keptFile = (fileId: string) => service.filesOf(matterId).find((file) => file.fileId === fileId);

rows('Upload file info', {
  fileId: async () => {
    const fileId = newId();
    const info = valueOf(
      await client.documents.putFile(matterId, fileId, { fileName: 'a.pdf', folderId: null }),
    );
    expect(info.fileId).toBe(fileId);
  },
  uploadUrl: async () => {
    const body = { fileName: 'a.pdf', folderId: null };
    const info = valueOf(await client.documents.putFile(matterId, newId(), body));
    expect(new URL(info.uploadUrl).origin).toBe(service.storageUrl);
  },
  expiry: async () => {
    const info = valueOf(
      await client.documents.putFile(matterId, newId(), { fileName: 'a.pdf', folderId: null }),
    );
    const inMinutes = (Number(info.expiresAt) - Date.now()) / 60_000;
    expect(inMinutes).toBeGreaterThan(14);
    expect(inMinutes).toBeLessThan(15.1);
    expect(Date.parse(info.expiry)).not.toBeNaN();
  },
});

rows('PUT /matters/{matterId}/documents/files/{fileId}', {
  fileName: async () => {
    const longest = `${'n'.repeat(251)}.docx`;
    expect(keptFile(await filed({ fileName: longest }))?.fileName).toBe(longest);
    const put = (fileName: string) =>
      client.documents.putFile(matterId, newId(), { fileName, folderId: null });
    expect(await put(`x${longest}`)).toMatchObject(refused('fileName'));
    expect(await put('')).toMatchObject(refused('fileName'));
  },
  folderId: async () => {
    const folderId = folderIdSchema.parse(colleague.createFolder(matterId, 'Correspondence'));
    const fileId = await filed({ folderId });
    expect(keptFile(fileId)?.folderId).toBe(folderId);
    await filed({ folderId: null }, fileId);
    expect(keptFile(fileId)?.folderId).toBeNull();
    const elsewhere = { fileName: 'a.pdf', folderId: folderIdSchema.parse('elsewhere') };
    expect(await client.documents.putFile(matterId, newId(), elsewhere)).toMatchObject(
      failed('rejected', 400),
    );
  },
  userId: async () => {
    const [, other = ''] = service.sample().staffIds;
    const asOther = await filed({ userId: other });
    expect(service.contentOf(matterId, asOther)[0]?.userId).toBe(other);
    const asMyself = await filed({ userId: null });
    expect(service.contentOf(matterId, asMyself)[0]?.userId).toBe(service.people[0]?.staffId);
  },
  fileAdditionalData: async () => {
    const fileId = await filed({ fileAdditionalData: { path: 'Drafts/2026', device: 'Desk 4' } });
    expect(keptFile(fileId)?.additional).toEqual({ path: 'Drafts/2026', device: 'Desk 4' });
  },
  isFavorite: async () => {
    const fileId = await filed({ isFavorite: true });
    expect(keptFile(fileId)?.isFavorite).toBe(true);
    await filed({ isFavorite: null }, fileId);
    expect(keptFile(fileId)?.isFavorite).toBe(true);
    await filed({ isFavorite: false }, fileId);
    expect(keptFile(fileId)?.isFavorite).toBe(false);
  },
  'upload rule': async () => {
    const fileId = newId();
    await filed({}, fileId, 'First words');
    await filed({}, fileId, 'Second words');
    const [first, second] = service.contentOf(matterId, fileId);
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    expect([first?.sha256, second?.sha256]).toEqual([sha256('First words'), sha256('Second words')]);

    const info = valueOf(
      await client.documents.putFile(matterId, fileId, { fileName: 'a.pdf', folderId: null }),
    );
    service.expireUploadAddresses();
    expect(await client.documents.putContent(info, content('Late'))).toMatchObject(
      failed('upload-expired', 403),
    );
    const typed = await fetch(info.uploadUrl, {
      method: 'PUT',
      body: 'x',
      headers: { 'content-type': 'text/plain' },
    });
    expect(typed.status).toBe(403);
  },
});

const folderId = folderIdSchema.parse(colleague.createFolder(matterId, 'Evidence'));
const otherFolderId = folderIdSchema.parse(colleague.createFolder(matterId, 'Experts'));
const plan = colleague.createFile(matterId, 'Plan.pdf', 'a plan', folderId);
colleague.addVersion(plan, 'a better plan');
colleague.renameFile(plan, 'Site plan.pdf');
colleague.moveFile(plan, { folderId: otherFolderId });
const otherMatterId = String(service.matterIds()[1]);
const photo = colleague.createFile(matterId, 'Photo.jpg', 'a photo', otherFolderId);
const copy = colleague.copyFile(photo, { folderId });
colleague.moveFile(photo, { folderId: null, matterId: otherMatterId });

async function history(id: typeof folderId | string = folderId) {
  const raw = await practice.call('GET', `/matters/${matterId}/documents/folders/${id}/history`);
  const { entries, malformed } = valueOf(await client.history.read(matterId, id));
  expect(malformed).toEqual([]);
  return { raw: raw.body.value, entries };
}

/** The member is what the service wrote, and at least once not empty. */
const same = (field: keyof HistoryEntry) => async () => {
  const [here, there] = [await history(), await history(otherFolderId)];
  for (const { raw, entries } of [here, there]) {
    expect(entries.map((entry) => entry[field])).toEqual(raw.map((entry: AnyJson) => entry[field] ?? null));
  }
  expect([...here.entries, ...there.entries].some((entry) => entry[field] !== null)).toBe(true);
};
const sameLink = (field: 'file' | 'folder') => async () => {
  const { raw, entries } = await history();
  expect(entries.map((entry) => entry[field])).toEqual(
    raw.map((entry: AnyJson) => (entry[field] === null ? null : { ...entry[field], name: null })),
  );
  expect(entries.some((entry) => entry[field]?.id)).toBe(true);
};

rows('Folder history entry', {
  'href, relation, method, self, id': async () => {
    for (const field of ['href', 'relation', 'method', 'id'] as const) await same(field)();
    const { entries } = await history();
    for (const { self, href } of entries) expect(self?.href).toBe(href);
  },
  type: async () => {
    for (const historyWords of ['words', 'otherWords', 'integers'] as const) {
      Object.assign(service.variants, { historyWords });
      await same('type')();
    }
    Object.assign(service.variants, { historyWords: 'words' });
  },
  changeType: async () => {
    const seen = new Set<unknown>();
    for (const historyWords of ['words', 'otherWords', 'integers'] as const) {
      Object.assign(service.variants, { historyWords });
      await same('changeType')();
      for (const { changeType } of (await history()).entries) seen.add(typeof changeType);
    }
    Object.assign(service.variants, { historyWords: 'words' });
    expect(seen).toEqual(new Set(['string', 'number']));
  },
  timestamp: async () => {
    await same('timestamp')();
    const { entries } = await history();
    for (const { timestamp } of entries) expect(Date.parse(String(timestamp))).not.toBeNaN();
  },
  file: sameLink('file'),
  folder: sameLink('folder'),
  oldName: same('oldName'),
  newName: same('newName'),
  oldMatterId: async () => {
    const { entries } = await history(matterId);
    const { raw } = await history(matterId);
    expect(entries.map(({ oldMatterId }) => oldMatterId)).toEqual(
      raw.map((entry: AnyJson) => entry.oldMatterId),
    );
    const left = await history(otherFolderId);
    expect(left.entries.map(({ oldMatterId }) => oldMatterId)).toContain(matterId);
  },
  newMatterId: async () => {
    expect((await history(otherFolderId)).entries.map(({ newMatterId }) => newMatterId)).toContain(
      otherMatterId,
    );
  },
  oldFolderId: same('oldFolderId'),
  newFolderId: same('newFolderId'),
  copySourceFileId: async () => {
    await same('copySourceFileId')();
    const entry = (await history()).entries.find(({ file }) => file?.id === copy);
    expect(entry?.copySourceFileId).toBe(photo);
  },
  copySourceFolderId: async () => {
    // Nothing copies folders in the practice service.
    const text = '{"value":[{"id":"1","type":"Folder","changeType":"Copy","copySourceFolderId":"f9"}]}';
    service.faults.add({ route: 'documents.folderHistory', kind: 'answer', status: 200, text });
    const [entry] = valueOf(await client.history.read(matterId, folderId)).entries;
    expect(entry?.copySourceFolderId).toBe('f9');
  },
  documentVersionId: same('documentVersionId'),
  userId: same('userId'),
});

rows('GET /matters/{matterId}/documents/folders/{folderId}/history', {
  value: async () => {
    const { raw, entries } = await history();
    expect(entries).toHaveLength(raw.length);
    expect(entries.map((entry) => JSON.parse(entry.raw))).toEqual(raw);
    const { entries: sparse } = await (async () => {
      Object.assign(service.variants, { historyMembers: 'sparse', historyOrder: 'newestFirst' });
      return history();
    })();
    Object.assign(service.variants, { historyMembers: 'full', historyOrder: 'oldestFirst' });
    expect(sparse.map(({ id }) => id)).toEqual(entries.map(({ id }) => id).toReversed());
  },
});

describe('documents', () => {
  operation(
    'documents.putFile',
    'is refused for a new file where the service takes none this way',
    async () => {
      Object.assign(service.variants, { unknownFile: '404' });
      const put = await client.documents.putFile(matterId, newId(), { fileName: 'a.pdf', folderId: null });
      Object.assign(service.variants, { unknownFile: 'create' });
      expect(put).toMatchObject(failed('not-found', 404));
    },
  );

  operation('documents.putFile', 'without content changes only name and folder', async () => {
    const fileId = await filed();
    const versions = service.contentOf(matterId, fileId).length;
    valueOf(await client.documents.putFile(matterId, fileId, { fileName: 'Renamed.docx', folderId }));
    service.applyPending();
    expect(keptFile(fileId)).toMatchObject({ fileName: 'Renamed.docx', folderId });
    expect(service.contentOf(matterId, fileId)).toHaveLength(versions);
  });

  operation(
    'documents.putFile',
    'gives the expiry by this computer’s clock, when the service’s is wrong',
    async () => {
      for (const offset of [-3_600_000, 3_600_000]) {
        service.setClockOffset(offset);
        const info = valueOf(
          await client.documents.putFile(matterId, newId(), { fileName: 'a.pdf', folderId: null }),
        );
        expect(Math.abs(Number(info.expiresAt) - Date.now() - 15 * 60_000)).toBeLessThan(10_000);
      }
      service.setClockOffset(0);
    },
  );

  operation('documents.putContent', 'sends a file byte for byte', async () => {
    const fileId = newId();
    const path = new URL('./practice.ts', import.meta.url);
    const bytes = await readFile(path);
    const info = valueOf(
      await client.documents.putFile(matterId, fileId, { fileName: 'practice.ts', folderId: null }),
    );
    valueOf(
      await client.documents.putContent(info, { size: bytes.length, open: () => createReadStream(path) }),
    );
    service.applyPending();
    const [version] = service.contentOf(matterId, fileId);
    expect(await readFile(String(version?.path))).toEqual(bytes);
  });

  operation('documents.putContent', 'that is cut off leaves nothing behind', async () => {
    const fileId = newId();
    const info = valueOf(
      await client.documents.putFile(matterId, fileId, { fileName: 'a.pdf', folderId: null }),
    );
    service.faults.add({ route: 'storage.put', kind: 'reset', afterBytes: 100_000 });
    const cut = await client.documents.putContent(info, content('x'.repeat(5_000_000)));
    expect(cut).toMatchObject({ ok: false, error: { kind: 'offline', why: 'interrupted' } });
    service.applyPending();
    expect(service.contentOf(matterId, fileId)).toEqual([]);
  });

  operation('history.read', 'finds the root folder under whatever word the service uses', async () => {
    for (const rootFolder of ['matterId', 'root', 'null'] as const) {
      Object.assign(service.variants, { rootFolder });
      const word = rootFolder === 'matterId' ? matterId : rootFolder;
      expect(valueOf(await client.history.read(matterId, word)).entries.length).toBeGreaterThan(0);
      expect(await client.history.read(matterId, 'another-word')).toMatchObject(failed('not-found', 404));
    }
    Object.assign(service.variants, { rootFolder: 'matterId', unknownFolderStatus: 403 });
    expect(await client.history.read(matterId, 'another-word')).toMatchObject(failed('forbidden', 403));
    Object.assign(service.variants, { unknownFolderStatus: 404 });
  });
});
