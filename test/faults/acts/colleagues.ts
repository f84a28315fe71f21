import { networkFaults } from '../network-faults.ts';
import { between, type Chance, oneOf } from '../noise.ts';
import type { SimDocument } from '../sim-document.ts';
import { matters, type World } from '../world.ts';
import type { Act } from './act.ts';

const withDocument = (
  name: string,
  weight: number,
  doing: (world: World, document: SimDocument, chance: Chance) => void,
  isMeant: (document: SimDocument) => boolean = () => true,
): Act => ({
  name,
  weight,
  play: (world, chance) => {
    const document = oneOf(chance, [...world.service.documents.values()].filter(isMeant));
    if (!document) return;
    world.count(`colleague ${name}`);
    world.tell(`a colleague ${name}: ${document.name} (${document.fileId})`);
    doing(world, document, chance);
  },
});

export const colleagueActs: readonly Act[] = [
  withDocument('files a version', 3, ({ service }, { fileId }, chance) =>
    service.files('colleague', fileId, Buffer.from(`theirs ${chance()}`)),
  ),
  withDocument('is the person, elsewhere', 2, ({ service }, { fileId }, chance) =>
    service.files('elsewhere', fileId, Buffer.from(`elsewhere ${chance()}`)),
  ),
  {
    name: 'is the person, elsewhere, at the same moment',
    weight: 1,
    play: (world, chance) => {
      const ms = between(chance, 0, 4_000);
      const reset = networkFaults.find(({ name }) => name === 'connection reset');
      world.count('colleague is the person at the same moment');
      world.tell(`the next that is announced is saved elsewhere as well, ${ms.toFixed(0)} ms later`);
      // Mostly ours does not arrive then: what appears is not ours.
      if (reset && chance() < 0.7) world.network.once('content', reset);
      world.service.onAnnounced = (fileId) => {
        world.service.onAnnounced = () => {};
        world.later(ms, () => world.service.files('elsewhere', fileId, Buffer.from(`elsewhere ${chance()}`)));
      };
    },
  },
  withDocument('renames a document', 1, ({ service }, { fileId, folderId }, chance) =>
    service.colleaguePlaces(fileId, `Theirs ${Math.floor(chance() * 1000)}.docx`, folderId),
  ),
  withDocument('moves a document', 1, ({ service }, { fileId, matterId, name }, chance) =>
    service.colleaguePlaces(
      fileId,
      name,
      oneOf(chance, [null, ...service.foldersOf(matterId).map(({ id }) => id)]),
    ),
  ),
  withDocument('moves a document to the other matter', 1, ({ service }, { fileId, matterId }) =>
    service.movesToMatter(fileId, matters[matterId === matters[0].id ? 1 : 0].id),
  ),
  {
    name: 'deletes what is being sent',
    weight: 1,
    play: (world) => {
      world.count('colleague deletes what is being sent');
      world.tell('the next known document that is announced is deleted at that moment');
      world.service.onAnnounced = (fileId) => {
        world.service.onAnnounced = () => {};
        world.service.deletes(fileId);
      };
    },
  },
  withDocument('deletes a document', 1, ({ service }, { fileId }) => service.deletes(fileId)),
  withDocument(
    'brings a document back',
    1,
    ({ service }, { fileId }) => service.restores(fileId),
    ({ deletions }) => deletions.at(-1)?.endedAt === null,
  ),
  {
    name: 'makes a folder',
    weight: 2,
    play: (world, chance) => {
      const { id } = oneOf(chance, matters);
      const parent = chance() < 0.7 ? null : (oneOf(chance, world.service.foldersOf(id))?.id ?? null);
      const name = oneOf(chance, ['Letters', 'Court', 'Evidence', 'CON', 'a/b', '..']);
      if (world.service.foldersOf(id).length > 3) return;
      world.count('colleague makes a folder');
      world.tell(`a colleague makes the folder ${name} in ${id}`);
      world.service.makeFolder(id, name, parent);
    },
  },
  {
    name: 'renames a folder',
    weight: 1,
    play: (world, chance) => {
      const folder = oneOf(chance, [...world.service.folders.values()]);
      if (!folder) return;
      world.count('colleague renames a folder');
      world.tell(`a colleague renames the folder ${folder.name}`);
      world.service.renameFolder(folder.id, `Their folder ${Math.floor(chance() * 100)}`);
    },
  },
  {
    name: 'files a document of their own',
    weight: 1,
    play: (world, chance) => {
      const { id } = oneOf(chance, matters);
      const name = oneOf(chance, ['Brief.docx', 'Order.pdf', 'Statement.docx']);
      world.count('colleague files a document');
      world.tell(`a colleague files ${name} in ${id}`);
      world.service.colleagueFiles(id, name, null, Buffer.from(`theirs ${chance()}`));
    },
  },
  {
    name: 'describes a matter',
    weight: 1,
    play: (world, chance) => {
      const { id } = oneOf(chance, matters);
      world.count('colleague describes a matter');
      world.tell(`a colleague describes ${id}`);
      world.service.office.describes(id, `Theirs ${chance()}`);
    },
  },
];
