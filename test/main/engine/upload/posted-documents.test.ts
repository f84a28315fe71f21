import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decide } from '../../../../main/engine/features/upload/decide.ts';
import { type Exchange, exchange } from '../../../../main/engine/service/exchange.ts';
import { readProblem } from '../../../../main/engine/store/save-problem.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { beyondTheSpecification } from '../../../service/index.ts';
import { historyRead, quickly } from '../../../support/colleague-documents.ts';
import { openKillableDesk } from '../../../support/killable-desk.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';
import { filedAs } from '../saving/desk.ts';

/** New documents are taken by POST alone. */
const postOnly = { ...beyondTheSpecification, unknownFile: '404' } as const;

/** A workplace, and how it announced its documents. */
async function posting(options: Parameters<typeof openWorkplace>[0] = {}) {
  const announced: ('PUT' | 'POST')[] = [];
  const listening: Exchange = (outgoing) => {
    const { method, url } = outgoing;
    if (method === 'POST' && /\/documents\/files$/.test(url.pathname)) announced.push('POST');
    if (method === 'PUT' && /\/documents\/files\/[^/]+$/.test(url.pathname)) announced.push('PUT');
    return exchange(outgoing);
  };
  const place = await openWorkplace({
    ...{ variants: postOnly, requestLimit: quickly, http: { exchange: listening } },
    ...options,
  });
  return { place, announced, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
}

const save = (place: Workplace, content: string, name = 'Brief.docx') =>
  writeFileSync(join(place.folder, name), content);
const known = ({ workspace, matterId }: Workplace, name = 'Brief.docx') =>
  workspace.stores.links.file(matterId, name)?.fileId;
const codes = ({ workspace }: Workplace) =>
  workspace.stores.saves.problems().map(({ problem }) => readProblem(problem)?.code);
const configured = (place: Workplace, documents: 'auto' | 'off') =>
  place.engine.configure({
    connection: { baseUrl: place.service.baseUrl, apiKey: place.service.apiKey },
    signedIn: true,
    rootFolder: join(place.directory, 'matters'),
    requestLimit: quickly,
    capabilities: { documents },
  });

test('new documents go by POST where the service takes them so, which is asked once; their versions go by PUT', async () => {
  await using at = await posting();
  const { place, announced } = at;
  save(place, 'one');
  await place.allFiled(1);
  expect(announced).toEqual(['PUT', 'POST']);
  const [there] = filedAs(place, 'Brief.docx');
  expect(known(place)).toBe(there?.fileId);
  save(place, 'two');
  await place.allFiled(2);
  save(place, 'other', 'Notes.docx');
  await place.allFiled(3);
  expect(announced).toEqual(['PUT', 'POST', 'PUT', 'POST']);
  expect(filedAs(place, 'Brief.docx')).toMatchObject([{ versions: ['one', 'two'].map(sha256) }]);
  expect(filedAs(place, 'Notes.docx')).toMatchObject([{ versions: [sha256('other')] }]);
});

test('a service that takes a PUT of a new document is sent no POST', async () => {
  await using at = await posting({ variants: beyondTheSpecification });
  save(at.place, 'one');
  await at.place.allFiled(1);
  expect(at.announced).toEqual(['PUT']);
});

test('where the operations beyond the specification are switched off, none is sent, and the document says so', async () => {
  await using at = await posting();
  await configured(at.place, 'off');
  save(at.place, 'one');
  await expect.poll(() => codes(at.place), eventually).toEqual(['no-new-documents']);
  expect(at.announced).toEqual(['PUT']);
});

test('a service that takes new documents by PUT from now on is followed with the next one', async () => {
  await using at = await posting();
  const { place, announced } = at;
  save(place, 'one');
  await place.allFiled(1);
  Object.assign(place.service.variants, { unknownFile: 'create', documentFiles: 'notOffered' });
  save(place, 'other', 'Notes.docx');
  await place.allFiled(2);
  expect(announced).toEqual(['PUT', 'POST', 'POST', 'PUT']);
  save(place, 'third', 'Third.docx');
  await place.allFiled(3);
  expect(announced.slice(4)).toEqual(['PUT']);
});

test('promise 6: one POST that is answered as where there is no such operation keeps no other new document from being filed', async () => {
  await using at = await posting();
  const { place } = at;
  save(place, 'first', 'First.docx');
  await place.allFiled();
  // As for a folder that was deleted a moment ago.
  place.service.faults.add({ route: 'documents.createFile', kind: 'status', status: 404, count: 1 });
  save(place, 'second', 'Second.docx');
  await expect.poll(() => place.states(), eventually).toEqual(['filed', 'problem']);
  save(place, 'third', 'Third.docx');
  await expect.poll(() => place.versionsOf('Third.docx'), eventually).toEqual([sha256('third')]);
});

test('a service that takes a new document neither way says so, and is not asked for the other with each', async () => {
  await using at = await posting({ variants: { unknownFile: '404' } });
  save(at.place, 'one');
  await expect.poll(() => codes(at.place), eventually).toEqual(['no-new-documents']);
  save(at.place, 'other', 'Notes.docx');
  await expect.poll(() => codes(at.place), eventually).toEqual(['no-new-documents', 'no-new-documents']);
  expect(at.announced).toEqual(['PUT', 'POST', 'PUT']);
});

test('promise 5: the answer to the POST is lost: what was made is found by what was announced with it, and there is one', async () => {
  await using at = await posting({ speedUp: 5 });
  const { place, announced } = at;
  // Somebody else's of that name, without content as well: theirs is no question.
  await beside(place, { fileName: 'Brief.docx', fileAdditionalData: { attempt: 'another' } });
  place.service.faults.add({ route: 'documents.createFile', kind: 'loseAnswer', count: 1 });
  save(place, 'one');
  await place.allFiled(1);
  expect(announced).toEqual(['PUT', 'POST', 'PUT']);
  const ours = filedAs(place, 'Brief.docx').filter(({ additional }) => additional['attempt'] !== 'another');
  expect(ours).toMatchObject([{ versions: [sha256('one')], fileId: known(place) }]);
});

test.each(['Brief.docx', 'Brief (1).docx'])(
  'promise 5: a history that shows it, as %s, before the answer to the POST is there, makes no second one and no question',
  async (shownAs) => {
    let place: Workplace | null = null;
    const announced: string[] = [];
    const shownFirst: Exchange = async (outgoing) => {
      const { method, url } = outgoing;
      const answer = await exchange(outgoing);
      if (method !== 'POST' || !/\/documents\/files$/.test(url.pathname) || !place) return answer;
      announced.push('POST');
      place.service.colleague.renameFile(briefs(place)[0]?.fileId ?? '', shownAs);
      await historyRead(place);
      return answer;
    };
    const requestLimit = quickly;
    const http = { exchange: shownFirst };
    await using opened = await openWorkplace({ variants: postOnly, requestLimit, http, speedUp: 20 });
    place = opened;
    save(place, 'one');
    await opened.allFiled(1);
    expect(announced).toEqual(['POST']);
    expect([...filedAs(opened, 'Brief.docx'), ...filedAs(opened, 'Brief (1).docx')]).toMatchObject([
      { versions: [sha256('one')] },
    ]);
    expect(codes(opened)).toEqual([]);
  },
);

test('promise 5: what a POST made whose answer was lost, and the service lists as deleted, is asked about', async () => {
  const deleted: Exchange = async (outgoing) => {
    const { method, url } = outgoing;
    const answer = await exchange(outgoing);
    if (!/\/documents\/files$/.test(url.pathname) || !answer.ok) return answer;
    const body = answer.value.body.replaceAll(/"isDeleted":\s*false/g, '"isDeleted":true');
    return { ok: true, value: { ...answer.value, ...(method === 'GET' ? { body } : {}) } };
  };
  await using at = await posting({ speedUp: 20, http: { exchange: deleted } });
  at.place.service.faults.add({ route: 'documents.createFile', kind: 'loseAnswer', count: 1 });
  save(at.place, 'one');
  await expect.poll(() => codes(at.place), eventually).toEqual(['may-be-announced']);
  expect(briefs(at.place)).toHaveLength(1);
});

test('a POST whose answer is lost makes no question where the service turns out to have no such operation', async () => {
  await using at = await posting({ variants: {}, speedUp: 20 });
  at.place.service.faults.add({ route: 'documents.putFile', kind: 'status', status: 404, count: 1 });
  at.place.service.faults.add({ route: '/^POST .*files$/', kind: 'reset', count: 1 });
  save(at.place, 'one');
  await at.place.allFiled(1);
  expect(at.announced).toEqual(['PUT', 'POST', 'PUT']);
});

test('promise 5: the answer to the first POST ever is lost, and nothing is listed: the person is asked before another', async () => {
  await using at = await posting({ speedUp: 20 });
  const { place, announced } = at;
  const { faults } = place.service;
  faults.add({ route: 'documents.createFile', kind: 'loseAnswer', count: 1 });
  faults.add({ route: 'documents.listFiles', kind: 'status', status: 404, count: 'always' });
  save(place, 'one');
  await expect.poll(() => codes(place), eventually).toEqual(['may-be-announced']);
  expect(announced).toEqual(['PUT', 'POST', 'PUT']);
  expect(briefs(place)).toHaveLength(1);
});

test('promise 5: a POST that never arrived is sent again once the service’s list had time to show it', async () => {
  await using at = await posting({ speedUp: 20 });
  at.place.service.faults.add({ route: 'documents.createFile', kind: 'reset', count: 1 });
  save(at.place, 'one');
  await at.place.allFiled(1);
  expect(at.announced).toEqual(['PUT', 'POST', 'PUT', 'POST']);
  expect(filedAs(at.place, 'Brief.docx')).toMatchObject([{ versions: [sha256('one')] }]);
});

test.each(['a list', 'what was announced with it'])(
  'promise 5: where the service does not tell by %s whether it took the POST, the person is asked before another',
  async (missing) => {
    await using at = await posting({ speedUp: 20 });
    const { place, announced } = at;
    save(place, 'before', 'Before.docx');
    await place.allFiled(1);
    announced.length = 0;
    const isListed = missing !== 'a list';
    if (isListed) await beside(place, { fileName: 'Brief.docx' });
    const kind = isListed ? 'reset' : 'loseAnswer';
    place.service.faults.add({ route: 'documents.createFile', kind, count: 1 });
    if (!isListed)
      place.service.faults.add({
        route: 'documents.listFiles',
        kind: 'status',
        status: 404,
        count: 'always',
      });
    save(place, 'one');
    await expect.poll(() => codes(place), eventually).toEqual(['may-be-announced']);
    expect(announced).toEqual(['POST']);
    const { stores, newFileId, pipeline } = place.workspace;
    const [question] = stores.saves.problems();
    if (!question) throw new Error('nothing is asked');
    decide(stores, question, { decision: 'file', shown: null }, newFileId);
    pipeline.wake();
    await place.allFiled(2);
    const withContent = filedAs(place, 'Brief.docx').filter(({ versions }) => versions.length > 0);
    expect(withContent).toMatchObject([{ versions: [sha256('one')], fileId: known(place) }]);
  },
);

test('promise 5: a save whose try was cut off is filed as a separate document where new ones go by POST alone', async () => {
  await using at = await posting();
  const { place } = at;
  save(place, 'one');
  await place.allFiled(1);
  const lift = place.service.faults.add({ route: 'storage.put', kind: 'reset', count: 'always' });
  save(place, 'two');
  await expect.poll(() => place.service.faults.hits, eventually).toBeGreaterThan(0);
  place.service.colleague.addVersion(known(place) as FileId, 'theirs');
  const { stores, newFileId, pipeline } = place.workspace;
  await expect.poll(() => stores.saves.problems(), eventually).toHaveLength(1);
  lift();
  const [question] = stores.saves.problems();
  if (!question) throw new Error('nothing is asked');
  decide(stores, question, { decision: 'file-separately', shown: null }, newFileId);
  pipeline.wake();
  await place.allFiled(2);
  const separate = filedAs(place, 'Brief.docx').find(({ fileId }) => fileId === known(place));
  expect(separate?.versions).toEqual([sha256('two')]);
  const other = filedAs(place, 'Brief.docx').filter(({ fileId }) => fileId !== known(place));
  expect(other).toMatchObject([{ versions: ['one', 'theirs'].map(sha256) }]);
});

test.each([
  ['the POST was done and its answer was still to come', 'documents.createFile', 'holdAnswer'],
  ['the content was on its way', 'storage.put', 'stall'],
] as const)(
  'promise 5: killed while %s: the document that the service made is the one, and gets the content',
  async (_when, route, kind) => {
    await using desk = await openKillableDesk(postOnly);
    desk.service.faults.add({ route, kind });
    writeFileSync(join(desk.folder, 'Brief.docx'), 'one');
    await expect.poll(() => desk.service.faults.hits, eventually).toBe(1);
    await expect.poll(() => desk.service.filesOf(desk.matterId).some(isBrief), eventually).toBe(true);
    await desk.engine.kill();
    await desk.start();
    await expect.poll(() => desk.versions('Brief.docx'), eventually).toEqual([sha256('one')]);
    const state = async () =>
      (await desk.engine.client.documents.list({ matterId: desk.matterId })).documents.find(
        ({ name }) => name === 'Brief.docx',
      );
    await expect.poll(async () => (await state())?.state, eventually).toBe('filed');
    const made = desk.service.filesOf(desk.matterId).filter(isBrief);
    expect(made).toHaveLength(1);
    expect((await state())?.fileId).toBe(made[0]?.fileId);
  },
);

test('an upload address that the storage refuses is asked for again of the document that the service made', async () => {
  await using at = await posting({ speedUp: 20 });
  at.place.service.faults.add({ route: 'storage.put', kind: 'status', status: 403, count: 1 });
  save(at.place, 'one');
  await at.place.allFiled(1);
  expect(at.announced).toEqual(['PUT', 'POST', 'PUT']);
  expect(filedAs(at.place, 'Brief.docx')).toMatchObject([{ versions: [sha256('one')] }]);
});

test('a document that the service made and does not have any more is asked about, not made again by itself', async () => {
  await using at = await posting({ speedUp: 50 });
  const { place, announced } = at;
  place.service.faults.add({ route: 'storage.put', kind: 'status', status: 403, count: 1 });
  place.service.faults.add({ route: 'documents.putFile', kind: 'status', status: 404, count: 'always' });
  save(place, 'one');
  await expect.poll(() => codes(place), eventually).toEqual(['not-taken-back']);
  expect(announced.filter((one) => one === 'POST')).toHaveLength(1);
});

test('promise 7: one of its name by a colleague that came in the same second is never taken for it', async () => {
  await using at = await posting({ speedUp: 5 });
  const { place } = at;
  place.service.faults.add({ route: 'documents.createFile', kind: 'loseAnswer', count: 1 });
  save(place, 'ours');
  await expect.poll(() => at.announced, eventually).toEqual(['PUT', 'POST']);
  const theirs = place.service.colleague.createFile(place.matterId, 'Brief.docx', 'theirs', null);
  await historyRead(place);
  await expect.poll(() => codes(place), eventually).toEqual(['already-filed']);
  expect(place.service.contentOf(place.matterId, theirs).map((one) => one.sha256)).toEqual([
    sha256('theirs'),
  ]);
  expect(filedAs(place, 'Brief.docx').length).toBeLessThanOrEqual(2);
});

const briefs = ({ service, matterId }: Workplace) => service.filesOf(matterId).filter(isBrief);
const isBrief = ({ fileName }: { readonly fileName: string }) => fileName === 'Brief.docx';

/** A document that somebody announced by POST, without content so far. */
async function beside(place: Workplace, body: object): Promise<void> {
  const { service, matterId } = place;
  const { status } = await fetch(`${service.baseUrl}/matters/${matterId}/documents/files`, {
    method: 'POST',
    headers: {
      'x-api-key': service.apiKey,
      authorization: `Bearer ${service.tokensFor(1).accessToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  expect(status).toBe(202);
}
