import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  at,
  filedByColleague,
  historyRead,
  placed,
  twoWayPlace,
} from '../../../support/colleague-documents.ts';
import { eventually, type Workplace } from '../../../support/workplace.ts';

const names = Array.from({ length: 40 }, (_, count) => `Paper ${count}.docx`);

async function withPapers(): Promise<Workplace> {
  const place = await twoWayPlace();
  for (const name of names)
    place.service.colleague.createFile(place.matterId, name, `content of ${name}`, null);
  await historyRead(place);
  return place;
}

/** As the window links a folder of a matter that is kept here. */
async function link(place: Workplace, folder: string): Promise<void> {
  const { linker, watches, poller, keeping } = place.workspace;
  expect(await linker.link(place.matterId, folder)).toMatchObject({ ok: true });
  watches.add(place.matterId);
  poller.foldersChanged(place.matterId);
  keeping.keep(place.matterId, { kind: 'matter' }, true);
}

const keepsNothingMore = async (place: Workplace): Promise<void> => {
  const { keeping, watches } = place.workspace;
  await expect.poll(() => watches.isCompared(place.matterId), eventually).toBe(true);
  const isHere = () => {
    const { isRunning, here, wanted } = keeping.now(place.matterId);
    return !isRunning && wanted > 0 && here === wanted;
  };
  await expect.poll(isHere, eventually).toBe(true);
  await expect.poll(() => watches.unread, eventually).toBe(0);
};

const papersThere = ({ service, matterId }: Workplace) =>
  service.filesOf(matterId).flatMap(({ fileName }) => (fileName.startsWith('Paper ') ? [fileName] : []));
const papersIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('Paper '));

test('a kept matter’s folder that was copied and is linked there: nothing is fetched beside what stands in it, or filed again', async () => {
  const place = await withPapers();
  place.workspace.keeping.keep(place.matterId, { kind: 'matter' }, true);
  await keepsNothingMore(place);
  await place.workspace.unlink(place.matterId, 'all');
  const copy = join(place.directory, 'A copy');
  cpSync(place.folder, copy, { recursive: true });
  await link(place, copy);
  await keepsNothingMore(place);
  expect(papersIn(copy).toSorted()).toEqual(names.toSorted());
  expect(papersThere(place).toSorted()).toEqual(names.toSorted());
  expect(place.states()).toEqual([]);
});

test('a folder with the firm’s papers that is linked to a kept matter: each that differs is a question, and nothing is fetched beside it', async () => {
  const place = await withPapers();
  await place.workspace.unlink(place.matterId, 'all');
  const folder = join(place.directory, 'Papers');
  mkdirSync(folder);
  for (const name of names) writeFileSync(join(folder, name), `newer content of ${name}`);
  await link(place, folder);
  await keepsNothingMore(place);
  expect(papersIn(folder).toSorted()).toEqual(names.toSorted());
  expect(papersThere(place).toSorted()).toEqual(names.toSorted());
  expect(place.states()).toEqual(names.map(() => 'problem'));
  // Theirs are not on this computer.
  expect(place.workspace.keeping.now(place.matterId).completeAt).toBeNull();
});

test('a document that the person puts under its own name while it is fetched is a question, and the other is not put beside it', async () => {
  const fetching = { isOn: false, begun: Promise.withResolvers<void>(), goes: Promise.withResolvers<void>() };
  const place = await twoWayPlace({
    ports: (ports) => ({
      ...ports,
      files: {
        ...ports.files,
        async sync(path) {
          if (fetching.isOn && path.includes('.matterline-')) {
            fetching.begun.resolve();
            await fetching.goes.promise;
          }
          return ports.files.sync(path);
        },
      },
    }),
  });
  const fileId = await filedByColleague(place, 'Draft.docx', 'theirs');
  fetching.isOn = true;
  place.workspace.keeping.keep(place.matterId, { kind: 'document', id: fileId }, true);
  await fetching.begun.promise;
  writeFileSync(at(place, 'Draft.docx'), 'from an e-mail');
  fetching.goes.resolve();
  await expect.poll(place.states, eventually).toEqual(['problem']);
  await expect.poll(() => place.workspace.keeping.now(place.matterId).isRunning, eventually).toBe(false);
  expect(readdirSync(place.folder).filter((name) => name.startsWith('Draft'))).toEqual(['Draft.docx']);
});

test.each([false, true])(
  'promise 5: killed right after fetched documents got their names, nothing is fetched beside them or filed (looked through: %s)',
  async (isShared) => {
    const place = await twoWayPlace({
      ports: (ports) => ({ ...ports, files: { ...ports.files, isShared: async () => isShared } }),
    });
    const { watches, intoFolder, stores } = place.workspace;
    const papers = names.slice(0, 4);
    const ids = [];
    for (const name of papers) ids.push(await filedByColleague(place, name, `content of ${name}`));
    await expect.poll(() => watches.isCompared(place.matterId), eventually).toBe(true);
    // From here on nothing that is put there becomes known, as after a kill.
    await watches.remove(place.matterId);
    watches.isCompared = () => true;
    intoFolder.stop();
    for (const id of ids) await placed(place, id);
    for (const id of ids) stores.keptHere.put(place.matterId, { kind: 'document', id }, true);
    await place.restartEngine();
    await keepsNothingMore(place);
    expect(papersIn(place.folder).toSorted()).toEqual(papers);
    expect(papersThere(place).toSorted()).toEqual(papers);
    expect(place.states()).toEqual([]);
  },
);
