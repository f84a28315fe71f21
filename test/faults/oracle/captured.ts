import { linesOfSaves } from './documents.ts';
import { type Evidence, type Invariant, matterOf } from './evidence.ts';
import { type Stay, sha256Of } from './journal.ts';
import { isDocumentPath } from './temporary-names.ts';

/**
 * Milliseconds in which a save is captured that nothing disturbs: it has to stand still for a third of a second, and is read and
 * written then. What is empty has to for two seconds, for its content may still be to come, and twice when all is compared meanwhile.
 */
const capturedWithin = (content: Buffer): number => (content.length === 0 ? 4_500 : 2_000);
/** The same in a folder of which the system tells nothing: it is looked through every ten seconds. */
const rescannedWithin = 25_000;
/** Milliseconds for which a content must have stood to be one that settled, and no part of one that is still being written. */
const settlesIn = (content: Buffer): number => (content.length === 0 ? 1_000 : 150);

const lasted = ({ from, to }: Stay, now: number): number => (to ?? now) - from;
/** All states but those in which the service has it, or the person does not want it to. */
const unsent = new Set(['waiting', 'sending', 'sent', 'problem']);
const short = (content: Buffer): string => sha256Of(content).slice(0, 6);
const at = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

/** Hashes of parts of files that were not written to since. */
const hashesOfParts = new WeakMap<Buffer, Map<string, string>>();

/** The hash of what the vault has in the place of a content; null when it has nothing there. */
function keptBytes(
  { rows, disk, ownDirectory }: Evidence,
  sha256: string,
): { readonly sha256: string } | null {
  const row = rows.vault.get(sha256);
  if (!row) return null;
  const below = row.pack === null ? `${sha256.slice(0, 2)}/${sha256}` : `packs/${row.pack}`;
  const file = disk.files.get(`${ownDirectory}/vault/${below}`);
  const end = row.start + row.size;
  if (!file || file.content.length < end) return null;
  const hashes = hashesOfParts.get(file.content) ?? new Map<string, string>();
  hashesOfParts.set(file.content, hashes);
  const part = `${row.start} ${row.size}`;
  const known = hashes.get(part) ?? sha256Of(file.content.subarray(row.start, end));
  hashes.set(part, known);
  return { sha256: known };
}

/** What had to be captured of each document, oldest first: whatever stood still, and once where it did not change. */
function neededByDocument(evidence: Evidence): readonly (readonly Stay[])[] {
  const { journal, disturbances, now } = evidence;
  const isSeen = (path: string, from: number, to: number, within: number) =>
    disturbances.longestQuiet(path, from, to) >= within ||
    disturbances.longestQuiet(path, from, to, 'looked through') >= rescannedWithin;
  // What is empty rests anew each time that it is touched.
  const isNeeded = ({ path, content, from, to, touches }: Stay) => {
    if (!isDocumentPath(path) || journal.unseen.has(content)) return false;
    const starts = [from, ...(content.length === 0 ? touches : [])];
    return starts.some((start, index) =>
      isSeen(path, start, starts[index + 1] ?? to ?? now, capturedWithin(content)),
    );
  };
  const known = journal.stays.filter((stay) => stay.given || isNeeded(stay));
  return [...Map.groupBy(known, ({ line }) => line).values()].map((stays) =>
    stays.filter((stay, index) => {
      const before = stays[index - 1];
      return !stay.given && (!before || sha256Of(before.content) !== sha256Of(stay.content));
    }),
  );
}

/** Milliseconds in which what a program saves by the name that it had a document open by is known to be of that document, or not. */
const decidedWithin = 90_000;

/**
 * What a program saves by the name of a document that got another one while it had it open is in the vault at once, and is a version
 * of that document once the one before it is filed.
 */
function waitsForItsDocument(evidence: Evidence, { path, content, from }: Stay): boolean {
  if (evidence.now - from > decidedWithin) return false;
  if (!evidence.journal.programs.some((program) => program.path === path)) return false;
  const sha256 = sha256Of(content);
  return keptBytes(evidence, sha256)?.sha256 === sha256;
}

/** True for what the service gave out of a document of the person's: nobody saved that. */
const wasGiven = ({ journal }: Evidence, line: number, content: Buffer): boolean =>
  journal.stays.some(
    (stay) => stay.given && stay.line === line && sha256Of(stay.content) === sha256Of(content),
  );

/** The bytes that stood in each matter's folder, with the longest time of each (milliseconds). */
function stood(evidence: Evidence): ReadonlyMap<string, number> {
  const longest = new Map<string, number>();
  for (const stay of evidence.journal.stays) {
    const key = `${matterOf(evidence, stay.path)?.id} ${sha256Of(stay.content)}`;
    longest.set(key, Math.max(longest.get(key) ?? 0, lasted(stay, evidence.now)));
  }
  return longest;
}

export const captured: readonly Invariant[] = [
  {
    promise: '1: what stood still was captured in time',
    when: 'always',
    broken: (evidence) => {
      return neededByDocument(evidence).flatMap((stays) => {
        // Who goes back to an earlier content saves it once more, after what came between.
        let last = 0;
        return stays
          .filter((stay) => {
            const { path, content } = stay;
            const matterId = matterOf(evidence, path)?.id;
            const saves = evidence.rows.byHash.get(sha256Of(content));
            const save = saves?.find((one) => one.matterId === matterId && one.id > last);
            last = save?.id ?? last;
            return !save && !waitsForItsDocument(evidence, stay);
          })
          .map(({ path, content, from }) => `${short(content)} stood at ${path} from ${at(from)}`);
      });
    },
  },
  {
    promise: '1: nothing unsent is ever evicted',
    when: 'always',
    broken: (evidence) =>
      evidence.rows.contents
        .filter(({ state, sha256 }) => unsent.has(state) && !evidence.damaged.has(sha256))
        .filter(({ sha256 }) => keptBytes(evidence, sha256) === null)
        .map(({ id, name, state }) => `the vault does not have save ${id} of ${name}, which is ${state}`),
  },
  {
    promise: '1: the vault has the bytes of every save',
    when: 'always',
    broken: (evidence) =>
      evidence.rows.contents.flatMap((save) => {
        // What waits behind a save that needs a person is looked at when its turn comes.
        if (evidence.damaged.has(save.sha256)) return [];
        const kept = keptBytes(evidence, save.sha256);
        // Filed versions go when the person allows the vault too little room; of each document the newest stays.
        const newer = evidence.rows.byDocument
          .get(save.fileId)
          ?.some((one) => one.id > save.id && one.state === 'filed');
        if (kept === null && save.state === 'filed' && newer) return [];
        return kept?.sha256 === save.sha256
          ? []
          : [`the vault does not have the bytes of save ${save.id} of ${save.name}`];
      }),
  },
  {
    promise: '1: the last save of a document is what is on disk',
    when: 'at the end',
    broken: (evidence) =>
      evidence.journal.present.flatMap(({ path, content, line }) => {
        const matter = matterOf(evidence, path);
        if (!isDocumentPath(path) || !matter) return [];
        if (evidence.journal.unseen.has(content)) return [];
        const below = path.slice(matter.folder.length + 1);
        const row = evidence.rows.files.find((one) => one.matterId === matter.id && one.path === below);
        if (!row) return [`${path} was never captured`];
        if (row.removed) return [`${path} is taken for removed`];
        if (row.sha256 === sha256Of(content) && wasGiven(evidence, line, content)) return [];
        const saves = (evidence.rows.byDocument.get(row.fileId) ?? []).filter(
          ({ matterId }) => matterId === matter.id,
        );
        // Of what was captured as another document the person may be asked whether it is this one.
        const asked = saves.findLast((save) => save.path === below && save.state === 'problem');
        return [saves.at(-1), asked].some((save) => save?.sha256 === sha256Of(content))
          ? []
          : [`the last save of ${path} is not what is on disk`];
      }),
  },
  {
    promise: '2: only bytes that were on disk are captured',
    when: 'always',
    broken: (evidence) => {
      const lasting = stood(evidence);
      return (
        evidence.rows.contents
          .filter(({ matterId, sha256 }) => !lasting.has(`${matterId} ${sha256}`))
          // Of what is found again in the vault nobody knows whose it is: its cause is looked at.
          .filter(({ problem }) => !problem?.includes('"found-again"'))
          .map((save) => `save ${save.id} of ${save.name} has bytes that were never in the matter’s folder`)
      );
    },
  },
  {
    promise: '1: what is still being written is not captured',
    when: 'always',
    broken: (evidence) => {
      const lasting = stood(evidence);
      const contents = new Map(evidence.journal.stays.map(({ content }) => [sha256Of(content), content]));
      return evidence.rows.contents.flatMap(({ id, name, matterId, sha256 }) => {
        const longest = lasting.get(`${matterId} ${sha256}`);
        const content = contents.get(sha256);
        return longest !== undefined && content && longest < settlesIn(content)
          ? [`save ${id} of ${name} has bytes that stood for ${longest.toFixed(0)} ms`]
          : [];
      });
    },
  },
  {
    promise: '2: what did not change is not captured again',
    when: 'at the end',
    broken: (evidence) => {
      const { rows, journal } = evidence;
      const lines = linesOfSaves(evidence);
      return [...rows.byDocument].flatMap(([fileId, saves]) => {
        const again = saves.find((save, index) => {
          const before = saves[index - 1];
          // What was kept unfiled can be saved again to be filed; two documents of the person's may turn out to be one there.
          const line = before && lines.get(before.id);
          const isOther = line === undefined || line !== lines.get(save.id);
          return before?.sha256 === save.sha256 && !journal.keptUnfiled.has(before.id) && !isOther;
        });
        return again ? [`a content of ${again.name} (${fileId}) was captured twice in a row`] : [];
      });
    },
  },
];
