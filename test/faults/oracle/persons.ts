import { type Evidence, type Invariant, matterOf } from './evidence.ts';
import { type Absence, type Stay, sha256Of } from './journal.ts';
import type { SaveRow } from './rows.ts';

/** Milliseconds in which what is under way ends once somebody else signs in. */
const endsWithin = 500;
/** Milliseconds about a change of person in which nobody can tell whose a save is. */
const atTheChange = 1_000;
/** Milliseconds in which a save is captured that nothing disturbs. */
const capturedWithin = 5_000;
const isOnItsWay = new Set(['sending', 'sent', 'filed']);

const isWithin = (
  { disturbances, now }: Evidence,
  { path, from, to, touches }: Stay,
  absence: Absence,
): boolean => {
  const until = (absence.to ?? Number.POSITIVE_INFINITY) - atTheChange;
  // Touched since, its time is that: whoever saw it then for the first time cannot know of an earlier one.
  const seenBy = Math.min(until, to ?? now);
  const isSeen = () => seenBy > from && disturbances.longestQuiet(path, from, seenBy) >= capturedWithin;
  return from > absence.from + atTheChange && from < until && ((touches.at(-1) ?? 0) < until || isSeen());
};

/** True for what stood in a folder when the person linked it: whoever does that wants what is in it. */
const isLinked = ({ journal }: Evidence, { path, from, to }: Stay): boolean =>
  journal.links.some(
    ({ folder, at }) => path.startsWith(`${folder}/`) && at >= from && at <= (to ?? Number.POSITIVE_INFINITY),
  );

/** By matter and hash: everything that stood there. */
const staysByContent = (evidence: Evidence) =>
  Map.groupBy(
    evidence.journal.stays,
    ({ path, content }) => `${matterOf(evidence, path)?.id} ${sha256Of(content)}`,
  );

export const persons: readonly Invariant[] = [
  {
    promise: '4: nothing is sent in the name of somebody else who is at the computer',
    when: 'always',
    broken: ({ journal, network }) =>
      journal.absences.flatMap(({ from, to }) =>
        network.announced
          .filter(({ at }) => at > from + endsWithin && (to === null || at < to))
          .map(({ fileId, at }) => `${fileId} was announced at ${(at / 1000).toFixed(2)} s`),
      ),
  },
  {
    promise: '4: what was saved while somebody else was at the computer waits for a review',
    when: 'always',
    broken: (evidence) => {
      const { journal, rows, forgot, disturbances } = evidence;
      // A power cut may take back that somebody else was there, or what was said of it.
      if (journal.absences.length === 0 || forgot) return [];
      const stays = staysByContent(evidence);
      const reviewed = new Set(journal.reviews.flatMap(({ saveIds }) => saveIds));
      // What was kept unfiled then may be saved once more, to be filed.
      const contentOf = ({ matterId, sha256 }: SaveRow) => `${matterId} ${sha256}`;
      const seen = new Set(rows.contents.filter(({ id }) => reviewed.has(id)).map(contentOf));
      // Who puts an earlier version into the folder again wants it.
      const restored = new Set(
        journal.wishes.filter(({ kind }) => kind === 'restore').map(({ sha256 }) => sha256),
      );
      return rows.contents
        .filter(
          (save) =>
            isOnItsWay.has(save.state) &&
            !seen.has(contentOf(save)) &&
            !reviewed.has(save.id) &&
            !restored.has(save.sha256),
        )
        .filter(({ matterId, sha256 }) =>
          stays.get(`${matterId} ${sha256}`)?.every(
            (stay) =>
              !journal.torn.has(stay.content) &&
              !isLinked(evidence, stay) &&
              journal.absences.some(
                (absence) =>
                  isWithin(evidence, stay, absence) &&
                  // Where nothing ran from when somebody came until then, nobody knows that they were there by then.
                  !disturbances.lastedFrom('down', absence.from, stay.from),
              ),
          ),
        )
        .map(({ id, name, state }) => `save ${id} of ${name} is ${state}, and nobody reviewed it`);
    },
  },
  {
    promise: '4: what the person saved themselves waits for no review',
    when: 'always',
    broken: (evidence) => {
      const { journal, rows, disturbances, now } = evidence;
      if (journal.clockWasSet) return [];
      const stays = staysByContent(evidence);
      const isTheirs = (stay: Stay) => {
        const next = journal.absences.find(({ to }) => to === null || to > stay.from - atTheChange);
        const until = Math.min(next?.from ?? now, stay.to ?? now);
        // When something was saved that was brought from elsewhere nobody can tell.
        return (
          stay.written &&
          !journal.torn.has(stay.content) &&
          until > stay.from &&
          disturbances.longestQuiet(stay.path, stay.from, until) >= capturedWithin
        );
      };
      return rows.contents
        .filter(({ held, state }) => held === -1 && state === 'waiting')
        .filter(({ matterId, sha256 }) => stays.get(`${matterId} ${sha256}`)?.every(isTheirs))
        .map(({ id, name }) => `save ${id} of ${name} waits for a review, and was the person’s own`);
    },
  },
];
