import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { unfiledOf } from '../../../../main/engine/sign-out/unfiled.ts';
import { eventually, openWorkplace } from '../../../support/workplace.ts';
import { calm, rowOf } from '../saving/desk.ts';

test('links and the system’s own directories in a matter folder are looked at once, and are not unread', async () => {
  const looks: string[] = [];
  const ports = (real: EnginePorts): EnginePorts => ({
    ...real,
    files: {
      ...real.files,
      facts(path) {
        looks.push(path);
        return real.files.facts(path);
      },
    },
  });
  await using place = await openWorkplace({ ports });
  const at = (name: string) => join(place.folder, name);
  for (const name of ['$RECYCLE.BIN', '.Trash-1000', 'System Volume Information']) {
    mkdirSync(at(name));
    writeFileSync(join(at(name), 'deleted.docx'), 'deleted');
  }
  for (let number = 0; number < 20; number += 1) symlinkSync(place.directory, at(`Link ${number}`));
  symlinkSync(join(place.directory, 'nowhere'), at('Broken'));
  const theirs = () => looks.filter((path) => /RECYCLE|Trash|System|Link|Broken/.test(path)).length;
  await calm(place);
  await expect.poll(() => place.workspace.watches.unread, eventually).toBe(0);
  const before = theirs();
  // Two saves are noticed, captured and filed meanwhile.
  for (let save = 0; save < 2; save += 1) await calm(place);
  expect(theirs() - before).toBe(0);
  expect(unfiledOf(place.workspace)).toEqual({
    unfinished: 0,
    kept: 0,
    unread: 0,
    looking: 0,
    adding: 0,
    requests: 0,
  });
  const left = (await place.workspace.notFiled.list(place.matterId)).map(({ path }) => path);
  expect(left).toEqual(
    expect.arrayContaining(['$RECYCLE.BIN', '.Trash-1000', 'Broken', 'Link 0', 'Link 19']),
  );

  await place.restartEngine();
  await calm(place);
  await expect
    .poll(() => unfiledOf(place.workspace), eventually)
    .toMatchObject({ unread: 0, looking: 0, adding: 0 });
});

test('a document in whose place a link or a directory stands is shown as removed here', async () => {
  await using place = await openWorkplace();
  const [linked, directory] = ['Brief.docx', 'Claim.docx'].map((name) => join(place.folder, name)) as [
    string,
    string,
  ];
  writeFileSync(linked, 'a brief');
  writeFileSync(directory, 'a claim');
  await place.allFiled(2);
  renameSync(linked, join(place.directory, 'Brief.docx'));
  symlinkSync(join(place.directory, 'Brief.docx'), linked);
  rmSync(directory);
  mkdirSync(directory);
  // The watcher does not always tell of what takes a name over at once: the comparison at a start finds it.
  await place.restartEngine();
  for (const name of ['Brief.docx', 'Claim.docx'])
    await expect.poll(() => [name, rowOf(place, name)?.state], eventually).toEqual([name, 'removed-here']);
  await expect.poll(() => place.workspace.watches.unread, eventually).toBe(0);
});
