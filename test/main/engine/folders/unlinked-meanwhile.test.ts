import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { documentsIn, fileIdOf, saved, versionWith } from '../../../support/versions.ts';
import { eventually, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs, openDesk } from '../saving/desk.ts';

/** Does something once, in the moment after what is to be put into the folder was written beside its place. */
function onceWritten() {
  let work: (() => Promise<void>) | null = null;
  const ports = (real: EnginePorts): EnginePorts => ({
    ...real,
    files: {
      ...real.files,
      async sync(path) {
        await real.files.sync(path);
        if (work === null || !basename(path).startsWith('.matterline-')) return;
        const now = work;
        work = null;
        await now();
      },
    },
  });
  return {
    ports,
    then(next: () => Promise<void>) {
      work = next;
    },
  };
}

/** The matter's folder is unlinked, and linked to another client's matter. */
async function givenToAnother({ workspace, service, matterId, folder }: Workplace): Promise<MatterId> {
  const other = service.matterIds()[1] as MatterId;
  expect(await workspace.unlink(matterId, 'all')).toEqual({ unlinked: true });
  expect(await workspace.linker.link(other, folder)).toMatchObject({ ok: true });
  workspace.watches.add(other);
  workspace.poller.wake();
  await expect.poll(() => workspace.watches.looking, eventually).toBe(0);
  return other;
}

async function removedHere({ workspace, folder, matterId }: Workplace, name: string): Promise<void> {
  writeFileSync(join(folder, 'Other.docx'), 'other');
  rmSync(join(folder, name));
  await expect.poll(() => workspace.stores.links.file(matterId, name)?.removed, eventually).toBe(true);
}

const refusal = { code: 'folder-missing', why: expect.stringContaining('unlinked') };

test('a document that is being added does not come into a folder that belongs to another matter by then', async () => {
  const written = onceWritten();
  await using place = await openDesk({ ports: written.ports });
  const outside = join(place.directory, 'Privileged.docx');
  writeFileSync(outside, 'of client A');
  const before = documentsIn(place.folder);
  let other = '' as MatterId;
  written.then(async () => {
    other = await givenToAnother(place);
  });
  expect(await place.workspace.adder.add(place.matterId, null, [outside])).toMatchObject({
    ok: true,
    value: [{ path: outside, outcome: 'refused', refusal }],
  });
  expect(documentsIn(place.folder)).toEqual(before);
  expect(readdirSync(place.folder).filter((name) => name.startsWith('.matterline-'))).toEqual([]);
  await calm(place, other);
  expect(filedAs(place, 'Privileged.docx', other)).toEqual([]);
});

test.each(['in the place of what is there', 'where it was removed'])(
  'a version that is being restored does not come into a folder that belongs to another matter by then: %s',
  async (where) => {
    const written = onceWritten();
    await using place = await openDesk({ ports: written.ports });
    const path = await saved(place, 'Brief.docx', 'one', 'two');
    const [fileId, version] = [fileIdOf(place, 'Brief.docx'), versionWith(place, 'Brief.docx', 'one')];
    const isRemoved = where.endsWith('removed');
    if (isRemoved) await removedHere(place, 'Brief.docx');
    written.then(async () => void (await givenToAnother(place)));
    expect(await place.workspace.restorer.restore(place.matterId, fileId, version)).toMatchObject({
      ok: false,
      error: refusal,
    });
    const stands = existsSync(path) ? readFileSync(path, 'utf8') : null;
    expect(stands).toBe(isRemoved ? null : 'two');
  },
);
