import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unfiledOf } from '../../../../main/engine/sign-out/unfiled.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, openDesk, problemsOf } from '../saving/desk.ts';
import { at, filed, rename, saveByReplacing, versions } from './former-name-desk.ts';

/** A document that was renamed while a program had it open. */
async function renamedWhileOpen(place: Workplace, former: string, owner: string, now: string): Promise<void> {
  writeFileSync(at(place, former), `one of ${former}`);
  await expect.poll(() => versions(place, former), eventually).toHaveLength(1);
  await place.allFiled();
  const fileId = place.workspace.stores.links.file(place.matterId, former)?.fileId as FileId;
  writeFileSync(at(place, owner), 'Dana');
  expect(await rename(place, fileId, now)).toMatchObject({ ok: true });
  await place.allFiled();
}

/** Something is saved under either name, and waits for its turn. */
async function savedUnderBoth(place: Workplace, former: string, now: string): Promise<void> {
  const { stores, pipeline } = place.workspace;
  const before = stores.formerNames.allSaved().length;
  pipeline.pause(true);
  writeFileSync(at(place, now), `two of ${former}`);
  await expect.poll(() => stores.saves.counts().waiting, eventually).toBe(before + 1);
  saveByReplacing(place, former, `three of ${former}`);
  await expect.poll(() => stores.formerNames.allSaved(), eventually).toHaveLength(before + 1);
}

const allOf = (former: string) => [['one', 'two', 'three'].map((which) => sha256(`${which} of ${former}`))];

/** A workplace of which the system's answers about what lies in its folder are counted while the folder is away. */
async function onADrive(options: Parameters<typeof openDesk>[0] = {}) {
  let asked = 0;
  let place: Workplace | null = null;
  const counted = <Answer>(path: string, answer: Promise<Answer>): Promise<Answer> => {
    if (place !== null && path.startsWith(place.folder)) asked += 1;
    return answer;
  };
  place = await openDesk({
    ...options,
    ports: (ports) => ({
      ...ports,
      files: {
        ...ports.files,
        facts: (path) => counted(path, ports.files.facts(path)),
        list: (path) => counted(path, ports.files.list(path)),
      },
    }),
  });
  const { folder } = place;
  return {
    place,
    /** The drive goes with the folder. */
    goes: () => renameSync(folder, `${folder} away`),
    comesBack: () => renameSync(`${folder} away`, folder),
    inTheDrive: (name: string) => join(`${folder} away`, name),
    /** Waits until the folder was asked for so often again. */
    async askedAgain(times: number) {
      const before = asked;
      await expect.poll(() => asked, eventually).toBeGreaterThan(before + times);
    },
  };
}

test('promise 1: what was saved under a former name before the program ended is filed, though its drive was away when it started', async () => {
  const { place, goes, comesBack, askedAgain } = await onADrive({ speedUp: 5 });
  await using _ = place;
  await renamedWhileOpen(place, 'Draft.docx', '~$aft.docx', 'Final.docx');
  await savedUnderBoth(place, 'Draft.docx', 'Final.docx');
  await place.engine.stop();
  for (const name of ['~$aft.docx', 'Draft.docx']) rmSync(at(place, name));
  goes();
  await place.restartEngine();
  await askedAgain(5);
  comesBack();
  place.workspace.pipeline.pause(false);
  await expect.poll(() => versions(place, 'Final.docx'), eventually).toEqual(allOf('Draft.docx'));
  expect(place.workspace.stores.formerNames.allSaved()).toEqual([]);
}, 60_000);

test('promise 6: what was saved under a former name that cannot be looked at keeps nothing else from being filed', async () => {
  let broken: string | null = null;
  await using place = await openDesk({
    ports: (ports) => ({
      ...ports,
      files: {
        ...ports.files,
        facts: (path) =>
          broken !== null && path.endsWith(broken)
            ? Promise.reject(Object.assign(new Error('i/o error'), { code: 'EIO' }))
            : ports.files.facts(path),
      },
    }),
  });
  await renamedWhileOpen(place, 'Agenda.docx', '~$enda.docx', 'Minutes.docx');
  await renamedWhileOpen(place, 'Brief.docx', '~$ief.docx', 'Claim.docx');
  await savedUnderBoth(place, 'Agenda.docx', 'Minutes.docx');
  await savedUnderBoth(place, 'Brief.docx', 'Claim.docx');
  await place.engine.stop();
  for (const name of ['~$enda.docx', '~$ief.docx', 'Agenda.docx', 'Brief.docx'])
    rmSync(at(place, name), { force: true });
  broken = 'Agenda.docx';
  await place.restartEngine();
  place.workspace.pipeline.pause(false);
  await expect.poll(() => versions(place, 'Claim.docx'), eventually).toEqual(allOf('Brief.docx'));
}, 60_000);

test('what was saved under a former name counts as unfiled until it is known what it is a version of', async () => {
  await using place = await openDesk();
  expect(unfiledOf(place.workspace).unfinished).toBe(0);
  await renamedWhileOpen(place, 'Draft.docx', '~$aft.docx', 'Final.docx');
  await savedUnderBoth(place, 'Draft.docx', 'Final.docx');
  expect(unfiledOf(place.workspace).unfinished).toBe(2);
}, 60_000);

test('what gets a former name on a drive that was away when the program started is a document of its own', async () => {
  const { place, goes, comesBack, inTheDrive, askedAgain } = await onADrive({ speedUp: 5 });
  await using _ = place;
  const fileId = await filed(place, 'Draft.docx');
  writeFileSync(at(place, '~$aft.docx'), 'Dana');
  expect(await rename(place, fileId, 'Final.docx')).toMatchObject({ ok: true });
  await calm(place);
  await place.engine.stop();
  rmSync(at(place, '~$aft.docx'));
  goes();
  await place.restartEngine();
  await askedAgain(10);
  expect(problemsOf(place).map(({ what }) => what)).not.toContainEqual(expect.stringMatching(/former name/));
  writeFileSync(inTheDrive('Draft.docx'), 'to somebody else');
  comesBack();
  await expect.poll(() => versions(place, 'Draft.docx'), eventually).toEqual([[sha256('to somebody else')]]);
  await calm(place);
  expect(versions(place, 'Final.docx')).toEqual([[sha256('one')]]);
}, 60_000);

test('nobody is told that a document is open which was closed while the program was not running', async () => {
  await using place = await openDesk({ speedUp: 5 });
  const fileId = await filed(place, 'Draft.docx');
  writeFileSync(at(place, '~$aft.docx'), 'Dana');
  expect(await rename(place, fileId, 'Final.docx')).toMatchObject({ ok: true });
  await calm(place);
  await place.engine.stop();
  rmSync(at(place, '~$aft.docx'));
  await place.restartEngine();
  const told = new Set<string>();
  await expect
    .poll(() => {
      for (const { what } of problemsOf(place)) told.add(what);
      return place.workspace.stores.formerNames.all();
    }, eventually)
    .toEqual([]);
  expect([...told]).toEqual([]);
});
