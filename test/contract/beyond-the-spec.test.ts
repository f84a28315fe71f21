import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { writeJson } from '../../main/engine/service/json.ts';
import { type FolderId, fileIdSchema, folderIdSchema, matterIdSchema } from '../../shared/model/index.ts';
import { beyondTheSpecification } from '../service/index.ts';
import { failed, itemsOf, refused, startPractice, valueOf } from './practice.ts';
import { operation } from './rows.ts';

const practice = await startPractice({ variants: beyondTheSpecification });
const { client, service, matterId } = practice;
const { beyondSpec } = client;
const { colleague } = service;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const filed = (name: string, ...contents: string[]) => {
  const [first = '', ...later] = contents;
  const fileId = fileIdSchema.parse(colleague.createFile(matterId, name, first));
  for (const content of later) colleague.addVersion(fileId, content);
  return fileId;
};

const folder = (name: string, parentId: string | null = null) =>
  folderIdSchema.parse(colleague.createFolder(matterId, name, parentId));
const folderCalled = (name: string) =>
  service.foldersOf(matterId).find((one) => one.name === name && !one.deleted);
const fileCalled = (name: string) => service.filesOf(matterId).find((one) => one.fileName === name);

/** What a content is once all of it came. */
const got = async (fileId: ReturnType<typeof filed>, versionId: string | null = null) => {
  const addressOf = () => beyondSpec.download(matterId, fileId, versionId);
  const chunks: Uint8Array[] = [];
  return valueOf(
    await beyondSpec.getContent(addressOf, {
      write: (chunk) => Promise.resolve(void chunks.push(Buffer.from(chunk))),
      beginAgain: () => Promise.resolve(void chunks.splice(0)),
    }),
  );
};

const webhook = {
  key: 'a key that signs',
  name: 'x',
  eventTypes: ['matter.updated'],
  eventNotificationUrl: 'http://127.0.0.1:1/',
};

describe('operations beyond the spec', () => {
  operation('contacts.read', 'gives the name that a contact goes by', async () => {
    const [id = ''] = service.sample().contactIds;
    const name = valueOf(await beyondSpec.contactName(id));
    expect(name).toEqual(expect.any(String));
    expect(valueOf(await beyondSpec.readContact(id))).toMatchObject({ id, name, isDeleted: false });
    expect(await beyondSpec.readContact('none')).toMatchObject(failed('not-found', 404));
  });

  operation('contacts.list', 'gives every contact once over many pages, or those of a name', async () => {
    const all = await itemsOf(beyondSpec.listContacts());
    const many = await itemsOf(beyondSpec.listContacts({ limit: 7 }));
    expect(many.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(all.length).toBeGreaterThan(7);
    const [first] = all;
    const found = await itemsOf(beyondSpec.listContacts({ search: first?.name ?? '' }));
    expect(found.map(({ id }) => id)).toContain(first?.id);
    const later = await itemsOf(beyondSpec.listContacts({ updatedSince: 10n ** 18n }));
    expect(later).toEqual([]);
    expect((await beyondSpec.listContacts({ limit: 501 }).next()).value).toMatchObject(refused('Limit'));
  });

  operation('history.ofFile', 'gives what happened to one document', async () => {
    const history = valueOf(await beyondSpec.fileHistory(matterId, filed('Draft.docx', 'one', 'two')));
    expect(history.entries).toHaveLength(2);
  });

  operation('documents.listFiles', 'gives every document once over many pages', async () => {
    const fileId = filed('Listed.docx', 'one');
    const all = await itemsOf(beyondSpec.allFiles(matterId));
    const many = await itemsOf(beyondSpec.allFiles(matterId, { limit: 2 }));
    expect(many.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(all.map(({ id }) => id)).toContain(fileId);
    const page = valueOf(await beyondSpec.listFiles(matterId));
    expect(page.items).toHaveLength(Math.min(page.size ?? 0, 10));
    const named = await itemsOf(beyondSpec.allFiles(matterId, { search: 'Listed', sort: 'dateCreated' }));
    expect(named).toMatchObject([{ id: fileId, name: 'Listed', ownerId: expect.any(String), folder: null }]);
    colleague.deleteFile(fileId);
    expect(await itemsOf(beyondSpec.allFiles(matterId, { search: 'Listed' }))).toEqual([]);
    expect((await beyondSpec.allFiles(matterId, { limit: 0 }).next()).value).toMatchObject(refused('Limit'));
  });

  operation(
    'documents.readFile',
    'gives the document as it is now, the extension apart from its name',
    async () => {
      const fileId = filed('Costs.v2.xlsx', 'one', 'twos');
      const newest = service.contentOf(matterId, fileId).at(-1);
      expect(valueOf(await beyondSpec.readFile(matterId, fileId))).toMatchObject({
        id: fileId,
        versionId: newest?.documentVersionId,
        name: 'Costs.v2',
        fileExtension: '.xlsx',
        sizeBytes: 4,
        isUploaded: true,
        isDeleted: false,
      });
      expect(await beyondSpec.readFile(matterId, fileIdSchema.parse('none'))).toMatchObject(
        failed('not-found', 404),
      );
    },
  );

  operation('documents.download', 'tells where a version is to be had, by default the newest', async () => {
    const fileId = filed('Draft.docx', 'first', 'the second');
    const [first] = service.contentOf(matterId, fileId);
    const info = valueOf(await beyondSpec.download(matterId, fileId, null));
    expect(new URL(info.downloadUrl).origin).toBe(service.storageUrl);
    expect(info).toMatchObject({ name: 'Draft', fileExtension: '.docx', sizeBytes: 10 });
    expect(Number(info.expiresAt)).toBeGreaterThan(Date.now());
    const older = valueOf(await beyondSpec.download(matterId, fileId, first?.documentVersionId ?? ''));
    expect(older.sizeBytes).toBe(5);
    expect(await beyondSpec.download(matterId, fileId, 'none')).toMatchObject(failed('not-found', 404));
  });

  operation('documents.getContent', 'gives the exact bytes of a version', async () => {
    const fileId = filed('Draft.docx', 'first', 'the second');
    const [first] = service.contentOf(matterId, fileId);
    expect(await got(fileId)).toEqual({ sha256: sha256('the second'), size: 10 });
    expect(await got(fileId, first?.documentVersionId)).toEqual({ sha256: sha256('first'), size: 5 });
  });

  operation(
    'documents.createFile',
    'gives a new document its id, and is not shown before its content is there',
    async () => {
      const folderId = folder('Made by POST');
      const info = valueOf(
        await beyondSpec.createFile(matterId, {
          fileName: 'New.docx',
          folderId,
          fileAdditionalData: { ours: '1' },
        }),
      );
      expect(valueOf(await beyondSpec.readFile(matterId, info.fileId))).toMatchObject({
        ...{ name: 'New', isUploaded: false, additionalData: { ours: '1' }, folder: { id: folderId } },
      });
      const shown = () => JSON.stringify(service.historyOf(matterId)).includes(info.fileId);
      expect(shown()).toBe(false);
      const content = { size: 3, open: () => Readable.from([Buffer.from('abc')]) };
      valueOf(await client.documents.putContent(info, content));
      service.applyPending();
      expect(valueOf(await beyondSpec.readFile(matterId, info.fileId))).toMatchObject({ isUploaded: true });
      expect(shown()).toBe(true);
      const inPath = await beyondSpec.createFile(matterId, {
        fileName: 'In path.docx',
        folderPath: 'Made by POST',
      });
      expect(valueOf(await beyondSpec.readFile(matterId, valueOf(inPath).fileId)).folder?.id).toBe(folderId);
      expect(await beyondSpec.createFile(matterId, { fileName: '' })).toMatchObject(refused('fileName'));
      const nowhere = await beyondSpec.createFile(matterId, { fileName: 'a', folderPath: 'no/where' });
      expect(nowhere).toMatchObject(failed('rejected', 400));
    },
  );

  operation('documents.patchFile', 'changes the name alone, or the folder alone', async () => {
    const fileId = filed('Patched.docx', 'one');
    const folderId = folder('Patched into');
    valueOf(await beyondSpec.patchFile(matterId, fileId, { folderId }));
    service.applyPending();
    expect(fileCalled('Patched.docx')).toMatchObject({ fileId, folderId });
    valueOf(await beyondSpec.patchFile(matterId, fileId, { fileName: 'Patched again.docx' }));
    service.applyPending();
    expect(fileCalled('Patched again.docx')).toMatchObject({ fileId, folderId });
    const unknown = await beyondSpec.patchFile(matterId, fileIdSchema.parse('none'), {});
    expect(unknown).toMatchObject(failed('not-found', 404));
  });

  operation('documents.deleteFile', 'is accepted, and the document is deleted a moment later', async () => {
    const fileId = filed('Deleted.docx', 'one');
    expect(valueOf(await beyondSpec.deleteFile(matterId, fileId))).toMatchObject({ id: fileId });
    expect(valueOf(await beyondSpec.readFile(matterId, fileId))).toMatchObject({ isDeleted: false });
    service.applyPending();
    expect(valueOf(await beyondSpec.readFile(matterId, fileId))).toMatchObject({ isDeleted: true });
    const notUuid = await beyondSpec.deleteFile(matterId, fileIdSchema.parse('none'));
    expect(notUuid).toMatchObject(failed('rejected', 400));
  });

  operation('folders.list', 'gives what lies in the root, over many pages as well', async () => {
    const folderId = folder('In the root');
    const fileId = filed('In the root.docx', 'one');
    const listings = await itemsOf(beyondSpec.listFolders(matterId));
    expect(listings.flatMap(({ folders }) => folders)).toContainEqual(
      expect.objectContaining({ id: folderId, parentId: null, name: 'In the root' }),
    );
    expect(listings.flatMap(({ files }) => files).map(({ id }) => id)).toContain(fileId);
    expect(listings.every(({ malformed }) => malformed === 0)).toBe(true);
  });

  operation('folders.read', 'gives what lies in one folder', async () => {
    const folderId = folder('Outer');
    const inner = folder('Inner', folderId);
    const listing = valueOf(await beyondSpec.readFolder(matterId, folderId));
    expect(listing).toMatchObject({ folders: [{ id: inner, parentId: folderId, name: 'Inner' }], files: [] });
    expect(await beyondSpec.readFolder(matterId, 'none' as FolderId)).toMatchObject(failed('not-found', 404));
  });

  operation('folders.path', 'gives the folders from the root to one', async () => {
    const inner = folder('Two', folder('One'));
    const path = valueOf(await beyondSpec.folderPath(matterId, inner));
    expect(path.map(({ name, depth }) => [name, depth])).toEqual([
      ['', 0],
      ['One', 1],
      ['Two', 2],
    ]);
  });

  operation(
    'folders.create',
    'is accepted with the link of the folder to be, which is there a moment later',
    async () => {
      const { id } = valueOf(
        await beyondSpec.createFolder(matterId, { name: 'To be', parentFolderId: null }),
      );
      expect(folderCalled('To be')).toBeUndefined();
      service.applyPending();
      expect(folderCalled('To be')?.folderId).toBe(id);
      expect(await beyondSpec.createFolder(matterId, { name: ' ' })).toMatchObject(refused('name'));
      const lost = await beyondSpec.createFolder(matterId, { name: 'x', parentFolderId: 'none' as FolderId });
      expect(lost).toMatchObject(failed('rejected', 400));
    },
  );

  operation('folders.put', 'renames and moves a folder, and never into itself', async () => {
    const [one, other] = [folder('Put one'), folder('Put other')];
    valueOf(await beyondSpec.putFolder(matterId, one, { name: 'Put away', parentFolderId: other }));
    service.applyPending();
    expect(folderCalled('Put away')).toMatchObject({ folderId: one, parentId: other });
    const into = await beyondSpec.putFolder(matterId, other, { name: 'Put other', parentFolderId: one });
    expect(into).toMatchObject(failed('rejected', 400));
  });

  operation('folders.patch', 'changes the name alone, where the folder is', async () => {
    const inner = folder('Patch inner', folder('Patch outer'));
    valueOf(await beyondSpec.patchFolder(matterId, inner, { name: 'Patched inner' }));
    service.applyPending();
    expect(folderCalled('Patched inner')?.parentId).toBe(folderCalled('Patch outer')?.folderId);
  });

  operation('folders.delete', 'is accepted, and the folder goes with what lies in it', async () => {
    const folderId = folder('To go');
    const fileId = fileIdSchema.parse(colleague.createFile(matterId, 'In it.docx', 'one', folderId));
    valueOf(await beyondSpec.deleteFolder(matterId, folderId));
    service.applyPending();
    expect(folderCalled('To go')).toBeUndefined();
    expect(valueOf(await beyondSpec.readFile(matterId, fileId)).isDeleted).toBe(true);
    expect(await beyondSpec.deleteFolder(matterId, folderId)).toMatchObject(failed('rejected', 400));
  });

  operation('search.files', 'finds documents of all matters by their names', async () => {
    const fileId = filed('Zebra crossing.docx', 'one');
    filed('Zebra crossing.pdf', 'one');
    const found = valueOf(
      await beyondSpec.searchFiles({
        query: 'zebra',
        searchFields: ['Name'],
        includeFileExtensions: ['docx'],
      }),
    );
    expect(found.items.map(({ id }) => id)).toEqual([fileId]);
    expect(await beyondSpec.searchFiles({ query: '' })).toMatchObject(refused('query'));
  });

  operation('referralTypes.list', 'gives the firm’s ways to come to it', async () => {
    const { items } = valueOf(await beyondSpec.listReferralTypes());
    expect(items).toContainEqual(expect.objectContaining({ name: 'Existing client', isDeleted: false }));
  });

  operation('stageSets.list', 'gives every set with its stages', async () => {
    const { items } = valueOf(await beyondSpec.listStageSets());
    expect(items.find(({ name }) => name === 'Litigation')?.stages).not.toEqual([]);
  });

  operation('stages.ofMatter', 'gives the stages of a matter', async () => {
    expect(valueOf(await beyondSpec.listStages(matterId)).items[0]).toMatchObject({ name: 'Pre-action' });
    const unknown = await beyondSpec.listStages(matterIdSchema.parse('none'));
    expect(unknown).toMatchObject(failed('not-found', 404));
  });

  operation('webhooks.list', 'gives one’s own subscriptions, without their keys', async () => {
    const { id } = valueOf(await client.webhooks.create({ ...webhook, name: 'listed' }));
    const { items } = valueOf(await beyondSpec.listWebhooks());
    expect(items).toContainEqual(expect.objectContaining({ id, name: 'listed' }));
    expect(writeJson(items.map(({ raw }) => raw))).not.toContain(webhook.key);
  });

  operation('webhooks.types', 'gives the names of events', async () => {
    expect(valueOf(await beyondSpec.listWebhookTypes())).toContain('matter.updated');
  });

  operation('webhooks.delete', 'ends a subscription', async () => {
    const { id } = valueOf(await client.webhooks.create({ ...webhook, name: 'ended' }));
    valueOf(await beyondSpec.deleteWebhook(id));
    expect(valueOf(await beyondSpec.listWebhooks()).items.map((each) => each.id)).not.toContain(id);
    expect(await beyondSpec.deleteWebhook(id)).toMatchObject(failed('not-found', 404));
  });
});

const groups = {
  contactReads: () => beyondSpec.listContacts().next(),
  documentFiles: () => beyondSpec.allFiles(matterId).next(),
  documentFolders: () => beyondSpec.listFolders(matterId).next(),
  fileSearch: () => beyondSpec.searchFiles({ query: 'x' }),
  firmLists: () => beyondSpec.listWebhooks(),
} as const;

test.each(Object.entries(groups))(
  'a service without %s answers that there is no such operation',
  async (name, ask) => {
    Object.assign(service.variants, { [name]: 'notOffered' });
    try {
      const answer = await ask();
      expect('value' in answer && 'done' in answer ? answer.value : answer).toMatchObject(
        failed('not-found', 404),
      );
    } finally {
      Object.assign(service.variants, beyondTheSpecification);
    }
  },
);
