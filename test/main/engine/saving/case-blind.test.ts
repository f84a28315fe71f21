import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { filedNamesake } from '../../../../main/engine/features/identity/namesake.ts';
import { decide } from '../../../../main/engine/features/upload/decide.ts';
import { comparable } from '../../../../main/engine/store/comparable.ts';
import { fastClock } from '../../../support/fast-clock.ts';
import { eventually, sha256 } from '../../../support/workplace.ts';
import { calm, filedAs, openDesk, problemsOf, rowOf } from './desk.ts';

/** The name that is really there for one that Windows or macOS would take for it. */
function spelled(path: string): string {
  try {
    const name = readdirSync(dirname(path)).find((one) => comparable(one) === comparable(basename(path)));
    return name === undefined ? path : join(dirname(path), name);
  } catch {
    return path;
  }
}

/** A file system to which case and composition of names make no difference, as those of Windows and macOS. */
const caseBlind = (ports: EnginePorts): EnginePorts => ({
  ...ports,
  files: {
    ...ports.files,
    facts: (path) => ports.files.facts(spelled(path)),
    read: (path) => ports.files.read(spelled(path)),
    real: (path) => ports.files.real(spelled(path)),
  },
});

test.each([
  ['case', 'claim form.pdf', 'Claim Form.pdf'],
  ['composition of accents', 'Résumé.odt'.normalize('NFC'), 'Résumé.odt'.normalize('NFD')],
])(
  'where %s makes no difference to the file system, a rename of nothing else keeps the one document',
  async (_, from, to) => {
    await using place = await openDesk({ ports: caseBlind });
    writeFileSync(join(place.folder, from), 'content');
    await place.allFiled();
    const [before] = filedAs(place, from);
    renameSync(join(place.folder, from), join(place.folder, to));
    await expect
      .poll(() => place.workspace.stores.links.file(place.matterId, to)?.fileId, eventually)
      .toBe(before?.fileId);
    writeFileSync(join(place.folder, to), 'content, again');
    const versions = () => filedAs(place, to.normalize('NFC'))[0]?.versions;
    await expect.poll(versions, eventually).toHaveLength(2);
    await calm(place);
    expect(filedAs(place, to.normalize('NFC'))).toMatchObject([
      { fileId: before?.fileId, versions: [sha256('content'), sha256('content, again')] },
    ]);
    const rows = place.workspace.stores.links
      .files(place.matterId)
      .filter((file) => comparable(file.path) === comparable(to));
    expect(rows.map((row) => row.path)).toEqual([to]);
  },
);

test('what could not be captured under a name that differs in case from the one it has now is no trouble once it is', async () => {
  let failing = false;
  const clock = fastClock(10);
  const ports = (given: EnginePorts): EnginePorts => {
    const blind = caseBlind({ ...given, clock });
    const sync = async (path: string) => {
      if (failing) throw Object.assign(new Error('EIO'), { code: 'EIO' });
      await given.files.sync(path);
    };
    return { ...blind, files: { ...blind.files, sync } };
  };
  await using place = await openDesk({ ports });
  const healthIssues = () => place.workspace.healthIssues.all().map(({ path }) => path);
  writeFileSync(join(place.folder, 'claim.pdf'), 'content');
  await place.allFiled();
  failing = true;
  writeFileSync(join(place.folder, 'claim.pdf'), 'content, again');
  await expect.poll(healthIssues, eventually).toEqual(['claim.pdf']);
  renameSync(join(place.folder, 'claim.pdf'), join(place.folder, 'Claim.pdf'));
  await expect.poll(healthIssues, eventually).toEqual(['claim.pdf', 'Claim.pdf']);
  failing = false;
  await expect.poll(() => filedAs(place, 'Claim.pdf')[0]?.versions, eventually).toHaveLength(2);
  await expect.poll(healthIssues, eventually).toEqual([]);
});

test.each([
  ['in other case', 'Brief.docx', 'BRIEF.docx'],
  ['with its accents written apart', 'Résumé.docx'.normalize('NFC'), 'Résumé.docx'.normalize('NFD')],
])(
  'a document that was removed here, and a new file of its name %s: a person is asked, and there is no second document',
  async (_, name, other) => {
    await using place = await openDesk();
    writeFileSync(join(place.folder, name), 'of the document');
    await place.allFiled();
    rmSync(join(place.folder, name));
    await expect.poll(() => rowOf(place, name)?.state, eventually).toBe('removed-here');
    // It may still be found under a third name.
    const now = Date.now();
    expect(filedNamesake(place.workspace.stores, place.matterId, other, now)).toBeUndefined();
    expect(filedNamesake(place.workspace.stores, place.matterId, other, now + 60_000)).toBeDefined();
    // Longer ago than a rename takes to show.
    place.workspace.stores.database.prepare('UPDATE local_file SET removed_at = removed_at - 60000').run();
    writeFileSync(join(place.folder, other), 'another content');
    await expect
      .poll(
        () => problemsOf(place).map(({ subject, actions }) => [subject, actions.includes('file-on-top')]),
        eventually,
      )
      .toEqual([[other, true]]);
    const [document, ...more] = place.service
      .filesOf(place.matterId)
      .filter(({ fileName }) => comparable(fileName) === comparable(name));
    expect(more).toEqual([]);
    const [save] = place.workspace.stores.saves.problems();
    if (!save) throw new Error('nothing is asked');
    // They agree to cover the version that they are shown beside theirs.
    const shown = problemsOf(place)[0]?.conflict?.theirs.version ?? null;
    decide(place.workspace.stores, save, { decision: 'file-on-top', shown }, place.workspace.newFileId);
    place.workspace.pipeline.wake();
    await expect
      .poll(
        () =>
          place.service.contentOf(place.matterId, document?.fileId ?? '').map((version) => version.sha256),
        eventually,
      )
      .toEqual(['of the document', 'another content'].map(sha256));
  },
);
