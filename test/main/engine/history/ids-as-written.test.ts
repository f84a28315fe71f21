import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exchange } from '../../../../main/engine/service/exchange.ts';
import { readProblem } from '../../../../main/engine/store/save-problem.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';
import { filedAs, openDesk } from '../saving/desk.ts';

interface Written {
  id: unknown;
  file?: { id: string };
  folder?: { id: string };
  newName?: string;
  [member: string]: unknown;
}

/** Rewrites what histories answer, and what announcements do. */
const rewriting = (
  change: (entry: Written, matterId: string) => void,
  { announced = (id: string) => id, text = (body: string) => body } = {},
) => ({
  async exchange(outgoing: Parameters<typeof exchange>[0]) {
    const { bytesFrom: _, ...rest } = outgoing;
    const { pathname } = outgoing.url;
    // The practice service knows its ids in small letters alone.
    const url = new URL(outgoing.url);
    url.pathname = pathname.replace(/files\/[0-9A-F-]{36}$/, (path) => path.toLowerCase());
    const answer = await exchange({ ...rest, url });
    if (!answer.ok || !answer.value.body.startsWith('{')) return answer;
    const json = JSON.parse(answer.value.body);
    const matterId = /matters\/([^/]+)\/documents\/folders\/[^/]+\/history/.exec(pathname)?.[1];
    if (matterId !== undefined) for (const entry of json.value ?? []) change(entry, matterId);
    if (outgoing.method === 'PUT' && json.fileId) json.fileId = announced(json.fileId);
    const body = matterId === undefined ? JSON.stringify(json) : text(JSON.stringify(json));
    return { ok: true as const, value: { ...answer.value, body } };
  },
});

const upper = (id: string) => id.toUpperCase();
const named = ({ workspace, matterId }: Workplace, name: string) =>
  workspace.stores.documents.documents(matterId).filter((document) => document.name === name);
const codes = ({ workspace }: Workplace) =>
  workspace.stores.saves.problems().map(({ problem }) => readProblem(problem)?.code);
const look = ({ workspace }: Workplace, matterId: Workplace['matterId']) =>
  workspace.reader.read(matterId, null, { priority: 'view', signal: new AbortController().signal });

test.each([
  ['and the answer to its announcement', upper],
  ['and the answer as we wrote it', (id: string) => id],
])(
  'promise 5: a new document whose id history writes in capitals %s is that document, and its next save a version of it',
  async (_how, announced) => {
    const capitals = ({ file }: Written) => file && Object.assign(file, { id: upper(file.id) });
    await using place = await openDesk({ speedUp: 5, http: rewriting(capitals, { announced }) });
    for (const [count, content] of ['one', 'two', 'three'].entries()) {
      writeFileSync(join(place.folder, 'Brief.docx'), content);
      await place.allFiled(count + 1);
    }
    expect(named(place, 'Brief.docx')).toHaveLength(1);
    expect(filedAs(place, 'Brief.docx')).toMatchObject([{ versions: ['one', 'two', 'three'].map(sha256) }]);
  },
);

test('a document that is moved inside its matter stays, where history writes the matter’s id in capitals', async () => {
  const http = rewriting((entry, matterId) => {
    for (const member of ['oldMatterId', 'newMatterId'])
      if (typeof entry[member] === 'string') entry[member] = upper(entry[member]);
    // So it names the top folder, too.
    for (const member of ['oldFolderId', 'newFolderId'])
      if (entry[member] === matterId) entry[member] = upper(matterId);
    if (entry.folder?.id === matterId) entry.folder.id = upper(matterId);
  });
  const variants = { rootFolderInEntries: 'id' } as const;
  await using place = await openDesk({ speedUp: 5, http, variants });
  writeFileSync(join(place.folder, 'Brief.docx'), 'one');
  await place.allFiled();
  const { stores } = place.workspace;
  const fileId = stores.links.file(place.matterId, 'Brief.docx')?.fileId as FileId;
  expect(stores.documents.document(place.matterId, fileId)?.folderId).toBeNull();
  const folderId = place.service.colleague.createFolder(place.matterId, 'Later', null);
  place.service.colleague.moveFile(fileId, { folderId });
  await look(place, place.matterId);
  await expect
    .poll(() => stores.documents.document(place.matterId, fileId)?.folderId, eventually)
    .toBe(folderId);
  const matters = stores.database.prepare('SELECT DISTINCT matter_id FROM history_entry').pluck().all();
  expect(matters).not.toContain(upper(place.matterId));
  writeFileSync(join(place.folder, 'Brief.docx'), 'two');
  await expect.poll(() => place.versionsOf('Brief.docx'), eventually).toEqual(['one', 'two'].map(sha256));
});

test.each<[string, (number: number) => unknown, (body: string) => string]>([
  ['numbers', (number) => 1_000 + number, (body) => body],
  ['texts with escapes', (number) => `x/${number}`, (body) => body.replaceAll('"x/', '"x\\/')],
])(
  'entries whose ids are %s are known again: a save is not asked about because others were filed',
  async (_how, idOf, text) => {
    const numbers = new Map<unknown, number>();
    const change = (entry: Written) => {
      if (!numbers.has(entry.id)) numbers.set(entry.id, numbers.size);
      entry.id = idOf(numbers.get(entry.id) ?? 0);
    };
    await using place = await openDesk({ speedUp: 5, http: rewriting(change, { text }) });
    writeFileSync(join(place.folder, 'Brief.docx'), 'one');
    await place.allFiled(1);
    place.service.colleague.createFile(place.matterId, 'Theirs.docx', 'theirs');
    await expect.poll(() => named(place, 'Theirs.docx'), eventually).toHaveLength(1);
    writeFileSync(join(place.folder, 'Brief.docx'), 'two');
    await expect.poll(() => [...place.states(), ...codes(place)], eventually).toEqual(['filed', 'filed']);
  },
);

test('promise 7: a colleague’s version is seen, where its entry has the id that a move from another matter has there', async () => {
  const orders = new Map<string, unknown[]>();
  let here = '';
  let other = '';
  const http = rewriting((entry, matterId) => {
    const order = orders.get(matterId) ?? [];
    orders.set(matterId, order);
    if (!order.includes(entry.id)) order.push(entry.id);
    entry.id = `${order.indexOf(entry.id)}`;
    if (matterId === other && entry.newName?.startsWith('Moved '))
      Object.assign(entry, { changeType: 'Move', oldMatterId: other, newMatterId: here });
  });
  await using place = await openDesk({ speedUp: 5, http });
  here = place.matterId;
  const elsewhere = place.service.matterIds()[1] as Workplace['matterId'];
  other = elsewhere;
  const { stores } = place.workspace;
  writeFileSync(join(place.folder, 'Brief.docx'), 'one');
  await place.allFiled();
  const fileId = stores.links.file(here as Workplace['matterId'], 'Brief.docx')?.fileId as FileId;
  await look(place, elsewhere);
  const count = (matterId: string) => orders.get(matterId)?.length ?? 0;
  for (let number = count(other); number < count(here) + 3; number += 1)
    place.service.colleague.createFile(elsewhere, `Moved ${number}.docx`, `moved ${number}`);
  await look(place, elsewhere);
  await look(place, place.matterId);
  place.service.colleague.addVersion(fileId, 'theirs');
  await expect
    .poll(async () => {
      await look(place, place.matterId);
      return stores.history.ofDocumentSince(place.matterId, fileId, 0).length;
    }, eventually)
    .toBe(2);
  writeFileSync(join(place.folder, 'Brief.docx'), 'two');
  await expect.poll(() => codes(place), eventually).toEqual(['newer-version']);
  expect(place.versionsOf('Brief.docx')).toEqual(['one', 'theirs'].map(sha256));
});
