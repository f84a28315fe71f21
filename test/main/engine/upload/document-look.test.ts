import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Exchange, exchange } from '../../../../main/engine/service/exchange.ts';
import { readProblem } from '../../../../main/engine/store/save-problem.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import type { Variants } from '../../../service/index.ts';
import { eventually, openWorkplace, type Workplace } from '../../../support/workplace.ts';

/** Entries of a folder whose history takes long to be read: about half a megabyte. */
const many = 600;

const requestLimit = { perSecond: 1_000, burst: 1_000 };

/** What the engine asks about documents, in order: histories of folders and of documents, and announcements. */
function listening(): { asked: ('folder' | 'document' | 'announced')[]; through: Exchange } {
  const asked: ('folder' | 'document' | 'announced')[] = [];
  return {
    asked,
    through(outgoing) {
      const { pathname } = outgoing.url;
      if (/\/folders\/[^/]+\/history$/.test(pathname)) asked.push('folder');
      else if (/\/files\/[^/]+\/history$/.test(pathname)) asked.push('document');
      else if (outgoing.method === 'PUT' && /\/documents\/files\/[^/]+$/.test(pathname))
        asked.push('announced');
      return exchange(outgoing);
    },
  };
}

/** A document of ours that is filed, in a folder with a long history. */
async function desk(variants: Partial<Variants> = { fileHistory: 'offered' }) {
  const { asked, through } = listening();
  const place = await openWorkplace({
    variants,
    http: { exchange: through },
    requestLimit,
    before: (service, matterId) => void service.seedHistory(matterId, null, many),
  });
  // Nobody looks at the matter: its folders are read by themselves in half a minute at the earliest.
  place.workspace.awake('out-of-sight');
  const save = (content: string, name = 'Brief.docx') => writeFileSync(join(place.folder, name), content);
  save('first');
  await place.allFiled(1);
  await place.workspace.reader.read(place.matterId, null, {
    priority: 'view',
    signal: new AbortController().signal,
  });
  asked.length = 0;
  return { place, asked, save, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
}

const untilAnnounced = (asked: readonly string[]): readonly string[] =>
  asked.slice(0, asked.indexOf('announced'));

/** What was asked from the look on: the folder may be read once by itself just before. */
const fromTheLook = (asked: readonly string[]): readonly string[] => asked.slice(asked.indexOf('document'));

const fileIdOf = (place: Workplace): FileId =>
  place.workspace.stores.links.file(place.matterId, 'Brief.docx')?.fileId as FileId;

const problemOf = (place: Workplace) =>
  place.workspace.stores.saves
    .ofDocument(place.matterId, fileIdOf(place))
    .map(({ problem }) => readProblem(problem)?.code ?? null)
    .at(-1);

test('before a save of one document leaves a large folder, its own history is looked at where the service has one', async () => {
  await using at = await desk();
  at.save('second');
  await at.place.allFiled(2);
  expect(fromTheLook(untilAnnounced(at.asked))).toEqual(['document']);
  expect(at.place.versionsOf('Brief.docx')).toHaveLength(2);
});

test('a colleague’s version that the document’s own history shows is never buried', async () => {
  await using at = await desk();
  at.place.service.colleague.addVersion(fileIdOf(at.place), 'theirs');
  at.save('second');
  await expect.poll(() => problemOf(at.place), eventually).toBe('newer-version');
  expect(fromTheLook(at.asked)).toEqual(['document', 'folder']);
});

test.for([
  ['403', { kind: 'status', status: 403 }],
  ['404', { kind: 'status', status: 404 }],
  ['405', { kind: 'status', status: 405 }],
  ['a failure', { kind: 'status', status: 500 }],
  ['nothing', { kind: 'emptyBody' }],
  ['half an answer', { kind: 'truncatedBody' }],
  ['no history', { kind: 'answer', status: 200, text: '{"id":"f1","name":"Brief"}' }],
  ['an empty history', { kind: 'answer', status: 200, text: '{"value":[]}' }],
  ['what is no entry', { kind: 'strayElements' }],
  ['the history of another', { kind: 'answer', status: 200, text: '[{"id":"e1","type":"File"}]' }],
] as const)(
  'a service that answers with %s is asked for the folder’s history, every time',
  async ([, fault]) => {
    await using at = await desk();
    at.place.service.faults.add({ route: 'documents.fileHistory', count: 'always', ...fault });
    at.save('second');
    await at.place.allFiled(2);
    const before = untilAnnounced(at.asked);
    expect(before).toContain('document');
    expect(before.at(-1)).toBe('folder');
    at.place.service.colleague.addVersion(fileIdOf(at.place), 'theirs');
    at.save('third');
    await expect.poll(() => problemOf(at.place), eventually).toBe('newer-version');
    expect(at.place.versionsOf('Brief.docx')).toHaveLength(3);
  },
);

test('a service without such histories is left alone after three questions', async () => {
  await using at = await desk({});
  for (const content of ['second', 'third', 'fourth', 'fifth', 'sixth']) {
    at.save(content);
    await at.place.allFiled(at.place.states().length + 1);
  }
  expect(at.asked.filter((what) => what === 'document')).toHaveLength(3);
  expect(at.place.versionsOf('Brief.docx')).toHaveLength(6);
});

test('where it was decided that nothing beyond the specification is used, it is not asked for', async () => {
  await using at = await desk();
  const { baseUrl, apiKey } = at.place.service;
  await at.place.engine.configure({
    connection: { baseUrl, apiKey },
    signedIn: true,
    rootFolder: join(at.place.directory, 'matters'),
    requestLimit,
    capabilities: { documents: 'off' },
  });
  at.save('second');
  await at.place.allFiled(2);
  expect(new Set(untilAnnounced(at.asked))).toEqual(new Set(['folder']));
});

test('one look at the folder serves all saves that come together', async () => {
  await using at = await desk();
  for (let number = 0; number < 8; number += 1) at.save('first', `Letter ${number}.docx`);
  await at.place.allFiled(9);
  at.asked.length = 0;
  for (let number = 0; number < 8; number += 1) at.save('second', `Letter ${number}.docx`);
  await at.place.allFiled(17);
  expect(at.asked.filter((what) => what === 'document').length).toBeLessThanOrEqual(3);
});
