import { describe, expect, it } from 'vitest';
import { createRequestBudget } from '../../../../main/engine/service/budget/request-budget.ts';
import { createServiceClient } from '../../../../main/engine/service/client.ts';
import { systemClock } from '../../../../shared/base/clock.ts';
import { ok } from '../../../../shared/base/result.ts';
import { fileIdSchema, matterIdSchema } from '../../../../shared/model/index.ts';
import { sendJson, tinyService } from './tiny-service.ts';

const matterId = matterIdSchema.parse('m1');
const fileId = fileIdSchema.parse('f1');
const put = { fileName: 'a.pdf', folderId: null };

describe('what lies beyond the spec', () => {
  it('is put under an id made here, when the spec is all there is', async () => {
    const uploadUrl = 'https://storage.example/1';
    await using service = await tinyService((_request, response) =>
      sendJson(response, { uploadUrl, expiry: '' }),
    );
    const created = await service.client().beyondSpec.createFile(matterId, put);
    expect(created).toMatchObject({ ok: true, value: { uploadUrl, expiresAt: null } });
    expect(service.seen[0]?.url).toMatch(/^\/practice\/matters\/m1\/documents\/files\/[0-9a-f-]{36}$/);
  });

  it('is said not to be offered otherwise', async () => {
    await using service = await tinyService((_request, response) => sendJson(response, {}));
    const { beyondSpec } = service.client();
    const notOffered = { ok: false, error: { kind: 'not-offered' } };
    expect(await beyondSpec.listFolders(matterId)).toEqual(notOffered);
    expect(await beyondSpec.createFolder(matterId, { name: 'Drafts', parentId: null })).toEqual(notOffered);
    expect(service.seen).toEqual([]);
  });

  it('is the deployment’s own where it has one, and the default for the rest', async () => {
    const listing = { folders: [], files: [{ id: fileId, name: 'a.pdf', folderId: null }] };
    const random = () => 0;
    const client = createServiceClient({
      baseUrl: 'http://127.0.0.1:1',
      apiKey: 'key',
      accessToken: () => Promise.resolve(ok('token')),
      budget: createRequestBudget({ clock: systemClock, random }),
      clock: systemClock,
      random,
      beyondSpec: { listFolders: () => Promise.resolve(ok(listing)) },
    });
    expect(await client.beyondSpec.listFolders(matterId)).toEqual(ok(listing));
    expect((await client.beyondSpec.createFolder(matterId, { name: 'Drafts', parentId: null })).ok).toBe(
      false,
    );
  });
});
