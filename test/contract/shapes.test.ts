import { describe, expect } from 'vitest';
import { matterTypeIdSchema, stageSetIdSchema } from '../../main/engine/service/ids.ts';
import { operations } from '../../main/engine/service/operations.ts';
import { dateFromTicks, toTicks } from '../../main/engine/service/ticks.ts';
import { readLink } from '../../main/engine/service/tolerant.ts';
import { ok } from '../../shared/base/result.ts';
import { failed, firstPage, itemsOf, startPractice, valueOf } from './practice.ts';
import { operation, rows } from './rows.ts';

const practice = await startPractice();
const { client, service, matterId } = practice;

rows('What the service does', {
  '2 asynchronous writes': async () => {
    const before = valueOf(await client.matters.read(matterId)).description;
    const link = valueOf(await client.matters.patch(matterId, { description: 'Changed a moment later' }));
    expect(link).toMatchObject({ id: matterId, href: `${service.baseUrl}/matters/${matterId}` });
    expect(valueOf(await client.matters.read(matterId)).description).toBe(before);
    service.applyPending();
    expect(valueOf(await client.matters.read(matterId)).description).toBe('Changed a moment later');
  },
  '3 links, versionId and paging': async () => {
    const page = await firstPage(client.matters.list({ limit: 7, offset: 7 }));
    expect(page).toMatchObject({ offset: 7, limit: 7, size: 60 });
    expect(page.next).toContain('offset=14');
    expect(page.items).toHaveLength(7);
    for (const matter of page.items) {
      expect(matter.href).toContain(matter.id);
      expect(matter.versionId).not.toBe('');
    }
  },
  '4 regions': async () => {
    for (const region of ['AU', 'US'] as const) {
      const patched = await practice
        .clientWith({ region })
        .matters.patch(matterId, { supervisorStaffId: 'x' });
      expect(patched).toMatchObject({
        ok: false,
        error: { field: 'supervisorStaffId', rule: 'exists only in UK' },
      });
    }
  },
});

/** A link as the service wrote it, and as the client gives it. */
async function matterLink() {
  const written = valueOf(await client.matters.patch(matterId, { number: '1' }));
  const { body } = await practice.call('PATCH', `/matters/${matterId}`, { number: '1' });
  return { written, body };
}

rows('Link object', {
  id: async () => {
    const { written, body } = await matterLink();
    expect(written.id).toBe(matterId);
    expect(body.id).toBe(matterId);
  },
  href: async () => {
    const { written, body } = await matterLink();
    expect(written.href).toBe(body.href);
    expect((await practice.call('GET', String(written.href))).body.id).toBe(matterId);
  },
  relation: async () => {
    expect((await matterLink()).written.relation).toBe('Matters');
    const read = valueOf(await client.matters.read(matterId));
    expect(read.raw).toMatchObject({ matterType: { rel: 'MatterTypes' } });
    expect(read.matterType?.relation).toBe('MatterTypes');
  },
  method: async () => {
    expect((await matterLink()).written.method).toBe('GET');
    expect(readLink({ id: 'x', method: null })).toMatchObject({ method: 'GET' });
    expect(readLink({ id: 'x', method: 'PUT' })).toMatchObject({ method: 'PUT' });
  },
});

const matterTypeId = matterTypeIdSchema.parse(service.sample().matterTypeId);

async function problem() {
  service.faults.add({
    route: 'matterTypes.read',
    kind: 'answer',
    status: 400,
    text: '{"type":"about:blank","title":"Bad","status":400,"detail":"So it is","instance":"/x","traceId":"7"}',
  });
  const failure = await client.matterTypes.read(matterTypeId);
  if (failure.ok || !('problem' in failure.error)) throw new Error('a problem was expected');
  return failure.error.problem;
}

rows('ProblemDetails', {
  type: async () => expect((await problem())?.type).toBe('about:blank'),
  title: async () => expect((await problem())?.title).toBe('Bad'),
  status: async () => expect((await problem())?.status).toBe(400),
  detail: async () => expect((await problem())?.detail).toBe('So it is'),
  instance: async () => expect((await problem())?.instance).toBe('/x'),
  'extra members': async () => expect((await problem())?.extra).toEqual({ traceId: '7' }),
});

async function inShape(pagedShape: 'full' | 'short') {
  Object.assign(service.variants, { pagedShape });
  const { body } = await practice.call('GET', '/matters?limit=25');
  const ids = (await itemsOf(client.matters.list({ limit: 25 }))).map(({ id }) => id);
  const types = await itemsOf(client.matterTypes.list());
  Object.assign(service.variants, { pagedShape: 'mixed' });
  expect(ids.toSorted()).toEqual(service.matterIds().toSorted());
  expect(types.length).toBeGreaterThan(3);
  return Object.keys(body).toSorted();
}

rows('Paged collection', {
  'full form': async () => {
    expect(await inShape('full')).toEqual(
      [
        'id',
        'href',
        'relation',
        'method',
        'self',
        'value',
        'offset',
        'limit',
        'size',
        'first',
        'previous',
        'next',
        'last',
      ].toSorted(),
    );
  },
  'short form': async () => {
    expect(await inShape('short')).toEqual(
      ['href', 'offset', 'limit', 'size', 'first', 'next', 'last', 'value'].toSorted(),
    );
  },
  lastUpdated: async () => {
    const [layout] = (await firstPage(client.layouts.list())).items;
    const lastUpdated = layout?.lastUpdated ?? 0n;
    const text = await (
      await fetch(`${service.baseUrl}/layouts?Limit=1`, {
        headers: { 'x-api-key': service.apiKey, authorization: `Bearer ${service.tokensFor().accessToken}` },
      })
    ).text();
    expect(text).toContain(`"lastUpdated":${lastUpdated}`);
    expect(dateFromTicks(toTicks(lastUpdated)).getUTCFullYear()).toBeGreaterThan(2000);
  },
  'other dates': async () => {
    for (const dateTimes of ['milliseconds', 'sevenDigits'] as const) {
      Object.assign(service.variants, { dateTimes });
      const { openedDate } = valueOf(await client.matters.read(matterId));
      expect(openedDate).toMatch(/^\d{4}-\d{2}-\d{2}T/);
      expect(Number.isNaN(Date.parse(String(openedDate)))).toBe(false);
    }
    Object.assign(service.variants, { dateTimes: 'milliseconds' });
  },
});

rows('Authentication', {
  'x-api-key': async () => {
    const outsider = practice.clientWith({ apiKey: 'not-a-key' });
    expect(await outsider.matters.read(matterId)).toMatchObject(failed('forbidden', 403));
  },
  Authorization: async () => {
    const outsider = practice.clientWith({ accessToken: () => Promise.resolve(ok('not-a-token')) });
    expect(await outsider.matters.read(matterId)).toMatchObject(failed('unauthorized', 401));
  },
});

rows('Errors', {
  '1 ProblemDetails': async () => {
    service.faults.add({ route: 'matters.read', kind: 'status', status: 409 });
    const result = await client.matters.read(matterId);
    expect(result).toMatchObject({ ok: false, error: { kind: 'conflict', problem: { status: 409 } } });
  },
  '3 matter type and stage set reads': async () => {
    expect(await client.matterTypes.read(matterTypeIdSchema.parse('none'))).toMatchObject({
      ok: false,
      error: { kind: 'not-found', problem: { title: expect.any(String), detail: expect.any(String) } },
    });
    expect(await client.stageSets.read(stageSetIdSchema.parse('none'))).toMatchObject({
      ok: false,
      error: { kind: 'not-found', problem: { title: expect.any(String), detail: expect.any(String) } },
    });
  },
});

rows('Versioning', {
  '2 versionId': async () => {
    expect(valueOf(await client.matters.read(matterId)).versionId).toMatch(/^\d{18}$/);
    const { items } = await firstPage(client.layouts.list());
    expect(items[0]?.versionId).toMatch(/^[0-9a-f-]{36}$/);
  },
  '3 no version in the address': async () => {
    const asked: string[] = operations.map(({ path }) => path);
    for await (const page of client.matters.list({ limit: 20 }))
      asked.push(String(page.ok && page.value.next));
    expect(asked.join(' ')).not.toMatch(/\/v\d|version/i);
  },
});

describe('reading what cannot be trusted', () => {
  operation(
    'matters.list',
    'survives words nobody has heard of, repeated and reordered records',
    async () => {
      for (const kind of ['unknownEnums', 'repeated', 'reordered'] as const) {
        service.faults.add({ route: 'matters.list', kind });
        const matters = await itemsOf(client.matters.list());
        expect(new Set(matters.map(({ id }) => id)).size).toBe(matters.length);
        expect(matters).toHaveLength(60);
      }
      expect(valueOf(await client.staff.list()).items).toHaveLength(12);
    },
  );
});
