import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { matterStatuses } from '../service/resources/matter-record.ts';
import { type Json, type Running, sampleFirm, start } from './harness.ts';

let firm: Running;

beforeAll(() =>
  sampleFirm((running) => {
    firm = running;
  }),
);

async function matters(): Promise<Json[]> {
  return (await firm.call('GET', '/matters')).body.value;
}

function entries(): Json[] {
  return firm.service.matterIds().flatMap((id) => firm.service.historyOf(id));
}

test('sixty matters in every status, some of them leads, with credible numbers and titles', async () => {
  const all = await matters();
  expect(all).toHaveLength(60);
  expect(new Set(all.map((matter) => matter.status))).toEqual(new Set(matterStatuses));
  expect(all.filter((matter) => matter.isLead)).toHaveLength(6);
  expect(all[0].title).toBe('Hartley v Northgate Rail plc');
  expect(
    all.filter((matter) => !matter.isLead).every((matter) => /^20\d\d\/\d{4}$/.test(matter.number)),
  ).toBe(true);
  expect(all.every((matter) => matter.title !== '' && !matter.title.startsWith(' v '))).toBe(true);
});

test('hundreds of entries of every kind by several people over two years, none in the future', () => {
  const all = entries();
  expect(all.length).toBeGreaterThan(300);
  expect(new Set(all.map((entry) => entry.changeType))).toEqual(
    new Set(['Create', 'Update', 'Rename', 'Move', 'Copy', 'Delete']),
  );
  expect(new Set(all.map((entry) => entry.userId)).size).toBeGreaterThan(6);
  const times = all.map((entry) => Date.parse(entry.timestamp)).toSorted((a, b) => a - b);
  const day = 24 * 60 * 60_000;
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(600 * day);
  expect(times.at(-1)).toBeLessThanOrEqual(Date.now());
});

test('nested folders, names of many scripts, one of 120 characters', () => {
  const ids = firm.service.matterIds();
  const folders = ids.flatMap((id) => firm.service.foldersOf(id));
  expect(folders.some((folder) => folder.parentId !== null)).toBe(true);
  const names = ids.flatMap((id) => firm.service.filesOf(id)).map((file) => file.fileName);
  expect(names.some((name) => name.length === 120)).toBe(true);
  expect(names).toContain('契約書（草案）.docx');
  expect(Math.max(...ids.map((id) => firm.service.filesOf(id).length))).toBeGreaterThan(50);
});

test('every document has real content of its format', () => {
  const magic: Record<string, string> = { docx: 'PK', xlsx: 'PK', pdf: '%PDF', png: '\u0089PNG' };
  for (const matterId of firm.service.matterIds()) {
    for (const { fileId, fileName } of firm.service.filesOf(matterId)) {
      const [version] = firm.service.contentOf(matterId, fileId);
      const firstBytes = magic[fileName.split('.').at(-1) ?? ''] ?? '';
      expect(readFileSync(version?.path ?? '', 'latin1').startsWith(firstBytes)).toBe(true);
    }
  }
});

test('the firm is the same every time', async () => {
  const clock = { now: () => Date.parse('2026-06-01T00:00:00Z') };
  const [one, two] = [await start({ seed: 'firm', clock }), await start({ seed: 'firm', clock })];
  const strip = (text: string) => text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '');
  const [first, second] = [
    await one.call('GET', '/matters?fields=Items'),
    await two.call('GET', '/matters?fields=Items'),
  ];
  expect(strip(first.text)).toBe(strip(second.text));
  const [matterId = ''] = one.service.matterIds();
  expect(strip(JSON.stringify(one.service.historyOf(matterId)))).toBe(
    strip(JSON.stringify(two.service.historyOf(matterId))),
  );
});

test('an empty firm has people, matter types and clients, and grows for measurements', async () => {
  const { call, service, history } = await start({ seed: 'empty' });
  expect(service.people).toHaveLength(11);
  expect((await call('GET', '/matters')).body).toMatchObject({ size: 0, next: null, value: [] });
  const ids = service.seedMatters(1200);
  expect((await call('GET', '/matters?offset=1000')).body).toMatchObject({ size: 1200, next: null });
  const folderId = service.colleague.createFolder(ids[3] ?? '', 'Bulk');
  expect(service.seedHistory(ids[3] ?? '', folderId, 400)).toHaveLength(300);
  expect(await history(ids[3] ?? '', folderId)).toHaveLength(401);
});
