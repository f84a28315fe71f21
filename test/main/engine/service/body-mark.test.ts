import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRequestBudget } from '../../../../main/engine/service/budget/request-budget.ts';
import { createServiceClient } from '../../../../main/engine/service/client.ts';
import { exchange } from '../../../../main/engine/service/exchange.ts';
import { systemClock } from '../../../../shared/base/clock.ts';
import { ok } from '../../../../shared/base/result.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { startPracticeService } from '../../../service/index.ts';
import { tinyService } from './tiny-service.ts';

const matterId = 'm1' as MatterId;

test.each([
  ['none', 200],
  ['etag', 304],
  ['lastModified', 200],
] as const)(
  'a history that did not change is recognised, also by a service that says %s',
  async (historyConditions, status) => {
    const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
    const service = await startPracticeService({ directory, variants: { historyConditions } });
    const statuses: number[] = [];
    const client = createServiceClient({
      baseUrl: service.baseUrl,
      apiKey: service.apiKey,
      accessToken: () => Promise.resolve(ok(service.tokensFor().accessToken)),
      budget: createRequestBudget({ clock: systemClock, random: () => 0.5 }),
      clock: systemClock,
      random: () => 0.5,
      http: {
        exchange: async (outgoing) => {
          const incoming = await exchange(outgoing);
          if (incoming.ok) statuses.push(incoming.value.status);
          return incoming;
        },
      },
    });
    const id = service.sample().matterId as MatterId;
    const first = await client.history.read(id, id, { known: null });
    const known = first.ok ? (first.value.mark ?? null) : null;
    expect(await client.history.read(id, id, { known })).toMatchObject({
      ok: true,
      value: { unchanged: true, mark: { hash: known?.hash } },
    });
    service.colleague.createFile(id, 'New.docx', 'content');
    const changed = await client.history.read(id, id, { known });
    expect(changed.ok && changed.value.unchanged).toBeFalsy();
    expect(changed.ok && changed.value.entries.length).toBe((first.ok ? first.value.entries.length : 0) + 1);
    expect(statuses).toEqual([200, status, 200]);
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  },
);

test('a colleague’s version filed in the second of the last entry is seen, also by a service that dates its history', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  const service = await startPracticeService({
    directory,
    clock: { now: () => Date.parse('2026-03-02T10:00:00.500Z') },
    variants: { historyConditions: 'lastModified' },
  });
  const client = createServiceClient({
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
    accessToken: () => Promise.resolve(ok(service.tokensFor().accessToken)),
    budget: createRequestBudget({ clock: systemClock, random: () => 0.5 }),
    clock: systemClock,
    random: () => 0.5,
  });
  const id = service.sample().matterId as MatterId;
  const fileId = service.colleague.createFile(id, 'Brief.docx', 'first');
  const first = await client.history.read(id, id, { known: null });
  service.colleague.addVersion(fileId, 'second');
  const known = first.ok ? (first.value.mark ?? null) : null;
  const second = await client.history.read(id, id, { known });
  expect(second.ok && second.value.entries.length).toBe((first.ok ? first.value.entries.length : 0) + 1);
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
});

test('a body that is known is not even parsed', async () => {
  const body = 'this is no JSON';
  await using service = await tinyService((_request, response) => response.end(body));
  const read = (hash: string) =>
    service.client().history.read(matterId, 'f1', { known: { hash, etag: null } });
  expect(await read('another')).toMatchObject({ ok: false, error: { kind: 'malformed' } });
  const same = createHash('sha256').update(body).digest('base64');
  expect(await read(same)).toMatchObject({ ok: true, value: { unchanged: true, entries: [] } });
});
