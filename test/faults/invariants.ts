import { createHash } from 'node:crypto';
import type { Workspace } from '../../main/engine/compose.ts';
import type { Save } from '../../main/engine/store/outbox.ts';
import type { MatterId } from '../../shared/model.ts';
import type { SimDisk } from './sim-disk.ts';
import type { Stay } from './sim-person.ts';
import type { SimService } from './sim-service.ts';

interface World {
  readonly workspace: Workspace;
  readonly service: SimService;
  readonly disk: SimDisk;
  readonly folder: string;
  /** Everything that ever stood at any path. */
  readonly stays: readonly Stay[];
}

/** How long before an announcement a colleague's version must have been shown to count as buried by it (ms). */
const raceWindow = 5_000;

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The promises that do not hold once all trouble has ended and time has passed. */
export function brokenPromises(world: World): string[] {
  const { workspace, disk } = world;
  const saves = workspace.stores.database
    .prepare<
      [],
      Pick<Save, 'id' | 'kind' | 'state' | 'sha256' | 'name' | 'problem' | 'path'> & { fileId: string }
    >('SELECT id, file_id AS fileId, kind, state, sha256, name, problem, path FROM save ORDER BY id')
    .all();
  const broken: string[] = disk.trespasses.map((trespass) => `3: the engine ${trespass}`);

  for (const save of saves) {
    // What comes after a save that needs a person waits for the person too.
    const held = saves.some(
      (one) => one.fileId === save.fileId && one.state === 'problem' && one.id < save.id,
    );
    if (held && save.state === 'waiting') continue;
    if (save.state === 'waiting' || save.state === 'sending' || save.state === 'sent') {
      broken.push(`5: save ${save.id} of ${save.name} is still ${save.state} long after all trouble ended`);
    }
    const newer = saves.some(
      (one) =>
        one.id > save.id && one.kind === 'content' && one.fileId === save.fileId && one.state === 'filed',
    );
    const mayBeGone = save.state === 'filed' && newer;
    if (save.kind === 'content' && !mayBeGone && !isKept(world, save.sha256)) {
      broken.push(`1: the vault does not have the bytes of save ${save.id} of ${save.name}`);
    }
  }

  for (const content of disk.replaced) {
    if (!saves.some((save) => save.sha256 === sha256(content)))
      broken.push(`3: “${content.toString()}” was replaced and never captured`);
  }

  const contents = saves.filter((save) => save.kind === 'content');
  const wereOnDisk = new Set(world.stays.map((stay) => sha256(Buffer.from(stay.content))));
  for (const save of contents) {
    if (!wereOnDisk.has(save.sha256))
      broken.push(`2: save ${save.id} of ${save.name} has bytes that were never on disk`);
  }
  for (const [fileId, ofDocument] of Map.groupBy(contents, (save) => save.fileId)) {
    const repeated = ofDocument.some((save, index) => save.sha256 === ofDocument[index - 1]?.sha256);
    if (repeated) broken.push(`2: a content of ${fileId} was captured again although nothing changed`);
  }
  for (const [fileId, document] of world.service.documents) {
    const ours = document.versions.filter((version) => version.by === 'us').map((version) => version.sha256);
    const filed = contents
      .filter((save) => save.fileId === fileId && save.state === 'filed')
      .map((save) => save.sha256);
    if (ours.join() !== filed.join()) {
      broken.push(
        `2, 4, 5: ${document.name} (${fileId}): filed ${short(filed)}, the service has ${short(ours)}`,
      );
    }
    for (const [index, version] of document.versions.entries()) {
      const before = document.versions[index - 1];
      if (version.by !== 'us' || before?.by !== 'colleague') continue;
      if (before.shownAt < version.announcedAt - raceWindow) {
        broken.push(`7: a colleague’s version of ${document.name} was buried`);
      }
    }
  }
  for (const save of contents) {
    if (save.state === 'filed' && !world.service.documents.has(save.fileId)) {
      broken.push(`4: save ${save.id} of ${save.name} is called filed and the service does not have it`);
    }
  }
  return [...broken, ...lastContents(world, contents), ...brokenCustody(world, saves)];
}

function isKept({ workspace, disk }: World, wanted: string): boolean {
  const content = workspace.stores.contents.get(wanted);
  const file = content && disk.files.get(workspace.vault.pathOf(content));
  if (!content || !file) return false;
  return sha256(file.content.subarray(content.start, content.start + content.size)) === wanted;
}

/** Whatever stands in the folder at the end is the last save of its document. */
function lastContents(
  { workspace, disk, folder, service }: World,
  contents: readonly (Pick<Save, 'sha256' | 'state'> & { fileId: string })[],
): string[] {
  const broken: string[] = [];
  const matterId = 'matter' as MatterId;
  for (const [path, node] of disk.files) {
    if (!path.startsWith(`${folder}/`) || path.includes('/~WR') || /\/[0-9A-F]{8}$/.test(path)) continue;
    const file = workspace.stores.links.file(matterId, path.slice(folder.length + 1));
    if (!file) {
      broken.push(`1: ${path} was never captured`);
      continue;
    }
    const last = contents.findLast((save) => save.fileId === file.fileId);
    if (last?.sha256 !== sha256(node.content))
      broken.push(`1: the last save of ${path} is not what is on disk`);
    const known = service.documents.get(file.fileId);
    if (last?.state === 'filed' && known && known.name !== path.slice(path.lastIndexOf('/') + 1)) {
      const waiting = workspace.stores.outbox.open().some((save) => save.fileId === file.fileId);
      if (!waiting) broken.push(`4: ${path} is called “${known.name}” in the service`);
    }
  }
  return broken;
}

const stepsToFiled = ['captured', 'announcing', 'sent', 'filed'];

/** The custody log is a whole chain, and tells of each filed save what happened to it, in order. */
function brokenCustody(
  { workspace }: World,
  saves: readonly Pick<Save, 'id' | 'kind' | 'state' | 'sha256' | 'name'>[],
): string[] {
  const { custody } = workspace.stores;
  const fault = custody.checkTail(Number.MAX_SAFE_INTEGER);
  const broken = fault ? [`2: entry ${fault.seq} of the custody log is ${fault.fault}: ${fault.why}`] : [];
  const entries = [...custody.pages(1, 100_000)].flat();
  const bySave = Map.groupBy(entries, (entry) => entry.saveId);
  for (const save of saves) {
    const told = bySave.get(save.id) ?? [];
    const kinds = told.map((entry) => entry.kind);
    const wanted = save.state === 'filed' ? [...stepsToFiled] : ['captured'];
    for (const kind of kinds) if (kind === wanted[0]) wanted.shift();
    const once = kinds.filter((kind) => kind === 'captured' || kind === 'filed').length;
    if (wanted.length > 0 || once !== (save.state === 'filed' ? 2 : 1))
      broken.push(`2: the custody log tells of save ${save.id}, ${save.state}: ${kinds.join(', ')}`);
    if (save.kind === 'content' && told.some((entry) => entry.sha256 !== save.sha256))
      broken.push(`2: the custody log has other bytes for save ${save.id} of ${save.name}`);
  }
  return broken;
}

const short = (hashes: readonly string[]) => `[${hashes.map((hash) => hash.slice(0, 6)).join(' ')}]`;
