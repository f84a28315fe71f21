import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs, openDesk, problemsOf } from '../saving/desk.ts';

/** A path whose last name has a byte that is no UTF-8, as older programs and archives leave them. */
const latin1 = (directory: string, name: string): Buffer =>
  Buffer.concat([Buffer.from(`${directory}/`), Buffer.from(name, 'latin1')]);

const told = (place: Workplace) => problemsOf(place).map(({ what }) => what);

// Windows and macOS have no such names.
test.skipIf(process.platform !== 'linux')(
  'what has a name that is not UTF-8 is told of, whenever it came, until it has another',
  async () => {
    await using place = await openDesk({
      beforeLinking: (_stores, folder) => writeFileSync(latin1(folder, 'Früher.docx'), 'before'),
    });
    await expect.poll(() => told(place), eventually).toContain('“Fr\\xfcher.docx” is not filed');
    await calm(place);
    writeFileSync(latin1(place.folder, 'Résumé.docx'), 'resume');
    mkdirSync(latin1(place.folder, 'Verträge'));
    await expect.poll(() => told(place), eventually).toContain('“R\\xe9sum\\xe9.docx” is not filed');
    await expect.poll(() => told(place), eventually).toContain('“Vertr\\xe4ge” is not filed');
    renameSync(latin1(place.folder, 'Résumé.docx'), join(place.folder, 'Résumé.docx'));
    await expect.poll(() => told(place), eventually).not.toContain('“R\\xe9sum\\xe9.docx” is not filed');
    await calm(place);
    expect(filedAs(place, 'Résumé.docx').flatMap(({ versions }) => versions)).toEqual([sha256('resume')]);
  },
);

test.skipIf(process.platform !== 'linux')(
  'what is added with a name that is not UTF-8 is refused for that reason',
  async () => {
    await using place = await openDesk();
    const from = join(place.directory, 'From outside');
    mkdirSync(from);
    writeFileSync(latin1(from, 'Résumé.docx'), 'resume');
    const added = await place.workspace.adder.add(place.matterId, null, [from]);
    expect(JSON.stringify(added)).toContain('its name is not valid UTF-8 text');
  },
);
