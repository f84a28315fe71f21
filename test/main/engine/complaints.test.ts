import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { EnginePorts } from '../../../main/engine/compose.ts';
import { decide } from '../../../main/engine/features/upload/decide.ts';
import type { Files } from '../../../main/engine/platform/files.ts';
import { createRequestBudget } from '../../../main/engine/service/budget/request-budget.ts';
import { createServiceClient } from '../../../main/engine/service/client.ts';
import { ok } from '../../../shared/base/result.ts';
import type { PracticeService } from '../../service/index.ts';
import { fastClock } from '../../support/fast-clock.ts';
import { eventually, openWorkplace, sha256 } from '../../support/workplace.ts';
import { calm, filedAs, openDesk, problemsOf, rowOf } from './saving/desk.ts';

const root = join(import.meta.dirname, '../../..');

/** What users of such programs complain about most, and the tests that hold it: file below `test/`, start of a title. */
const complaints: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'lost edits through last-save-wins': [
    ['main/engine/filing.test.ts', 'a colleague’s newer version is never buried'],
  ],
  'stuck with no reason': [
    ['main/engine/complaints.test.ts', 'what cannot be filed now says why'],
    ['main/engine/filing.test.ts', 'offline, every save is kept'],
  ],
  'one locked file stopping everything': [
    ['main/engine/saving/writing.test.ts', 'an antivirus program that holds a file'],
    ['main/engine/filing.test.ts', 'one document’s trouble does not stop the others'],
  ],
  'a tick shown before the server had it': [
    [
      'main/engine/filing.test.ts',
      'a save becomes a version of a new document, byte for byte, and is called filed only',
    ],
  ],
  'pending state after merely opening a document': [
    ['main/engine/filing.test.ts', 'opening or touching a document files nothing'],
    ['main/engine/saving/programs.test.ts', 'a document merely opened in Word is not filed again'],
  ],
  'partial files uploaded': [
    ['main/engine/watch/debouncer.test.ts', 'a file written in bursts settles once'],
    [
      'main/engine/saving/writing.test.ts',
      'a file cut to nothing whose content comes later is never filed empty',
    ],
    ['main/engine/saving/programs.test.ts', 'a program that writes in several bursts'],
  ],
  'path over 260 characters failing silently': [
    ['main/engine/complaints.test.ts', 'a path of far more than 260 characters is filed'],
    ['main/engine/complaints.test.ts', 'a name longer than the service takes'],
  ],
  'reserved names': [
    ['main/engine/complaints.test.ts', 'names that Windows gives to devices are filed'],
    [
      'main/engine/folders/safe-name.test.ts',
      'any name from the service is a good name on Windows, macOS and Linux',
    ],
  ],
  'case-only renames': [
    ['main/engine/saving/moving.test.ts', 'a rename that changes only the case of letters'],
    ['main/engine/saving/case-blind.test.ts', 'where %s makes no difference to the file system'],
  ],
  'NFC/NFD deletes': [
    ['main/engine/saving/moving.test.ts', 'a name whose accents another system writes apart'],
    ['main/engine/saving/moving.test.ts', 'twins of one name, written together and apart'],
  ],
  'token expiry in mid-sync losing files': [
    ['main/engine/service/transport.test.ts', 'asks once for another token when the service refuses one'],
    ['e2e/offline.test.ts', 'an access token that expires is renewed without a word'],
    ['e2e/offline.test.ts', 'a save made while signed out is kept'],
  ],
  'expired upload addresses': [
    ['main/engine/filing.test.ts', 'an upload address that expired is asked for again'],
  ],
  'quota or 5xx storms re-sending for days': [
    ['main/engine/complaints.test.ts', 'a service that fails for an hour'],
  ],
  'mass deletions propagated': [
    ['main/engine/filing.test.ts', 'a document deleted here stays filed in the service'],
    ['main/engine/filing.test.ts', 'a matter folder that vanishes is a problem shown, never a deletion'],
    [
      'main/engine/watch/mass-change.test.ts',
      'many documents removed at once are one problem that changes nothing',
    ],
  ],
  'no reaction after sleep': [['main/engine/slept.test.ts', 'a computer that slept']],
  'memory and processor at idle': [['main/engine/complaints.test.ts', 'at idle no document is read']],
  'corporate TLS and proxies': [
    ['main/engine/network/trust.test.ts', 'an authority that this computer trusts is trusted'],
    ['main/engine/network/proxies.test.ts', 'requests and documents go through the office’s proxy'],
    ['e2e/office-network.test.ts', 'asks for the proxy’s password during sign-in, goes on with it'],
  ],
  'conflict copies never uploaded': [
    ['main/engine/complaints.test.ts', 'conflict copies that other programs leave are documents'],
  ],
  'failed uploads left in a backup folder for the person to find': [
    ['main/engine/complaints.test.ts', 'what the service refused stays a problem with actions'],
  ],
};

test.each(Object.entries(complaints))('%s: the tests that hold it exist', (_, tests) => {
  expect(tests.length).toBeGreaterThan(0);
  for (const [file, title] of tests) {
    const text = readFileSync(join(root, 'test', file), 'utf8');
    // A title may stand in a table of titles, so it is looked for as the start of a text.
    expect(
      [`'${title}`, `"${title}`].some((start) => text.includes(start)),
      `${file}: ${title}`,
    ).toBe(true);
  }
});

/** A desk where so much time passes at once, for the budget of requests too. */
function fastDesk(rate: number, files: (files: Files) => Files = (same) => same) {
  let token = '';
  const ports = (real: EnginePorts): EnginePorts => {
    const clock = fastClock(rate);
    const { random } = real;
    return {
      ...real,
      clock,
      files: files(real.files),
      connect(address, onPause) {
        const budget = createRequestBudget({ clock, random, onPause });
        const accessToken = () => Promise.resolve(ok(token));
        return createServiceClient({ ...address, accessToken, budget, clock, random });
      },
    };
  };
  const before = (service: PracticeService) => {
    token = service.tokensFor().accessToken;
  };
  return openDesk({ ports, before });
}
const minute = 60_000;

test.each([
  ['documents.putFile', 500],
  ['storage.put', 507],
])(
  'a service that fails for an hour (%s answers %i) is asked ever more seldom, and everything is filed when it is well',
  async (route, status) => {
    const rate = 400;
    await using place = await fastDesk(rate);
    const remove = place.service.faults.add({ route, kind: 'status', status, count: 'always' });
    writeFileSync(join(place.folder, 'Brief.docx'), 'content');
    await expect.poll(() => place.service.faults.hits, eventually).toBeGreaterThan(0);
    await sleep((60 * minute) / rate);
    if (route === 'storage.put') {
      const [save] = place.workspace.stores.saves.open();
      const waits = () => place.workspace.stores.saves.get(save?.id ?? 0)?.nextTryAt ?? null;
      await vi.waitFor(() => assert.notEqual(waits(), null), { timeout: 15_000, interval: 5 });
    }
    // At five a second it would have been 18,000.
    expect(place.service.faults.hits).toBeLessThan(60);
    expect(['waiting', 'sending']).toContain(place.states()[0]);
    remove();
    await place.allFiled();
    expect(place.versionsOf('Brief.docx')).toEqual([sha256('content')]);
  },
);

test('at idle no document is read, and the service is asked for less than a tenth of what it allows', async () => {
  const rate = 100;
  let reads = 0;
  await using place = await fastDesk(rate, (files) => ({
    ...files,
    read(path) {
      reads += 1;
      return files.read(path);
    },
  }));
  for (let count = 0; count < 20; count += 1) writeFileSync(join(place.folder, `${count}.docx`), `${count}`);
  await place.allFiled(20);
  place.workspace.poller.look(null);
  const before = reads;
  const remove = place.service.faults.add({ route: '*', kind: 'latency', ms: 0, count: 'always' });
  await sleep((10 * minute) / rate);
  remove();
  expect(reads).toBe(before);
  expect(place.service.faults.hits / 10).toBeLessThan((5 * 60) / 10);
});

test('what cannot be filed now says why, what next, and when it is tried again', async () => {
  await using place = await openDesk();
  await place.stopService();
  writeFileSync(join(place.folder, 'Brief.docx'), 'content');
  await expect.poll(() => rowOf(place, 'Brief.docx')?.state, eventually).toBe('waiting');
  await expect
    .poll(() => place.engine.status.value, eventually)
    .toMatchObject({
      service: 'offline',
      why: expect.stringMatching(/\w{3}/),
      nextTryAt: expect.any(String),
    });
  await place.restartService();
  await place.allFiled();
});

test('a path of far more than 260 characters is filed like any other', async () => {
  await using place = await openDesk();
  const folders = Array.from({ length: 12 }, (_, index) =>
    `${index} ${'Correspondence with the other side '.repeat(2)}`.trim(),
  );
  const deep = join(place.folder, ...folders);
  expect(deep.length).toBeGreaterThan(700);
  mkdirSync(deep, { recursive: true });
  writeFileSync(join(deep, 'Letter.docx'), 'deep');
  await place.allFiled();
  expect(filedAs(place, 'Letter.docx').map((one) => one.versions)).toEqual([[sha256('deep')]]);
  writeFileSync(join(deep, 'Letter.docx'), 'deep, again');
  await place.allFiled(2);
});

test('a name longer than the service takes is refused in words when it is added, never shortened silently', async () => {
  await using place = await openDesk();
  const name = `${'x'.repeat(260)}.pdf`;
  const added = await place.workspace.adder.add(place.matterId, null, [join(place.directory, name)]);
  expect(added).toMatchObject({
    ok: true,
    value: [{ outcome: 'refused', refusal: { code: 'name-too-long' } }],
  });
});

test('names that Windows gives to devices are filed under the names they have here', async () => {
  await using place = await openDesk();
  const names = ['aux.docx', 'CON.pdf', 'nul', 'Ends with a dot.', 'a:b?.txt'];
  for (const name of names) writeFileSync(join(place.folder, name), name);
  await place.allFiled(names.length);
  for (const name of names) expect(filedAs(place, name).map((one) => one.versions)).toEqual([[sha256(name)]]);
});

test('conflict copies that other programs leave are documents, and filed', async () => {
  await using place = await openDesk();
  const names = [
    'Brief (Eleanor’s conflicted copy 2026-11-20).docx',
    'Brief-DESKTOP-4F7.docx',
    'Brief.sync-conflict-20261120-090000-ABCDEFG.docx',
    'Brief (1).docx',
  ];
  for (const name of names) writeFileSync(join(place.folder, name), name);
  await place.allFiled(names.length);
  for (const name of names) expect(filedAs(place, name).map((one) => one.versions)).toEqual([[sha256(name)]]);
});

test('what the service refused stays a problem with actions, its content kept, and is filed from there: nothing to find by hand', async () => {
  await using place = await openWorkplace();
  const remove = place.service.faults.add({
    route: 'storage.put',
    kind: 'status',
    status: 413,
    count: 'always',
  });
  writeFileSync(join(place.folder, 'Bundle.pdf'), 'bundle');
  await expect.poll(() => place.states(), eventually).toEqual(['problem']);
  expect(problemsOf(place)).toMatchObject([
    { subject: 'Bundle.pdf', actions: expect.arrayContaining(['retry']) },
  ]);
  expect(readdirSync(place.folder, { withFileTypes: true }).filter((entry) => entry.isFile())).toHaveLength(
    1,
  );
  // Even the person's own file may be gone by then.
  writeFileSync(join(place.folder, 'Bundle.pdf'), 'bundle, smaller');
  remove();
  const { stores, pipeline, newFileId } = place.workspace;
  const [save] = stores.saves.open();
  if (!save) throw new Error('the save is not in the outbox');
  decide(stores, save, { decision: 'retry', shown: null }, newFileId);
  pipeline.wake();
  await calm(place);
  expect(place.versionsOf('Bundle.pdf')).toEqual([sha256('bundle'), sha256('bundle, smaller')]);
});
