import { basename } from 'node:path/posix';
import type { Save } from '../../main/engine/store/save.ts';
import { readProblem } from '../../main/engine/upload/save-problem.ts';
import { isIgnored } from '../../main/engine/watch/ignore.ts';
import { problemList } from '../../main/engine/window/problem-list.ts';
import { type SimDocument, sha256 } from './sim-service.ts';
import { matters, type World } from './world.ts';

/** What holds at every moment, or once all trouble has ended and time has passed. Adding one is adding an entry. */
export interface Invariant {
  /** The number of the promise in the design. */
  readonly promise: string;
  readonly when: 'always' | 'at the end';
  /** Each way in which it does not hold, in words. */
  readonly broken: (facts: Facts) => readonly string[];
}

/** What can be seen of a world, and what the engine says of it. */
export class Facts {
  readonly world: World;
  readonly saves: readonly SaveRow[];
  readonly contents: readonly SaveRow[];
  readonly byDocument: ReadonlyMap<string, readonly SaveRow[]>;

  constructor(world: World) {
    this.world = world;
    const { workspace } = world;
    this.saves = workspace ? workspace.stores.database.prepare<[], SaveRow>(saveQuery).all() : [];
    this.contents = this.saves.filter(({ kind }) => kind === 'content');
    this.byDocument = Map.groupBy(this.contents, ({ fileId }) => fileId);
  }
}

type SaveRow = Pick<
  Save,
  'id' | 'matterId' | 'fileId' | 'kind' | 'state' | 'sha256' | 'name' | 'problem' | 'path'
> & {
  readonly agreedUpTo: number | null;
  readonly filedEntryId: string | null;
  /** Attempts that were not certainly refused. */
  readonly mayHaveArrived: number;
  /** The document that it was a save of before the person filed it separately. */
  readonly formerFileId: string | null;
};

const saveQuery = `SELECT id, matter_id AS matterId, file_id AS fileId, kind, state, sha256, name, problem, path,
  agreed_up_to AS agreedUpTo, filed_entry_id AS filedEntryId,
  (SELECT count(*) FROM attempt WHERE save_id = save.id AND outcome <> 'refused') AS mayHaveArrived,
  (SELECT max(related_id) FROM custody WHERE save_id = save.id AND detail = 'file-separately') AS formerFileId
  FROM save ORDER BY id`;

/** How long a file must stand undisturbed to have settled and been captured, in milliseconds. */
const settledAfter = 6_000;
/** How long before an announcement a colleague's version must have been shown to count as buried by it (ms). */
const raceWindow = 5_000;

const unsent = new Set<string>(['waiting', 'sending', 'sent', 'problem']);
const shaOf = new WeakMap<Buffer, string>();
function shaOfContent(content: Buffer): string {
  const known = shaOf.get(content) ?? sha256(content);
  shaOf.set(content, known);
  return known;
}
const isDocument = (path: string) => !path.split('/').some((name) => isIgnored(name));
const ours = (document: SimDocument) => document.versions.filter(({ by }) => by === 'us');
const short = (hashes: readonly string[]) => `[${hashes.map((hash) => hash.slice(0, 6)).join(' ')}]`;

/** What the vault has under a hash; null when it has nothing. */
function keptIn({ workspace, disk }: World, wanted: string): Buffer | null {
  const content = workspace?.stores.contents.get(wanted);
  const file = content && disk.files.get(workspace?.vault.pathOf(content) ?? '');
  return content && file ? file.content.subarray(content.start, content.start + content.size) : null;
}

/** True when the hashes are those of the saves, in their order, each as often as it may be there. */
function isInOrder(
  there: readonly string[],
  [first, ...others]: readonly { readonly sha256: string; readonly least: number; readonly most: number }[],
): boolean {
  if (!first) return there.length === 0;
  for (let times = 0; times <= first.most; times += 1) {
    if (times > 0 && there[times - 1] !== first.sha256) break;
    if (times >= first.least && isInOrder(there.slice(times), others)) return true;
  }
  return false;
}

const stepsToFiled = ['captured', 'announcing', 'sent', 'filed'];

export const invariants: readonly Invariant[] = [
  {
    promise: '1: nothing unsent is ever evicted',
    when: 'always',
    broken: ({ world, contents }) =>
      contents
        .filter((save) => unsent.has(save.state) && !world.damaged.has(save.sha256))
        .filter((save) => keptIn(world, save.sha256) === null)
        .map((save) => `the vault does not have save ${save.id} of ${save.name}, which is ${save.state}`),
  },
  {
    promise: '1: the vault has the bytes of every save',
    when: 'at the end',
    broken: ({ world, contents }) =>
      contents.flatMap((save) => {
        const kept = keptIn(world, save.sha256);
        const newer = contents.some(
          (one) => one.id > save.id && one.fileId === save.fileId && one.state === 'filed',
        );
        if (kept === null && save.state === 'filed' && newer) return [];
        // What waits behind a save that needs a person is looked at when its turn comes.
        if (world.damaged.has(save.sha256)) return [];
        return kept && sha256(kept) === save.sha256
          ? []
          : [`the vault does not have the bytes of save ${save.id} of ${save.name}`];
      }),
  },
  {
    promise: '1: what was damaged in the vault and still stands in its folder is taken from there',
    when: 'at the end',
    broken: ({ world, contents }) => {
      const standing = new Set(world.person.present.map(({ content }) => shaOfContent(content)));
      return contents
        .filter(({ problem }) => readProblem(problem)?.code === 'vault-damaged')
        .filter((save) => standing.has(save.sha256))
        .map((save) => `save ${save.id} of ${save.name} is called damaged`);
    },
  },
  {
    promise: '1: every save that settled was captured',
    when: 'at the end',
    broken: ({ world, contents }) => {
      const captured = new Set(contents.map((save) => save.sha256));
      const now = world.clock.steady();
      return world.person.stays
        .filter(({ path, from, to }) => isDocument(path) && (to ?? now) - from >= settledAfter)
        .filter(({ content }) => !captured.has(shaOfContent(content)))
        .filter(
          ({ path, from, to }) => world.disturbances.longestQuiet(path, from, to ?? now) >= settledAfter,
        )
        .map(
          ({ path, from }) => `what stood at ${path} from ${(from / 1000).toFixed(2)} s was never captured`,
        );
    },
  },
  {
    promise: '1: the last save of a document is what is on disk',
    when: 'at the end',
    broken: ({ world, byDocument }) =>
      world.person.present.flatMap(({ path, content }) => {
        const { id, folder } = matters.find((matter) => path.startsWith(`${matter.folder}/`)) ?? matters[0];
        if (!isDocument(path)) return [];
        const file = world.workspace?.stores.links.file(id, path.slice(folder.length + 1));
        if (!file) return [`${path} was never captured`];
        if (file.removed) return [`${path} is taken for removed`];
        const last = byDocument.get(file.fileId)?.at(-1);
        // A document linked anew begins with a save of its own; before, it may have had others.
        return last?.sha256 === shaOfContent(content)
          ? []
          : [`the last save of ${path} is not what is on disk`];
      }),
  },
  {
    promise: '2: only bytes that were on disk are captured',
    when: 'at the end',
    broken: ({ world, contents }) => {
      const stood = new Set(world.person.stays.map(({ content }) => shaOfContent(content)));
      return contents
        .filter((save) => !stood.has(save.sha256))
        .map((save) => `save ${save.id} of ${save.name} has bytes that were never on disk`);
    },
  },
  {
    promise: '2: what did not change is not captured again',
    when: 'at the end',
    broken: ({ byDocument }) =>
      [...byDocument].flatMap(([fileId, saves]) => {
        const again = saves.find((save, index) => save.sha256 === saves[index - 1]?.sha256);
        return again
          ? [`a content of ${again.name} (${fileId}) was captured again though nothing changed`]
          : [];
      }),
  },
  {
    promise: '2: the custody log is a whole chain',
    when: 'at the end',
    broken: ({ world }) => {
      const fault = world.workspace?.stores.custody.checkTail(Number.MAX_SAFE_INTEGER);
      return fault ? [`entry ${fault.seq} is ${fault.fault}: ${fault.why}`] : [];
    },
  },
  {
    promise: '2: the custody log tells what happened to each save, in order',
    when: 'at the end',
    broken: ({ world, saves }) => {
      const entries = [...(world.workspace?.stores.custody.pages(1, 100_000) ?? [])].flat();
      const bySave = Map.groupBy(entries, (entry) => entry.saveId);
      return saves.flatMap((save) => {
        const told = bySave.get(save.id) ?? [];
        const kinds = told.map((entry) => entry.kind);
        const wanted = save.state === 'filed' ? [...stepsToFiled] : ['captured'];
        for (const kind of kinds) if (kind === wanted[0]) wanted.shift();
        const once = kinds.filter((kind) => kind === 'captured' || kind === 'filed').length;
        const otherBytes = save.kind === 'content' && told.some((entry) => entry.sha256 !== save.sha256);
        return wanted.length > 0 || once !== (save.state === 'filed' ? 2 : 1) || otherBytes
          ? [`save ${save.id} of ${save.name}, ${save.state}: ${kinds.join(', ')}`]
          : [];
      });
    },
  },
  {
    promise: '3: a person’s file is never touched',
    when: 'always',
    broken: ({ world }) => world.disk.trespasses.map((trespass) => `the engine ${trespass}`),
  },
  {
    promise: '3: what a restore replaced was captured first',
    when: 'always',
    broken: ({ world, contents }) => {
      const captured = new Set(contents.map((save) => save.sha256));
      return world.disk.replaced
        .filter(({ content }) => !captured.has(shaOfContent(content)))
        .map(({ path }) => `what stood at ${path} was replaced and never captured`);
    },
  },
  {
    promise: '3: the folders hold what the person put there',
    when: 'at the end',
    broken: ({ world }) => {
      const expected = new Map(world.person.present.map(({ path, content }) => [path, content]));
      const missing = [...expected].filter(
        ([path, content]) => world.disk.files.get(path)?.content !== content,
      );
      const found = matters.flatMap(({ folder }) => world.disk.below(folder));
      return [
        ...missing.map(([path]) => `${path} is not as the person left it`),
        ...found
          .filter((path) => !expected.has(path) && !world.disk.isReplaced(path))
          .map((path) => `${path} was not put there by the person`),
      ];
    },
  },
  {
    promise: '4: filed only if the history that came shows it',
    when: 'always',
    broken: ({ world, contents }) =>
      contents
        .filter(({ state }) => state === 'filed')
        // Where several versions could be it, it is none of them in particular.
        .filter(({ filedEntryId, fileId, sha256: bytes }) => {
          const versions = world.service.documents.get(fileId)?.versions ?? [];
          const its = versions.filter(({ sha256: shown }) => shown === bytes).map(({ entryId }) => entryId);
          const shown = filedEntryId === null ? its : [filedEntryId];
          return !shown.some((entryId) => world.network.delivered.has(entryId));
        })
        .map((save) => `save ${save.id} of ${save.name} is called filed and no history that came shows it`),
  },
  {
    promise: '2, 4: what history shows of a filed save is its bytes',
    when: 'at the end',
    broken: ({ world, contents }) =>
      contents
        .filter(({ state }) => state === 'filed')
        .filter((save) => {
          const versions = world.service.documents.get(save.fileId)?.versions ?? [];
          const its = versions.filter(
            ({ entryId }) => save.filedEntryId === null || entryId === save.filedEntryId,
          );
          return !its.some(({ sha256: shown }) => shown === save.sha256);
        })
        .map((save) => `save ${save.id} of ${save.name} is called filed by an entry of other bytes`),
  },
  {
    promise: '1, 2, 5: each document’s saves are filed in order, each once',
    when: 'at the end',
    broken: ({ world, contents }) =>
      [...world.service.documents.values()].flatMap((document) => {
        const there = ours(document).map((version) => version.sha256);
        const saves = contents.filter(({ fileId, formerFileId }) =>
          [fileId, formerFileId].includes(document.fileId),
        );
        const filed = saves.filter(({ state }) => state === 'filed').map((save) => save.sha256);
        // What was sent and not answered may be there, and twice when the person filed it on top all the same.
        const expected = saves.map((save) => {
          const isFiled = save.state === 'filed' && save.fileId === document.fileId;
          const most = save.mayHaveArrived === 0 ? 0 : save.agreedUpTo === null ? 1 : 2;
          return { sha256: save.sha256, least: isFiled ? 1 : 0, most };
        });
        return isInOrder(there, expected)
          ? []
          : [`${document.name} (${document.fileId}): filed ${short(filed)}, the service has ${short(there)}`];
      }),
  },
  {
    promise: '4: what the service has lies where the person put it, under its name',
    when: 'at the end',
    broken: ({ world, saves, byDocument }) =>
      world.person.present.flatMap(({ path }) => {
        const { id, folder } = matters.find((matter) => path.startsWith(`${matter.folder}/`)) ?? matters[0];
        const file = world.workspace?.stores.links.file(id, path.slice(folder.length + 1));
        const known = file && world.service.documents.get(file.fileId);
        if (!file || !known || known.movedByColleague) return [];
        if (byDocument.get(file.fileId)?.at(-1)?.state !== 'filed') return [];
        const open = saves.some((save) => save.fileId === file.fileId && save.state !== 'filed');
        return open || known.name === basename(path).normalize('NFC')
          ? []
          : [`${path} is called “${known.name}” in the service`];
      }),
  },
  {
    promise: '5, 6: once trouble ends everything is filed, or needs a person',
    when: 'at the end',
    broken: ({ saves }) =>
      saves
        // What comes after a save that needs a person waits for the person too.
        .filter(
          (save) =>
            !saves.some((one) => one.fileId === save.fileId && one.state === 'problem' && one.id < save.id),
        )
        .filter(({ state }) => state === 'waiting' || state === 'sending' || state === 'sent')
        .map((save) => `save ${save.id} of ${save.name} is still ${save.state} long after all trouble ended`),
  },
  {
    promise: '4: every problem names its cause and the next step',
    when: 'at the end',
    broken: ({ world, saves }) => {
      if (!world.workspace) return ['the engine did not start again'];
      const { stores, troubles, refresher } = world.workspace;
      const problems = problemList(stores, troubles.all(), refresher.failure);
      const silent = problems.filter(({ what, why, next }) => !what || !why || !next);
      const shown = new Set(problems.map(({ id }) => id));
      return [
        ...silent.map(({ id }) => `problem ${id} does not say what, why and what next`),
        ...saves
          .filter((save) => save.state === 'problem' && !shown.has(`save:${save.id}`))
          .map((save) => `save ${save.id} of ${save.name} needs a person and is not shown`),
      ];
    },
  },
  {
    promise: '5: no person is asked about what passes by itself',
    when: 'always',
    broken: ({ world: { network }, saves }) =>
      saves
        .filter(({ state }) => state === 'problem')
        .filter(({ problem, fileId, matterId }) => {
          const code = readProblem(problem)?.code;
          const isRefused = network.refused.has(fileId) || network.refused.has(matterId);
          return code === 'never-shown' || (code === 'refused' && !isRefused);
        })
        .map(
          (save) =>
            `save ${save.id} of ${save.name} needs a person, and nothing of it was refused for good or kept back`,
        ),
  },
  {
    promise: '7: a colleague’s version is never buried',
    when: 'at the end',
    broken: ({ world, contents }) => {
      const onTop = new Set(contents.filter((save) => save.agreedUpTo !== null).map((save) => save.sha256));
      return [...world.service.documents.values()].flatMap((document) =>
        document.versions.flatMap((version, index) => {
          const before = document.versions[index - 1];
          if (version.by !== 'us' || before?.by !== 'colleague' || onTop.has(version.sha256)) return [];
          const buried = before.shownAt < version.announcedAt - raceWindow;
          return buried ? [`a colleague’s version of ${document.name} (${document.fileId}) was buried`] : [];
        }),
      );
    },
  },
  {
    promise: '6: the request budget is kept exactly',
    when: 'always',
    broken: ({ world }) => world.network.tooFast.map((when) => `a request more than allowed ${when}`),
  },
  {
    promise: '5, 6: nobody is asked without end',
    when: 'at the end',
    broken: ({ world }) =>
      world.idleRequestsAnHour === null || world.idleRequestsAnHour <= mostIdleRequests
        ? []
        : [`${Math.round(world.idleRequestsAnHour)} requests an hour with nothing to do`],
  },
];

/** Polls of the folders of two matters, and of the list of matters, with room to spare. */
const mostIdleRequests = 3_600;

/** The promises that do not hold, in words. */
export function brokenPromises(world: World, when: Invariant['when']): string[] {
  if (!world.workspace) return when === 'always' ? [] : ['5: the engine did not start again'];
  const facts = new Facts(world);
  return invariants
    .filter((invariant) => invariant.when === when || when === 'at the end')
    .flatMap((invariant) => invariant.broken(facts).map((words) => `${invariant.promise}: ${words}`));
}
