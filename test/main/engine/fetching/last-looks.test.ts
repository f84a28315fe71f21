import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CaptureTurns } from '../../../../main/engine/features/capture/capture-turns.ts';
import { IntoFolder, type IntoFolderPorts } from '../../../../main/engine/features/fetching/into-folder.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { GroupCommit } from '../../../../main/engine/store/group-commit.ts';
import { ofUnknownDescent, writeProblem } from '../../../../main/engine/store/save-problem.ts';
import { at, filedByColleague, historyRead, twoWayPlace } from '../../../support/colleague-documents.ts';
import { fileIdOf, saved } from '../../../support/versions.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';

/** What fetches into the folder, with something of its own in place of one of its ports. */
function fetching(place: Workplace, instead: (ports: IntoFolderPorts) => Partial<IntoFolderPorts>) {
  const { workspace } = place;
  const ports: IntoFolderPorts = {
    isCompared: () => true,
    ...workspace,
    commits: new GroupCommit(workspace.stores.database, systemFiles),
    turns: new CaptureTurns(),
    mirror: () => Promise.resolve(),
    readHistory: () => Promise.resolve(),
    markOrigin: () => Promise.resolve(),
    onChange: () => {},
  };
  return new IntoFolder({ ...ports, ...instead(ports) });
}

/** Something happens in the instant before the copy here is looked at for the last time. */
const inTheLastInstant = (place: Workplace, happens: () => unknown) =>
  fetching(place, ({ vault }) => ({
    vault: {
      async capture(...given) {
        await happens();
        return vault.capture(...given);
      },
    },
  }));

/** Something happens once the copy here was looked at for the last time, while what comes is written down. */
const afterTheLastLook = (place: Workplace, happens: () => Promise<unknown>) =>
  fetching(place, ({ commits }) => ({
    commits: Object.assign(Object.create(commits), {
      async run(...given: Parameters<typeof commits.run>) {
        const done = await commits.run(...given);
        await happens();
        return done;
      },
    }),
  }));

/** The folder, that is. */
const gone = { ok: false, error: { why: 'The disk did not take it (ENOENT).' } };
const listening = { signal: new AbortController().signal, onProgress: () => {} };

/** The brief of which a colleague filed a newer version than the one that was filed from here. */
async function withNewerThere() {
  const place = await twoWayPlace();
  const path = await saved(place, 'Brief.docx', 'mine');
  const fileId = fileIdOf(place, 'Brief.docx');
  place.service.colleague.addVersion(fileId, 'theirs');
  await historyRead(place);
  const document = { matterId: place.matterId, fileId };
  return { place, path, fileId, document, text: () => readFileSync(path, 'utf8') };
}

test('promise 3: what a program opened while the newer version came is not replaced', async () => {
  const { place, document, text } = await withNewerThere();
  const parts = inTheLastInstant(place, () => writeFileSync(at(place, '~$Brief.docx'), 'Ann'));
  expect(await parts.follow(document, listening)).toEqual({ ok: true, value: 'open' });
  expect(text()).toBe('mine');
});

test('promise 3: a copy in a directory of which the person has just said that it is the folder is looked at before it is replaced', async () => {
  const { place, document, text } = await withNewerThere();
  const { workspace, matterId, folder } = place;
  const parts = inTheLastInstant(place, async () => {
    const { inode } = (await workspace.files.facts(folder)) ?? { inode: '' };
    workspace.stores.links.isTheSame(matterId, folder, inode, Date.now());
  });
  expect(await parts.follow(document, listening)).toEqual({ ok: true, value: 'changed-here' });
  expect(text()).toBe('mine');
});

test('promise 3: what has a rename on its way to the service is not replaced', async () => {
  const { place, document } = await withNewerThere();
  const { workspace, matterId } = place;
  const parts = inTheLastInstant(place, () => {});
  workspace.pipeline.pause(true);
  const renamed = await workspace.renamer.rename({ ...document, name: 'Final.docx' });
  expect(renamed).toMatchObject({ ok: true });
  await expect.poll(() => workspace.stores.links.file(matterId, 'Final.docx'), eventually).toBeDefined();
  expect(await parts.follow(document, listening)).toEqual({ ok: true, value: 'changed-here' });
  expect(readFileSync(at(place, 'Final.docx'), 'utf8')).toBe('mine');
});

test('promises 3 and 7: what the person keeps unfiled is not replaced, though the service has those bytes as an earlier version', async () => {
  const { place, fileId, document, path, text } = await withNewerThere();
  const { stores } = place.workspace;
  writeFileSync(path, 'mine, changed');
  await expect.poll(place.states, eventually).toEqual(['filed', 'problem']);
  writeFileSync(path, 'mine');
  await expect.poll(place.states, eventually).toEqual(['filed', 'problem', 'waiting']);
  for (const { id, state } of stores.saves.openOf(place.matterId, fileId)) {
    if (state === 'waiting') stores.outbox.needsPerson(id, writeProblem(ofUnknownDescent('Brief.docx')));
    stores.outbox.keepUnfiled(id);
  }
  const parts = inTheLastInstant(place, () => {});
  expect(await parts.follow(document, listening)).toEqual({ ok: true, value: 'changed-here' });
  expect(text()).toBe('mine');
});

test('promise 3: what is not proven to be filed is not replaced', async () => {
  const { place, document, text } = await withNewerThere();
  const { stores } = place.workspace;
  // As after an update from a program that called it filed.
  stores.database.exec(`UPDATE save SET state = 'kept', filed_entry_id = NULL, unproven = 1`);
  const parts = inTheLastInstant(place, () => {});
  expect(await parts.follow(document, listening)).toEqual({ ok: true, value: 'changed-here' });
  expect(text()).toBe('mine');
});

test('promise 3: nothing is replaced in a folder that was unlinked after the last look', async () => {
  const { place, document, text } = await withNewerThere();
  const parts = afterTheLastLook(place, () => place.workspace.unlink(place.matterId, 'all'));
  expect(await parts.follow(document, listening)).toMatchObject(gone);
  expect(text()).toBe('mine');
});

test('promise 3: nothing is replaced in a folder in whose place the matter got another one while the newer version came', async () => {
  const { place, document, text } = await withNewerThere();
  const { workspace, matterId, directory } = place;
  const another = join(directory, 'another folder');
  mkdirSync(another);
  writeFileSync(join(another, 'Brief.docx'), 'mine');
  const parts = fetching(place, ({ fetcher }) => ({
    fetcher: {
      async newest(...given) {
        await workspace.unlink(matterId, 'all');
        // As one that is the same on another path.
        workspace.stores.links.link(matterId, another, Date.now());
        return fetcher.newest(...given);
      },
    },
  }));
  expect(await parts.follow(document, listening)).toMatchObject(gone);
  expect(text()).toBe('mine');
});

test('nothing is put into a folder that was unlinked while the document came', async () => {
  const place = await twoWayPlace();
  const fileId = await filedByColleague(place, 'Draft.docx', 'theirs');
  const parts = afterTheLastLook(place, () => place.workspace.unlink(place.matterId, 'all'));
  const fetched = parts.fetch({ matterId: place.matterId, fileId }, listening);
  expect(await fetched).toMatchObject(gone);
  expect(existsSync(at(place, 'Draft.docx'))).toBe(false);
});

test.each(['fetched', 'followed'] as const)(
  'what is %s is marked as coming from elsewhere before it has a document’s name',
  async (how) => {
    const { place, document } = await withNewerThere();
    const { matterId } = place;
    const fileId = how === 'followed' ? document.fileId : await filedByColleague(place, 'New.docx', 'new');
    const marked: { readonly ino: number; readonly text: string }[] = [];
    const parts = fetching(place, () => ({
      async markOrigin(path) {
        marked.push({ ino: statSync(path).ino, text: readFileSync(path, 'utf8') });
        expect(path).toMatch(/[/\\]\.matterline-[^/\\]+$/);
      },
    }));
    await parts[how === 'followed' ? 'follow' : 'fetch']({ matterId, fileId }, listening);
    const [name, text] = how === 'followed' ? ['Brief.docx', 'theirs'] : ['New.docx', 'new'];
    expect(sha256(readFileSync(at(place, name)))).toBe(sha256(text));
    expect(marked).toEqual([{ ino: statSync(at(place, name)).ino, text }]);
  },
);
