import { basename, dirname } from 'node:path/posix';
import { fetchSteps } from '../../../main/engine/features/fetching/fetch-steps.ts';
import { networkFaults } from '../network-faults.ts';
import { between, type Chance, oneOf } from '../noise.ts';
import type { ContentFault } from '../sim-beyond.ts';
import type { SimDocument } from '../sim-document.ts';
import { matters, type World } from '../world.ts';
import type { Act } from './act.ts';

/** The person does one thing after another. */
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

const colleague = (
  name: string,
  weight: number,
  doing: (world: World, document: SimDocument, chance: Chance) => void,
): Act => ({
  name: `somebody ${name}`,
  weight,
  play: (world, chance) => {
    const document = oneOf(chance, [...world.service.documents.values()]);
    if (!document) return;
    world.count(`somebody ${name}`);
    world.tell(`somebody ${name}: ${document.name} (${document.fileId})`);
    doing(world, document, chance);
  },
});

const contentOf = (chance: Chance, words: string): Buffer =>
  Buffer.concat([
    Buffer.from(`${words} ${chance()} `),
    Buffer.alloc(chance() < 0.15 ? Math.floor(chance() * 60_000) : Math.floor(chance() * 30), 'y'),
  ]);

/** The person's own documents in a matter's folder, as they stand there. */
const standing = ({ disk }: World, folder: string): string[] =>
  disk.below(folder).filter((path) => !/^(~|\.matterline-)/.test(basename(path)));

const contentFaults: readonly ContentFault[] = [
  'wrong bytes',
  'too long',
  'another version',
  'address expired',
  'not found',
];

export const followingActs: readonly Act[] = [
  person('opens a document of the service', 4, async (world, chance) => {
    const open = world.workspace;
    const { id } = oneOf(chance, matters);
    const document = oneOf(chance, open?.stores.documents.documents(id) ?? []);
    if (!open || !document) return;
    world.count('opens a document of the service');
    world.tell(`the person opens ${document.name} (${document.id}) of the service`);
    const key = { matterId: id, fileId: document.id };
    world.journal.opened.push({ ...key, at: world.now });
    // Whoever is killed meanwhile does not answer; and who does not want to wait any more goes on.
    const given = new AbortController();
    if (chance() < 0.2) world.later(chance() * 2_000, () => given.abort());
    void (async () => {
      const versionId =
        chance() < 0.2
          ? (oneOf(chance, world.service.documents.get(document.id)?.versions ?? []) ?? null)
          : null;
      const wanted = { versionId: versionId && `entry:${versionId.entryId}`, toPlace: true };
      for await (const step of fetchSteps(open, key, wanted, given.signal))
        if (step.step !== 'fetching')
          world.tell(step.step === 'here' ? `it is at ${step.path}` : `it is refused: ${step.refusal.why}`);
    })().catch((failure: unknown) => world.refusedBy(failure, 'it is not fetched'));
  }),
  person('keeps a matter here', 4, (world, chance) => {
    const { id, folder } = oneOf(chance, matters);
    const keep = chance() < 0.8;
    if (!world.workspace) return;
    world.count(keep ? 'keeps a matter here' : 'keeps a matter here no more');
    world.tell(`the person ${keep ? 'keeps' : 'does not keep'} ${folder} here`);
    world.workspace.keeping.keep(id, { kind: 'matter' }, keep);
    world.journal.keeping.push({ matterId: id, keep, at: world.now });
  }),
  person('frees up space', 2, (world, chance) => {
    const open = world.workspace;
    const { id, folder } = oneOf(chance, matters);
    if (!open) return;
    const file = oneOf(chance, open.stores.links.files(id));
    const fileIds = file && chance() < 0.7 ? [file.fileId] : null;
    world.count('frees up space');
    world.tell(`the person frees the space of ${file && fileIds ? file.path : folder}`);
    world.journal.freed.push({ matterId: id, fileIds, at: world.now });
    if (fileIds === null) world.journal.keeping.push({ matterId: id, keep: false, at: world.now });
    void open
      .freeSpace(id, fileIds)
      .then(({ freed, left }) => world.tell(`${freed} freed, left: ${left.map(({ why }) => why).join(', ')}`))
      .catch((failure: unknown) => world.refusedBy(failure, 'it is not freed'));
  }),
  person('has a document open', 3, async (world, chance) => {
    const path = oneOf(chance, standing(world, oneOf(chance, matters).folder));
    if (path === undefined) return;
    const name = basename(path);
    const owner = `${dirname(path)}/~$${name.length > 8 ? name.slice(2) : name}`;
    if (world.disk.files.has(owner)) return;
    world.count('has a document open');
    world.tell(`the person opens ${path} in a program`);
    world.person.write(owner, Buffer.from('somebody'));
    world.journal.programs.push({ path, owner });
    const ms = between(chance, 2_000, 40_000);
    const saves = chance() < 0.5;
    const closes = () => {
      world.tell(`the program closes ${path}`);
      if (world.disk.files.has(owner)) world.person.remove(owner);
    };
    if (saves) {
      const saved = world.person.content(path, chance);
      world.laterUnlessCalm(ms * chance(), () => {
        if (!world.disk.files.has(path)) return;
        world.tell(`the program saves ${path}: “${saved.toString('utf8', 0, 16)}”`);
        world.person.write(path, saved);
      });
    }
    world.later(ms, closes);
  }),
  person('agrees to what others did', 1, (world) => {
    world.tell('the person agrees to what others did');
    world.agreesToOthers();
  }),
  colleague('files a version', 4, ({ service }, { fileId }, chance) =>
    service.files('colleague', fileId, contentOf(chance, 'a version of theirs')),
  ),
  colleague('files a version from the second device', 2, ({ service }, { fileId }, chance) =>
    service.files('elsewhere', fileId, contentOf(chance, 'from the second device')),
  ),
  colleague('renames a document', 3, ({ service }, { fileId, folderId }, chance) =>
    service.colleaguePlaces(
      fileId,
      `${oneOf(chance, ['Agreed', 'Final: signed', 'Claim', 'Brief'])} ${Math.floor(chance() * 30)}.docx`,
      folderId,
    ),
  ),
  colleague('moves a document', 2, ({ service }, { fileId, matterId, name }, chance) =>
    service.colleaguePlaces(
      fileId,
      name,
      oneOf(chance, [null, ...service.foldersOf(matterId).map(({ id }) => id)]),
    ),
  ),
  colleague('deletes a document', 2, ({ service }, { fileId }) => service.deletes(fileId)),
  {
    name: 'somebody brings a document back',
    weight: 1,
    play: (world, chance) => {
      const gone = [...world.service.documents.values()].filter((one) => world.service.isDeleted(one));
      const document = oneOf(chance, gone);
      if (!document) return;
      world.count('somebody brings a document back');
      world.tell(`somebody brings ${document.name} (${document.fileId}) back`);
      world.service.restores(document.fileId);
    },
  },
  {
    name: 'somebody files a document of their own',
    weight: 4,
    play: (world, chance) => {
      const { id } = oneOf(chance, matters);
      const name = `${oneOf(chance, ['Brief', 'Order', 'Letter', 'Opinion'])} ${Math.floor(chance() * 20)}.docx`;
      const folderId = oneOf(chance, [null, null, ...world.service.foldersOf(id).map((folder) => folder.id)]);
      world.count('somebody files a document of their own');
      world.tell(`somebody files ${name} in ${folderId ?? id}`);
      world.service.colleagueFiles(id, name, folderId, contentOf(chance, 'theirs'));
    },
  },
  {
    name: 'a content comes wrong',
    weight: 3,
    play: (world, chance) => {
      const fault = oneOf(chance, contentFaults);
      if (fault === undefined) return;
      world.tell(`the next content that is fetched: ${fault}`);
      world.service.beyond?.faults.push(fault);
    },
  },
  {
    name: 'a content that is fetched is interrupted',
    weight: 3,
    play: (world, chance) => {
      const fault = oneOf(
        chance,
        networkFaults.filter(({ kind }) => kind !== 'account'),
      );
      if (!fault) return;
      world.tell(`the next content that is fetched: ${fault.name}`);
      world.network.once('given', fault);
    },
  },
  {
    name: 'a call beyond the specification goes wrong',
    weight: 2,
    play: (world, chance) => {
      const fault = oneOf(chance, networkFaults);
      if (!fault) return;
      world.tell(`the next call beyond the specification: ${fault.name}`);
      world.network.once('other', fault);
    },
  },
];
