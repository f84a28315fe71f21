import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { MatterId } from '../../../../shared/model/index.ts';
import type { PracticeService } from '../../../service/index.ts';
import { eventually, sha256 } from '../../../support/workplace.ts';
import { filedAs, openDesk } from '../saving/desk.ts';

test.each(['root', 'null'] as const)(
  'where the root is called “%s” and every other word is answered with an empty history, the matter’s documents are seen and a save is filed',
  async (rootFolder) => {
    await using place = await openDesk({ variants: { rootFolder, unknownFolderStatus: 'empty' } });
    const { stores } = place.workspace;
    writeFileSync(join(place.folder, 'Brief.docx'), 'content');
    await place.allFiled();
    expect(place.versionsOf('Brief.docx')).toEqual([sha256('content')]);
    expect(stores.matters.rootFolderAddress(place.matterId)).toBe(rootFolder);
  },
);

test('a word that was learnt from an empty answer is given up once another one answers with entries', async () => {
  await using place = await openDesk({ variants: { rootFolder: 'root', unknownFolderStatus: 'empty' } });
  const { stores, poller } = place.workspace;
  const other = place.service.matterIds()[1] as typeof place.matterId;
  // As an older program kept it.
  stores.matters.learnRootFolderAddress(other, other);
  poller.look(other);
  await expect.poll(() => stores.matters.rootFolderAddress(other), eventually).toBe('root');
  expect(stores.history.hasAnyFrom(other, null)).toBe(true);
});

test('a root that is empty is asked for by one word, and by the others only now and then', async () => {
  let empty = '';
  const before = (service: PracticeService) => {
    empty = service.seedMatters(1)[0] ?? '';
  };
  const variants = { unknownFolderStatus: 'empty' } as const;
  await using place = await openDesk({ speedUp: 50, variants, before });
  const { poller, stores } = place.workspace;
  const asked: string[] = [];
  const answered = (message: unknown) => {
    const { url = '' } = (message as { request: IncomingMessage }).request;
    const [, word] = new RegExp(`/matters/${empty}/documents/folders/([^/]+)/history`).exec(url) ?? [];
    if (word !== undefined) asked.push(word);
  };
  subscribe('http.server.response.finish', answered);
  try {
    poller.look(empty as MatterId);
    const looks = (word: string) => asked.filter((one) => one === word).length;
    await expect.poll(() => new Set(asked), eventually).toEqual(new Set([empty, 'root', 'null']));
    const [own, root, none] = [looks(empty), looks('root'), looks('null')];
    // In view, at one look every five seconds, for a hundred seconds.
    await expect.poll(() => looks(empty), { ...eventually, timeout: 60_000 }).toBeGreaterThan(own + 20);
    expect(looks('root') - root).toBeLessThan(2);
    expect(looks('null') - none).toBeLessThan(2);
  } finally {
    unsubscribe('http.server.response.finish', answered);
  }
  expect(stores.history.hasAnyFrom(empty as MatterId, null)).toBe(false);
});

test('what storage took without an answer is looked for by every word of the root, and not filed a second time', async () => {
  let empty = '';
  const before = (service: PracticeService) => {
    empty = service.seedMatters(1)[0] ?? '';
  };
  const variants = { rootFolder: 'null', unknownFolderStatus: 'empty' } as const;
  await using place = await openDesk({ speedUp: 5, variants, before });
  const matterId = empty as MatterId;
  const { workspace, service } = place;
  await expect.poll(() => workspace.stores.matters.get(matterId), eventually).toBeDefined();
  // Every word is asked for, and there is nothing yet.
  workspace.poller.look(matterId);
  await expect.poll(() => workspace.stores.history.checkedAt(matterId, null), eventually).not.toBeNull();
  const linked = await workspace.linker.link(matterId, null);
  if (!linked.ok) throw new Error(linked.error.what);
  workspace.watches.add(matterId);
  service.faults.add({ route: 'storage.put', kind: 'loseAnswer' });
  writeFileSync(join(linked.value, 'Brief.docx'), 'content');
  await expect.poll(() => place.states(), eventually).toEqual(['problem']);
  const [file] = service.filesOf(matterId);
  expect(service.contentOf(matterId, file?.fileId ?? '')).toHaveLength(1);
});

test.each([403, 404])(
  'where the root’s own word is refused (%d) once its entries are known, and other words are answered with an empty history, no colleague’s version is covered unasked',
  async (status) => {
    const variants = { rootFolder: 'root', unknownFolderStatus: 'empty' } as const;
    await using place = await openDesk({ variants });
    const { stores } = place.workspace;
    const path = join(place.folder, 'Brief.docx');
    writeFileSync(path, 'one');
    await place.allFiled();
    expect(stores.matters.rootFolderAddress(place.matterId)).toBe('root');
    const fileId = stores.links.file(place.matterId, 'Brief.docx')?.fileId ?? '';
    const mend = place.service.faults.add({
      route: new RegExp(`/matters/${place.matterId}/documents/folders/root/history`),
      kind: 'status',
      status,
      count: 'always',
    });
    place.service.colleague.addVersion(fileId, 'the colleague’s');
    const { hits } = place.service.faults;
    writeFileSync(path, 'two');
    await expect.poll(() => place.states().length, eventually).toBe(2);
    await expect.poll(() => place.service.faults.hits, eventually).toBeGreaterThan(hits + 1);
    await sleep(2_000);
    const both = [sha256('one'), sha256('the colleague’s')];
    expect(place.versionsOf('Brief.docx')).toEqual(both);
    expect(stores.matters.rootFolderAddress(place.matterId)).toBe('root');
    mend();
    await expect.poll(() => place.states(), { ...eventually, timeout: 30_000 }).toEqual(['filed', 'problem']);
    expect(place.versionsOf('Brief.docx')).toEqual(both);
  },
);

test('where the root’s own word is answered by 404 once at first, and others by an empty history, a document of a filed name is not filed unasked', async () => {
  await using place = await openDesk({
    variants: { unknownFolderStatus: 'empty' },
    before(service, matterId) {
      service.colleague.createFile(matterId, 'Brief.docx', 'the colleague’s');
      service.faults.add({ route: new RegExp(`folders/${matterId}/history`), kind: 'status', status: 404 });
    },
  });
  writeFileSync(join(place.folder, 'Brief.docx'), 'another');
  await expect.poll(() => place.states(), eventually).toEqual(['problem']);
  expect(place.workspace.stores.matters.rootFolderAddress(place.matterId)).toBe(place.matterId);
  expect(filedAs(place, 'Brief.docx')).toHaveLength(1);
});
