import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { fileIdSchema } from '../../shared/model/index.ts';
import { failed, startPractice, valueOf } from './practice.ts';
import { operation } from './rows.ts';

const practice = await startPractice({
  variants: { documentFiles: 'offered', fileHistory: 'offered', contactReads: 'offered' },
});
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

describe('operations beyond the spec', () => {
  operation('contacts.read', 'gives the name that a contact goes by', async () => {
    const [id = ''] = service.sample().contactIds;
    expect(valueOf(await beyondSpec.contactName(id))).toEqual(expect.any(String));
  });

  operation('history.ofFile', 'gives what happened to one document', async () => {
    const history = valueOf(await beyondSpec.fileHistory(matterId, filed('Draft.docx', 'one', 'two')));
    expect(history.entries).toHaveLength(2);
  });

  operation('documents.listFiles', 'gives a page of the matter’s documents', async () => {
    const page = valueOf(await beyondSpec.listFiles(matterId));
    expect(page.items).toHaveLength(Math.min(page.size ?? 0, 10));
    expect(page.malformed).toEqual([]);
    expect(page.size).toBeGreaterThan(1);
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
});
