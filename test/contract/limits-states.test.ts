import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { longestFileName } from '../../main/engine/service/documents.ts';
import { activityCodeIdSchema, matterTypeIdSchema, stageSetIdSchema } from '../../main/engine/service/ids.ts';
import { exchangeCode, refreshAccess } from '../../main/sign-in/token-server.ts';
import { fileIdSchema, matterStatuses } from '../../shared/model/index.ts';
import { longestCode } from '../../shared/rules/activity-code.ts';
import { wholeRatio } from '../../shared/rules/split-staff.ts';
import { failed, firstPage, itemsOf, refused, startPractice, valueOf } from './practice.ts';
import { rows } from './rows.ts';
import { authorized, connectionTo } from './sign-in.ts';

let now = Date.now();
const practice = await startPractice({ uploadLifetimeMs: 60_000, clock: { now: () => now } });
const { client, service, matterId, leadId } = practice;
const sample = service.sample();
const minutes = (count: number) => {
  now += count * 60_000;
};

rows('Limits', {
  '`Limit` 1 to 500; `Offset` 0 to 2147483647': async () => {
    for (const resource of [client.activityCodes, client.layouts]) {
      for (const limit of [1, 500])
        expect((await resource.list({ limit }).next()).value).toMatchObject({ ok: true });
      for (const limit of [0, 501]) {
        expect((await resource.list({ limit }).next()).value).toMatchObject(refused('Limit'));
      }
      expect((await resource.list({ offset: 2_147_483_647 }).next()).value).toMatchObject({ ok: true });
      for (const offset of [-1, 2_147_483_648]) {
        expect((await resource.list({ offset }).next()).value).toMatchObject(refused('Offset'));
      }
    }
    for (const path of ['/activitycodes?Limit=501', '/layouts?Limit=0', '/layouts?Offset=2147483648']) {
      expect((await practice.call('GET', path)).status).toBe(400);
    }
  },
  '`limit` default 500': async () => {
    expect((await firstPage(client.matters.list())).limit).toBe(500);
    expect((await firstPage(client.matterTypes.list())).limit).toBe(500);
  },
  'activity `code` at most 20 characters': async () => {
    expect(longestCode).toBe(20);
    const id = activityCodeIdSchema.parse(sample.activityCodeId);
    expect((await client.activityCodes.put(id, { code: 'x'.repeat(20) })).ok).toBe(true);
    expect(await client.activityCodes.put(id, { code: 'x'.repeat(21) })).toMatchObject(refused('code'));
    const past = await practice.call('PUT', `/activitycodes/${id}`, { code: 'x'.repeat(21) });
    expect(past.status).toBe(400);
  },
  '`fileName` at most 256 characters': async () => {
    expect(longestFileName).toBe(256);
    const id = fileIdSchema.parse(randomUUID());
    const put = (fileName: string) => client.documents.putFile(matterId, id, { fileName, folderId: null });
    expect((await put('x'.repeat(256))).ok).toBe(true);
    expect(await put('x'.repeat(257))).toMatchObject(refused('fileName'));
    const past = { fileName: 'x'.repeat(257) };
    expect((await practice.call('PUT', `/matters/${matterId}/documents/files/${id}`, past)).status).toBe(400);
  },
  '`externalUserId`, `title`, `url` at least 1 character': async () => {
    const task = { externalUserId: 'u', title: 't', url: 'x' };
    expect((await client.portalTasks.create(matterId, task)).ok).toBe(true);
    for (const field of ['externalUserId', 'title', 'url'] as const) {
      const empty = { ...task, [field]: '' };
      expect(await client.portalTasks.create(matterId, empty)).toMatchObject(refused(field));
      expect((await practice.call('POST', `/matters/${matterId}/portal/tasks`, empty)).status).toBe(400);
    }
  },
  '`clientIds` at least 1 entry': async () => {
    const matter = { matterTypeId: String(sample.matterTypeId), clientIds: [] };
    expect(await client.matters.create(matter)).toMatchObject(refused('clientIds'));
    expect((await practice.call('POST', '/matters', matter)).status).toBe(400);
  },
  'ratios sum to 10000': async () => {
    expect(wholeRatio).toBe(10_000);
    const [one = '', other = ''] = sample.staffIds;
    const patch = (ratio: number) => ({
      originatingStaffIds: [one, other],
      splitOriginatingStaffSettings: {
        isEnabled: true,
        splitMethod: 'UseRatio',
        splitMatterStaffs: [
          { matterStaffId: one, matterStaffRatio: ratio },
          { matterStaffId: other, matterStaffRatio: 4000 },
        ],
      },
    });
    expect((await client.matters.patch(matterId, patch(6000))).ok).toBe(true);
    for (const ratio of [5999, 6001]) {
      expect((await client.matters.patch(matterId, patch(ratio))).ok).toBe(false);
      expect((await practice.call('PATCH', `/matters/${matterId}`, patch(ratio))).status).toBe(400);
    }
  },
  'authorization code valid 5 minutes, single use': async () => {
    const connection = connectionTo(service);
    const late = await authorized(service, connection);
    minutes(5);
    expect(await exchangeCode(connection, late, fetch)).toMatchObject({
      ok: false,
      error: { error: 'invalid_grant' },
    });
    const fresh = await authorized(service, connection);
    minutes(4);
    expect((await exchangeCode(connection, fresh, fetch)).ok).toBe(true);
    expect(await exchangeCode(connection, fresh, fetch)).toMatchObject({
      ok: false,
      error: { error: 'invalid_grant' },
    });
  },
  'access token 60 minutes by default; refresh token 30 days by default': async () => {
    const { accessToken } = service.tokensFor();
    const withIt = practice.clientWith({
      accessToken: () => Promise.resolve({ ok: true, value: accessToken }),
    });
    minutes(59);
    expect((await withIt.matters.read(matterId)).ok).toBe(true);
    minutes(1);
    expect(await withIt.matters.read(matterId)).toMatchObject(failed('unauthorized', 401));

    const connection = connectionTo(service);
    const signedIn = await authorized(service, connection);
    const { refreshToken } = valueOf(await exchangeCode(connection, signedIn, fetch));
    minutes(30 * 24 * 60 - 1);
    expect(await refreshAccess(connection, String(refreshToken), fetch)).toMatchObject({ ok: true });
    minutes(1);
    expect(await refreshAccess(connection, String(refreshToken), fetch)).toMatchObject({
      ok: false,
      error: { error: 'invalid_grant' },
    });
  },
  'upload link valid until `expiry`': async () => {
    const { accessToken } = service.tokensFor();
    const options = { accessToken: () => Promise.resolve({ ok: true as const, value: accessToken }) };
    const id = fileIdSchema.parse(randomUUID());
    const put = { fileName: 'a.pdf', folderId: null };
    const info = valueOf(await practice.clientWith(options).documents.putFile(matterId, id, put));
    minutes(1);
    const content = { size: 0, open: () => Readable.from([]) };
    const sent = await client.documents.putContent({ ...info, expiresAt: null }, content);
    expect(sent).toMatchObject(failed('upload-expired', 403));
  },
});

rows('States and transitions', {
  'Matter `status`': async () => {
    for (const status of matterStatuses) {
      valueOf(await client.matters.patch(matterId, { status }));
      service.applyPending();
      expect(valueOf(await client.matters.read(matterId)).status).toBe(status);
    }
    service.faults.add({ route: 'matters.read', kind: 'unknownEnums' });
    expect(valueOf(await client.matters.read(matterId)).status).toBe('Quarantined');
  },
  'Lead versus matter (`isLead`)': async () => {
    const conversion = { isLead: false, matterTypeId: String(sample.matterTypeId) };
    expect(await client.matters.patch(leadId, conversion)).toMatchObject(refused('clientRole'));
    expect(await client.matters.patch(leadId, { clientRole: 'Client' })).toMatchObject(refused('clientRole'));
    valueOf(await client.matters.patch(leadId, { ...conversion, clientRole: 'Client' }));
    service.applyPending();
    expect(valueOf(await client.matters.read(leadId)).isLead).toBe(false);
  },
  'Portal task flags': async () => {
    const task = { externalUserId: 'u', title: 't', url: 'x' };
    const { taskId } = valueOf(await client.portalTasks.create(matterId, task));
    service.applyPending();
    for (const flag of ['cancelled', 'completed', 'expired'] as const) {
      expect(practice.kept('portalTask', String(taskId))[flag]).toBe(false);
      valueOf(await client.portalTasks.patch(matterId, String(taskId), { [flag]: true }));
      service.applyPending();
      expect(practice.kept('portalTask', String(taskId))[flag]).toBe(true);
    }
  },
  'Matter type / stage set / stage / activity code deletion': async () => {
    const deletedType = matterTypeIdSchema.parse(sample.deletedMatterTypeId);
    expect(valueOf(await client.matterTypes.read(deletedType)).isDeleted).toBe(true);
    for (const isLead of [false, true]) {
      const matter = { matterTypeId: deletedType, clientIds: sample.contactIds.slice(0, 1), isLead };
      expect(await client.matters.create(matter)).toMatchObject(failed('rejected', 400));
    }
    const deletedSet = valueOf(await client.stageSets.read(stageSetIdSchema.parse(sample.deletedStageSetId)));
    expect(deletedSet.isDeleted).toBe(true);
    const { stages } = valueOf(await client.stageSets.read(stageSetIdSchema.parse(sample.stageSetId)));
    expect(stages.some(({ isDeleted }) => isDeleted)).toBe(true);
    const codes = await itemsOf(client.activityCodes.list());
    expect(codes.some(({ isDeleted }) => isDeleted)).toBe(true);
  },
});
