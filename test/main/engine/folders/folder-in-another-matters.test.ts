import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs, linkAnother, openDesk, problemsOf } from '../saving/desk.ts';

const looksThrough = (ports: EnginePorts): EnginePorts => ({
  ...ports,
  files: { ...ports.files, isShared: async () => true },
});

/** A matter with a privileged document, and the linked folder of another client's matter. */
async function twoClients(place: Workplace) {
  const other = await linkAnother(place);
  writeFileSync(join(place.folder, 'Privileged.docx'), 'of client A');
  writeFileSync(join(other.folder, 'Claim.docx'), 'of client B');
  await place.allFiled(2);
  return other;
}

const problems = (place: Workplace) =>
  problemsOf(place).filter(({ what }) => !what.endsWith('a little later'));
const namesIn = ({ service }: Workplace, matterId: MatterId) =>
  service
    .filesOf(matterId)
    .map(({ fileName }) => fileName)
    .filter((name) => ['Privileged.docx', 'Brief.docx', 'New.docx'].includes(name));
const titleOf = ({ workspace }: Workplace, matterId: MatterId) => {
  const matter = workspace.stores.matters.get(matterId);
  return `${matter?.number} ${matter?.title}`;
};

test.each([
  ['while both are watched', {}],
  ['before the program starts', { closed: true }],
  ['on a drive that is looked through', { ports: looksThrough }],
  ['within a directory that it lies in', { within: true }],
] as const)(
  'a matter’s folder that is dragged into another matter’s %s is not filed into that one: both are told of, and it goes on once it is back',
  async (_, options: { ports?: typeof looksThrough; closed?: true; within?: true }) => {
    await using place = await openDesk({ speedUp: 5, ...(options.ports && { ports: options.ports }) });
    const other = await twoClients(place);
    const name = basename(place.folder);
    const path = options.within ? `Client A/${name}` : name;
    const dragged = join(other.folder, path);
    if (options.closed) await place.engine.stop();
    if (options.within) {
      // Made beside it, so that the folder comes with what it lies in.
      const around = join(place.directory, 'Client A');
      mkdirSync(around);
      renameSync(place.folder, join(around, name));
      renameSync(around, join(other.folder, 'Client A'));
    } else renameSync(place.folder, dragged);
    writeFileSync(join(dragged, 'Brief.docx'), 'saved there');
    if (options.closed) await place.restartEngine();
    await expect.poll(() => problems(place).length, eventually).toBe(2);
    await calm(place, other.matterId, other.folder);
    const [own, others] = [titleOf(place, place.matterId), titleOf(place, other.matterId)];
    const toldOf = (of: MatterId) => problems(place).filter(({ matterId }) => matterId === of);
    await expect
      .poll(() => toldOf(other.matterId), eventually)
      .toMatchObject([
        {
          subject: name,
          what: `“${name}” is the folder of ${own}: nothing in it is filed here`,
          actions: ['show-in-folder'],
        },
      ]);
    await expect
      .poll(() => toldOf(place.matterId), eventually)
      .toMatchObject([
        {
          what: 'The matter’s folder lies in another matter’s folder',
          why: expect.stringContaining(`“${path}” in the folder of ${others}`),
        },
      ]);
    expect(namesIn(place, other.matterId)).toEqual([]);

    renameSync(dragged, place.folder);
    await expect.poll(() => filedAs(place, 'Brief.docx'), eventually).toHaveLength(1);
    expect(filedAs(place, 'Brief.docx')).toMatchObject([{ versions: [sha256('saved there')] }]);
    await expect.poll(() => problems(place), eventually).toEqual([]);
    await calm(place, other.matterId, other.folder);
    expect(namesIn(place, other.matterId)).toEqual([]);
    expect(filedAs(place, 'Privileged.docx')).toMatchObject([{ versions: [sha256('of client A')] }]);
  },
);

test('what lies in another matter’s folder stays out of that matter when its own is unlinked there, and after a start', async () => {
  await using place = await openDesk({ speedUp: 5 });
  const other = await twoClients(place);
  const dragged = join(other.folder, basename(place.folder));
  renameSync(place.folder, dragged);
  await expect.poll(() => problems(place).length, eventually).toBe(2);
  await place.workspace.unlink(place.matterId);
  await place.restartEngine();
  writeFileSync(join(dragged, 'New.docx'), 'saved there');
  await expect
    .poll(() => problems(place).map(({ matterId }) => matterId), eventually)
    .toEqual([other.matterId]);
  await calm(place, other.matterId, other.folder);
  expect(namesIn(place, other.matterId)).toEqual([]);
});

test('a folder that is linked with the one of a matter in it that was unlinked before is filed whole', async () => {
  await using place = await openDesk({ speedUp: 5 });
  const other = await twoClients(place);
  const { workspace } = place;
  const around = join(place.directory, 'Client A');
  const inside = join(around, 'First');
  mkdirSync(inside, { recursive: true });
  await workspace.unlink(other.matterId);
  const [, , third, fourth] = place.service.matterIds() as MatterId[];
  if (!third || !fourth) throw new Error('no matter left');
  expect(await workspace.linker.link(third, inside)).toMatchObject({ ok: true });
  await workspace.unlink(third);
  expect(await workspace.linker.link(fourth, around)).toMatchObject({ ok: true });
  workspace.watches.add(fourth);
  workspace.poller.wake();
  writeFileSync(join(inside, 'New.docx'), 'new');
  await expect.poll(() => namesIn(place, fourth), eventually).toEqual(['New.docx']);
});
