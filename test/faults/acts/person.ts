import { basename, dirname, extname } from 'node:path/posix';
import { decide, isDecision } from '../../../main/engine/features/upload/decide.ts';
import { placeholder } from '../../../main/engine/platform/move-new.ts';
import { isOffered, problemList } from '../../../main/engine/view/problem-list.ts';
import type { FileId, FolderId, MatterId } from '../../../shared/model/index.ts';
import { between, type Chance, oneOf } from '../noise.ts';
import { sha256Of } from '../oracle/journal.ts';
import { matters, outside, type World } from '../world.ts';
import type { Act } from './act.ts';

const names = ['Brief.docx', 'Claim.docx', 'Order.pdf', 'Costs.xlsx', 'Notes.txt'] as const;

/** The person does one thing after another; it draws from `chance` when its turn comes. */
const person = (
  name: string,
  weight: number,
  doing: (world: World, chance: Chance) => void | Promise<void>,
): Act => ({
  name,
  weight,
  play: (world, chance) =>
    world.person.do(async () => {
      try {
        await doing(world, chance);
      } catch (failure) {
        world.refusedBy(failure, 'that is refused');
      }
    }),
});

/** Like `person`, with a document that is there. */
const withDocument = (
  name: string,
  weight: number,
  doing: (world: World, path: string, chance: Chance) => void | Promise<void>,
): Act =>
  person(name, weight, (world, chance) => {
    const path = oneOf(chance, documents(world));
    return path === undefined ? undefined : doing(world, path, chance);
  });

/** Like `person`, with a place to save to and a content to save. */
const saving = (
  name: string,
  weight: number,
  doing: (world: World, path: string, content: Buffer, chance: Chance) => void | Promise<void>,
): Act =>
  person(name, weight, async (world, chance) => {
    const { folder } = oneOf(chance, matters);
    const room = chance() < 0.25 ? (oneOf(chance, roomsIn(world, folder)) ?? folder) : folder;
    const path = world.disk.spelled(`${room}/${oneOf(chance, names)}`);
    const content = world.person.content(path, chance);
    world.tell(`the person ${name} ${path}: “${content.toString('utf8', 0, 16)}”, ${content.length} bytes`);
    world.journal.beginsSaving(path);
    try {
      await doing(world, path, content, chance);
    } finally {
      world.journal.endsSaving();
    }
  });

/** Files that a program makes for the time of a save are no documents. */
const isPassing = (path: string) =>
  /^(~\$.*|~WR[DL]\d{4}\.tmp|[0-9A-F]{8}|\.matterline-.*)$/.test(basename(path));
const documents = ({ disk }: World): string[] =>
  matters.flatMap(({ folder }) => disk.below(folder)).filter((path) => !isPassing(path));
const inMatterOf = ({ disk }: World, path: string): string[] => {
  const { folder } = matters.find((matter) => path.startsWith(matter.folder)) ?? matters[0];
  return disk.below(folder).filter((other) => !isPassing(other));
};
const roomsIn = ({ disk }: World, folder: string): string[] =>
  [...disk.directories.keys()].filter((path) => path.startsWith(`${folder}/`)).toSorted();

/** While the person still reads, somebody files another version, and it is known here before they answer. */
async function isOvertaken(world: World, saveId: number, chance: Chance): Promise<void> {
  const save = world.withRows(({ saves }) => saves.find(({ id }) => id === saveId));
  if (!save || !world.service.documents.has(save.fileId)) return;
  world.count('colleague files a version while the person decides');
  world.tell(`a colleague files a version of ${save.name} while the person decides`);
  world.service.files('colleague', save.fileId, Buffer.from(`meanwhile ${chance()}`));
  await world.clock.sleep(between(chance, 3_000, 12_000));
}

/** What was saved first stands long enough to be captured. */
export const savesTwiceApart = saving(
  'saves twice, seconds apart,',
  0,
  async (world, path, content, chance) => {
    world.person.write(path, content);
    await world.clock.sleep(3_000);
    world.person.write(path, world.person.content(path, chance));
  },
);

export const decidesAboutProblem = person('decides about a problem', 2, async (world, chance) => {
  const before = world.workspace;
  if (!before) return;
  const { stores, healthIssues, refresher } = before;
  const problem = oneOf(
    chance,
    problemList(stores, healthIssues.all(), refresher.failure).filter(({ id }) => id.startsWith('save:')),
  );
  let decision = oneOf(chance, problem?.actions ?? []);
  // They read it, and what they see may not be so any more when they answer.
  if (chance() < 0.5) {
    await world.person.moment(10_000, chance);
    if (problem?.conflict && chance() < 0.6) {
      await isOvertaken(world, Number(problem.id.slice(5)), chance);
      if (problem.actions.includes('file-on-top')) decision = 'file-on-top';
    }
  }
  const open = world.workspace;
  const save = problem && open?.stores.saves.get(Number(problem.id.slice(5)));
  if (!open || !save || !decision || !isDecision(decision)) return;
  if (save.state !== 'problem' || !isOffered(save, decision)) return;
  world.tell(`the person decides about save ${save.id} of ${save.name}: ${decision}`);
  const shown = problem?.conflict?.theirs.version ?? null;
  const mayBeTheirs = problem?.actions.includes('already-there') ?? false;
  decide(open.stores, save, { decision, shown }, open.newFileId);
  const { now: at } = world.service;
  world.journal.decisions.push({ saveId: save.id, fileId: save.fileId, decision, shown, mayBeTheirs, at });
  open.pipeline.wake();
});

export const personActs: readonly Act[] = [
  saving('saves in place', 4, ({ person: hand }, path, content) => {
    hand.write(path, Buffer.alloc(0));
    hand.write(path, content);
  }),
  saving('saves like Word', 4, async ({ person: hand, disk }, path, content, chance) => {
    const fresh = `${dirname(path)}/~WRD0000.tmp`;
    const old = `${dirname(path)}/~WRL0001.tmp`;
    hand.write(fresh, content);
    await hand.moment(20, chance);
    if (disk.files.has(path)) hand.rename(path, old);
    await hand.moment(20, chance);
    hand.rename(fresh, path);
    await hand.moment(20, chance);
    if (disk.files.has(old)) hand.remove(old);
  }),
  saving('saves through a temporary file', 2, async ({ person: hand }, path, content, chance) => {
    const fresh = `${dirname(path)}/5A3F00BC`;
    hand.write(fresh, content);
    await hand.moment(20, chance);
    hand.rename(fresh, path);
  }),
  saving('saves in bursts', 2, async ({ person: hand }, path, content, chance) => {
    for (const part of [0.3, 0.6, 1]) {
      hand.write(path, content.subarray(0, content.length * part));
      await hand.moment(80, chance);
    }
  }),
  saving('empties and then fills', 1, async ({ person: hand }, path, content, chance) => {
    hand.write(path, Buffer.alloc(0));
    await hand.moment(1_500, chance);
    hand.write(path, content);
  }),
  saving('saves twice in a row', 2, async (world, path, content, chance) => {
    world.person.write(path, content);
    await world.person.moment(chance() < 0.5 ? 900 : 2_500, chance);
    world.person.write(path, world.person.content(path, chance, 0.6));
  }),
  withDocument('touches', 2, (world, path) => {
    world.tell(`the person touches ${path}`);
    world.person.touch(path);
  }),
  withDocument('renames', 2, (world, path) => {
    const to = `${dirname(path)}/Renamed ${world.person.next()}${extname(path)}`;
    world.tell(`the person renames ${path} to ${basename(to)}`);
    world.person.rename(path, to);
  }),
  withDocument('renames in case only', 1, (world, path) => {
    const name = basename(path);
    const to = `${dirname(path)}/${name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase()}`;
    world.tell(`the person renames ${path} to ${basename(to)}`);
    if (world.disk.isFree(to, path)) world.person.rename(path, to);
  }),
  withDocument('moves', 2, (world, path, chance) => {
    const { folder } = matters.find((matter) => path.startsWith(matter.folder)) ?? matters[0];
    const to = `${oneOf(chance, [folder, ...roomsIn(world, folder)])}/${basename(path)}`;
    if (world.disk.files.has(to)) return;
    world.tell(`the person moves ${path} to ${dirname(to)}`);
    world.person.rename(path, to);
  }),
  withDocument('moves to the other matter', 1, (world, path) => {
    const other = path.startsWith(matters[0].folder) ? matters[1] : matters[0];
    const to = `${other.folder}/${basename(path)}`;
    if (world.disk.files.has(to)) return;
    world.tell(`the person moves ${path} to ${other.folder}`);
    world.person.rename(path, to);
  }),
  withDocument('copies', 2, (world, path) => {
    const to = `${dirname(path)}/Copy ${world.person.next()}${extname(path)}`;
    const content = world.disk.files.get(path)?.content;
    // What holds a name free says that it is no document: nobody copies it.
    if (!content || content.equals(Buffer.from(placeholder))) return;
    world.tell(`the person copies ${path} to ${basename(to)}`);
    world.person.write(to, content);
  }),
  withDocument('copies and renames', 1, async (world, path, chance) => {
    const kept = `${dirname(path)}/Kept ${world.person.next()}${extname(path)}`;
    const to = `${dirname(path)}/Renamed ${world.person.next()}${extname(path)}`;
    const content = world.disk.files.get(path)?.content;
    // What holds a name free says that it is no document: nobody copies it.
    if (!content || content.equals(Buffer.from(placeholder))) return;
    world.tell(`the person copies ${path} to ${basename(kept)}, and renames it to ${basename(to)}`);
    world.person.write(kept, content);
    await world.person.moment(300, chance);
    world.person.rename(path, to);
  }),
  withDocument('puts in the place of another', 1, (world, path, chance) => {
    const to = oneOf(chance, inMatterOf(world, path));
    if (to === undefined || to === path) return;
    world.tell(`the person puts ${path} in the place of ${to}`);
    world.person.rename(path, to);
  }),
  withDocument('swaps with another', 1, async (world, path, chance) => {
    const other = oneOf(chance, inMatterOf(world, path));
    if (other === undefined || other === path) return;
    const passing = `${dirname(path)}/Between ${world.person.next()}.tmp`;
    world.tell(`the person swaps ${path} and ${other}`);
    world.person.rename(path, passing);
    await world.person.moment(300, chance);
    world.person.rename(other, path);
    await world.person.moment(300, chance);
    world.person.rename(passing, other);
  }),
  withDocument('saves what was there before', 1, (world, path, chance) => {
    const before = oneOf(
      chance,
      world.journal.stays.filter((stay) => stay.path === path),
    );
    if (!before) return;
    world.tell(`the person saves ${path} as it was: “${before.content.toString('utf8', 0, 16)}”`);
    world.person.write(path, before.content);
  }),
  person('changes every document', 2, (world, chance) => {
    const { id, folder } = oneOf(chance, matters);
    world.tell(`the person changes every document in ${folder}`);
    const written = inMatterOf(world, `${folder}/`).map((path) => ({
      path,
      content: world.person.content(path, chance),
    }));
    world.changesTogether(id, written);
    for (const { path, content } of written) world.person.write(path, content);
  }),
  withDocument('empties', 1, (world, path) => {
    world.tell(`the person empties ${path}`);
    world.person.write(path, Buffer.alloc(0));
  }),
  withDocument('writes its accents', 1, (world, path, chance) => {
    const name = basename(path);
    const form = chance() < 0.5 ? 'NFC' : 'NFD';
    const accented = /é/.test(name.normalize('NFC')) ? name : `Exposé ${world.person.next()}${extname(name)}`;
    const to = `${dirname(path)}/${accented.normalize(form)}`;
    if (!world.disk.isFree(to, path)) return;
    world.tell(`the person renames ${path} to ${basename(to)}, ${form}`);
    world.person.rename(path, to);
  }),
  withDocument('deletes', 1, (world, path) => {
    world.tell(`the person deletes ${path}`);
    world.person.remove(path);
  }),
  person('makes a folder', 1, (world, chance) => {
    const { folder } = oneOf(chance, matters);
    // Mostly in another one, which the service may have.
    const room = chance() < 0.7 ? (oneOf(chance, roomsIn(world, folder)) ?? folder) : folder;
    const path = `${room}/Mine ${world.person.next()}`;
    if (world.disk.isUnplugged(folder)) return;
    world.tell(`the person makes the folder ${path}`);
    world.disk.makeDirectory(path);
    // Mostly to put something into it.
    if (chance() < 0.3) return;
    const first = `${path}/${oneOf(chance, names)}`;
    world.tell(`the person saves ${first}`);
    world.person.write(first, world.person.content(first, chance));
  }),
  person('renames a folder', 1, (world, chance) => {
    const path = oneOf(chance, roomsIn(world, oneOf(chance, matters).folder));
    if (path === undefined) return;
    const to = `${dirname(path)}/Moved ${world.person.next()}`;
    world.tell(`the person renames the folder ${path} to ${basename(to)}`);
    if (!world.person.renameDirectory(path, to)) return;
    world.journal.directoryRenamed(path, to, world.disk.directories.get(to) ?? 0);
  }),
  person('deletes a folder', 1, (world, chance) => {
    const path = oneOf(chance, roomsIn(world, oneOf(chance, matters).folder));
    if (path === undefined) return;
    world.tell(`the person deletes the folder ${path}`);
    world.person.removeDirectory(path);
  }),
  person('moves a folder to the other matter', 1, (world, chance) => {
    const [from, other] = chance() < 0.5 ? matters : [matters[1], matters[0]];
    const path = oneOf(chance, roomsIn(world, from.folder));
    if (path === undefined || world.disk.isUnplugged(other.folder)) return;
    const to = `${other.folder}/Brought ${world.person.next()}`;
    world.tell(`the person moves the folder ${path} to ${to}`);
    if (!world.person.renameDirectory(path, to)) return;
    world.journal.directoryRenamed(path, to, world.disk.directories.get(to) ?? 0);
  }),
  person('restores an earlier version', 2, async (world, chance) => {
    const open = world.workspace;
    const saves = open?.stores.database
      .prepare<[], { id: number; fileId: FileId; matterId: MatterId; sha256: string }>(
        `SELECT id, file_id AS fileId, matter_id AS matterId, sha256 FROM save WHERE kind = 'content' ORDER BY id`,
      )
      .all();
    const save = oneOf(chance, saves ?? []);
    if (!open || !save) return;
    world.tell(`the person restores save ${save.id}`);
    const wish = { kind: 'restore', sha256: save.sha256, fileId: save.fileId } as const;
    world.journal.wishes.push(wish);
    const { now } = world;
    // Whoever is killed meanwhile does not answer.
    void open.restorer.restore(save.matterId, save.fileId, `save:${save.id}`).then((restored) => {
      if (restored.ok) world.count('restore');
      if (restored.ok) world.journal.granted.push({ wish, at: now });
      world.tell(
        restored.ok
          ? `save ${save.id} is restored`
          : `save ${save.id} is not restored: ${restored.error.what}`,
      );
    });
    // A program that has it open saves it once more meanwhile.
    if (chance() < 0.6) return;
    await world.person.moment(150, chance);
    const row = world.withRows(({ files }) =>
      files.find(
        ({ matterId, fileId, removed }) => matterId === save.matterId && fileId === save.fileId && !removed,
      ),
    );
    const folder = matters.find(({ id }) => id === save.matterId)?.folder ?? '';
    if (!row || !world.disk.files.has(`${folder}/${row.path}`)) return;
    world.tell(`a program saves ${row.path} meanwhile`);
    world.person.write(`${folder}/${row.path}`, world.person.content(row.path, chance));
  }),
  person('pauses a matter or lets it go on', 1, (world, chance) => {
    const open = world.workspace;
    const { id, folder } = oneOf(chance, matters);
    const paused = chance() < 0.5;
    world.tell(`the person ${paused ? 'pauses' : 'lets go on'} ${folder}`);
    if (!open) return;
    open.stores.pauses.pauseMatter(id, paused);
    world.journal.pausesOrResumes(id, null, paused);
    open.pipeline.wake();
  }),
  person('drops a document in', 2, (world, chance) => {
    const { id, folder } = oneOf(chance, matters);
    // What is dropped is not changed any more while it is copied.
    const place = `${outside}/${world.person.next()}`;
    const path = `${place}/${oneOf(chance, names)}`;
    const content = world.person.content(path, chance);
    world.disk.makeDirectory(place);
    world.disk.write(path, content, true);
    const folderId = (oneOf(chance, [null, ...world.service.foldersOf(id)])?.id ?? null) as FolderId | null;
    world.tell(`the person drops ${basename(path)} into ${folder}: “${content.toString('utf8', 0, 16)}”`);
    const wish = {
      kind: 'add',
      sha256: sha256Of(content),
      matterId: id,
      folderId,
      name: basename(path),
    } as const;
    world.journal.wishes.push(wish);
    const { now } = world;
    // Whoever is killed meanwhile does not answer.
    void world.workspace?.adder
      .add(id, folderId, [path])
      .then((added) => {
        if (added.ok && added.value[0]?.outcome === 'added') world.journal.granted.push({ wish, at: now });
      })
      .catch((failure: unknown) => world.refusedBy(failure, 'it is not added'));
  }),
  withDocument('renames in the window', 2, (world, path, chance) => {
    const { id, folder } = matters.find((matter) => path.startsWith(matter.folder)) ?? matters[0];
    const { stores, renamer } = world.workspace ?? {};
    const file = stores?.links.file(id, path.slice(folder.length + 1));
    if (!file || !renamer) return;
    const taken = oneOf(chance, names);
    const name = chance() < 0.3 ? taken : `In the window ${world.person.next()}${extname(path)}`;
    world.tell(`the person renames ${path} to ${name}, in the window`);
    const { disk } = world;
    disk.given = [...disk.given, path];
    void renamer.rename({ matterId: id, fileId: file.fileId, name }).finally(() => {
      const once = disk.given.indexOf(path);
      disk.given = disk.given.filter((_, at) => at !== once);
    });
  }),
  person('pauses a document or lets it go on', 1, (world, chance) => {
    const open = world.workspace;
    const { id } = oneOf(chance, matters);
    const document = oneOf(chance, open?.stores.documents.documents(id) ?? []);
    if (!open || !document) return;
    const paused = chance() < 0.7;
    world.tell(`the person ${paused ? 'pauses' : 'lets go on'} ${document.name}`);
    open.stores.pauses.pauseDocument(id, document.id, paused);
    world.journal.pausesOrResumes(id, document.id, paused);
    open.pipeline.wake();
  }),
  person('looks at a matter or at none', 1, (world, chance) => {
    const open = world.workspace;
    const matter = oneOf(chance, [null, ...matters]);
    world.tell(`the person looks at ${matter?.folder ?? 'no matter'}`);
    open?.poller.look(matter?.id ?? null);
  }),
  person('comes back to the window or leaves it', 1, (world, chance) => {
    const reason = oneOf(chance, ['focus', 'out-of-sight', 'resume', 'network'] as const);
    world.tell(`the window: ${reason}`);
    world.workspace?.awake(reason);
  }),
  person('changes the limits of the vault', 1, (world, chance) => {
    const maxBytes = oneOf(chance, [null, 0, 200, 100_000]);
    world.tell(`the person lets the vault have ${maxBytes ?? 'any number of'} bytes`);
    world.workspace?.keeper.setLimits({ maxBytes, maxAgeDays: null });
  }),
  person('changes what is left out', 1, (world, chance) => {
    const open = world.workspace;
    const { id, folder } = oneOf(chance, matters);
    if (!open || world.disk.isUnplugged(folder)) return;
    world.tell(`the person changes what is left out of ${folder}`);
    world.disturbances.begin('folder away', folder);
    open.stores.ignoreRules.set(id, { own: [`*.left-out-${world.person.next()}`], off: [] });
    // Whoever is killed meanwhile is started again, and watches then.
    void open.watches.remove(id).then(() => {
      open.watches.add(id);
    });
    world.disturbances.end('folder away', folder);
  }),
  person('decides about many changes', 2, (world, chance) => {
    const open = world.workspace;
    const undecided = oneOf(chance, open?.stores.massChanges.undecided() ?? []);
    const action = oneOf(chance, ['file-all', 'keep-all-unfiled', 'look-at-each'] as const);
    if (!open || !undecided) return;
    world.tell(`the person decides about many changes of ${undecided.matterId}: ${action}`);
    world.decideAboutMany(undecided, action);
  }),
  person('reviews what was saved meanwhile', 1, (world, chance) =>
    world.reviews(oneOf(chance, ['file-all', 'keep-all-unfiled', 'look-at-each'])),
  ),
  decidesAboutProblem,
];
