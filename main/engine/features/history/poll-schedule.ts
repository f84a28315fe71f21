import type { FolderId, MatterId } from '../../../../shared/model/index.ts';
import { fullJitter } from '../../platform/back-off.ts';
import type { PolledFolder, PolledMatter } from '../../store/polls.ts';
import { cycleOf, failedBackOff, intervalOf, refusedBackOff, type Why, waitOf } from './cadence.ts';
import { DueQueue } from './due-queue.ts';

/** A folder whose history is read again and again. */
export interface PolledTurn {
  readonly matterId: MatterId;
  readonly folderId: FolderId | null;
}

/** What became of a read: `later` is trouble of the account, which says nothing of the folder. */
export type ReadOutcome = 'read' | 'refused' | 'failed' | 'later';

export type Lane = 'view' | 'background';

interface Turn extends PolledTurn {
  readonly matter: Round;
  /** Milliseconds since 1970 of the last read or attempt; null when there was none. */
  triedAt: number | null;
  /** How often in a row it was refused, and how often it failed. */
  refusals: number;
  failures: number;
  /** It is being read now. */
  taken: boolean;
}

interface Round {
  why: Why;
  lookedAt: number;
  readonly turns: Map<FolderId | null, Turn>;
}

/** A folder looked at again is not asked again if it was read so few milliseconds ago. */
const freshEnough = 2_000;
/** A folder never read before is read within so many milliseconds, if there are few. */
const firstWithin = 2_000;
const longestBackOff = 64;

const laneOf = (why: Why): Lane => (why === 'view' ? 'view' : 'background');

/** Which folder is read next, and when: each of them in turn, the one overdue longest first. Knows no clock. */
export class PollSchedule {
  readonly #random: () => number;
  readonly #matters = new Map<MatterId, Round>();
  readonly #queues: Record<Lane, DueQueue<Turn>> = { view: new DueQueue(), background: new DueQueue() };
  readonly #folders: Record<Why, number> = { view: 0, linked: 0, visited: 0 };
  #backOff = 1;
  #followed = false;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Folders read for a reason. */
  count(why: Why): number {
    return this.#folders[why];
  }

  /** When the next one of a lane is due; null when there is none. */
  next(lane: Lane): number | null {
    return this.#queues[lane].first()?.due ?? null;
  }

  /** Takes the folder overdue longest, if one is due by then; it has no turn until `done`. */
  take(lane: Lane, by: number): PolledTurn | null {
    const first = this.#queues[lane].first();
    if (!first || first.due > by) return null;
    this.#queues[lane].delete(first.item);
    first.item.taken = true;
    return first.item;
  }

  /** Brings a matter up to date: why it is read, and which folders it has. Null and unlinked: not at all any more. */
  put(facts: PolledMatter, inView: boolean, folders: readonly PolledFolder[], now: number): void {
    const { matterId, linked, lookedAt } = facts;
    const why = inView ? 'view' : linked ? 'linked' : lookedAt === null ? null : 'visited';
    const known = this.#matters.get(matterId);
    if (why === null) return this.#forget(matterId);
    const round = known ?? { why, lookedAt: lookedAt ?? 0, turns: new Map<FolderId | null, Turn>() };
    this.#matters.set(matterId, round);
    this.#folders[round.why] -= round.turns.size;
    const changed = round.why !== why;
    round.why = why;
    round.lookedAt = lookedAt ?? round.lookedAt;
    const ids = new Set(folders.map((folder) => folder.folderId));
    for (const [folderId, turn] of round.turns) {
      if (ids.has(folderId)) continue;
      round.turns.delete(folderId);
      this.#leave(turn);
    }
    const added: Turn[] = [];
    for (const { folderId, checkedAt, refused } of folders) {
      if (round.turns.has(folderId)) continue;
      const state = { triedAt: checkedAt, refusals: refused ? 1 : 0, failures: 0, taken: false };
      const turn = { matterId, folderId, matter: round, ...state };
      round.turns.set(folderId, turn);
      added.push(turn);
    }
    this.#folders[why] += round.turns.size;
    for (const turn of changed ? round.turns.values() : added) this.#enter(turn, now);
  }

  /** What became of a folder taken. */
  done(taken: PolledTurn, outcome: ReadOutcome, now: number): void {
    const turn = this.#turnOf(taken);
    // Its matter may have been left while it was read.
    if (!turn || turn !== taken) return;
    turn.taken = false;
    if (outcome === 'later') return this.#set(turn, now);
    turn.triedAt = now;
    turn.refusals = outcome === 'refused' ? turn.refusals + 1 : 0;
    turn.failures = outcome === 'failed' ? turn.failures + 1 : 0;
    this.#set(turn, now + this.#wait(turn, now));
  }

  /** A folder was read for another reason. */
  readAlready({ matterId, folderId }: PolledTurn, now: number): void {
    const turn = this.#matters.get(matterId)?.turns.get(folderId);
    if (turn && !turn.taken) this.done(turn, 'read', now);
  }

  /** Every folder that is read for a reason and not refused, the most urgent reason first. */
  folders(): (PolledTurn & { readonly why: Why })[] {
    const rounds = [...this.#matters.values()];
    return (['view', 'linked', 'visited'] as const).flatMap((why) =>
      rounds
        .filter((round) => round.why === why)
        .sort((one, other) => other.lookedAt - one.lookedAt)
        .flatMap(({ turns }) =>
          [...turns.values()]
            .filter(({ refusals }) => refusals === 0)
            .map(({ matterId, folderId }) => ({ matterId, folderId, why })),
        ),
    );
  }

  /** Somebody else reads these folders and tells what is new, or no longer: what is due anyway is put off, or spread anew. */
  followed(isFollowed: boolean, now: number): void {
    this.#followed = isFollowed;
    if (!isFollowed) return this.spread(now);
    for (const queue of Object.values(this.#queues)) {
      for (const { item, due } of queue.entries()) {
        if (item.refusals > 0 || item.failures > 0) continue;
        queue.set(item, Math.max(due, now + this.#interval(item, now) * (0.5 + this.#random() / 2)));
      }
    }
  }

  /** This folder has something new: it is read now. */
  news({ matterId, folderId }: PolledTurn, now: number): void {
    const turn = this.#matters.get(matterId)?.turns.get(folderId);
    if (!turn || turn.taken) return;
    const queue = this.#queues[laneOf(turn.matter.why)];
    queue.set(turn, Math.min(queue.dueOf(turn) ?? now, now));
  }

  /** Something may have happened in this matter: its folders, but for refused ones, are read within so many milliseconds. */
  expedite(matterId: MatterId, within: number, now: number): void {
    for (const turn of this.#matters.get(matterId)?.turns.values() ?? []) {
      const queue = this.#queues[laneOf(turn.matter.why)];
      const due = queue.dueOf(turn);
      if (due === undefined || turn.refusals > 0) continue;
      if (now - (turn.triedAt ?? Number.NEGATIVE_INFINITY) < freshEnough) continue;
      queue.set(turn, Math.min(due, now + this.#random() * within));
    }
  }

  /**
   * After a silence, or when the clock was set, everything overdue is spread over the time one round takes: computers
   * that were cut off together must not come back together.
   */
  spread(now: number): void {
    for (const queue of Object.values(this.#queues)) {
      for (const { item, due } of queue.entries()) {
        if (due > now && due <= now + this.#longestWait(item, now)) continue;
        queue.set(item, now + this.#random() * this.#firstWithin(item, now));
      }
    }
  }

  /** The service refused for rate: everything is read half as often. */
  slower(): void {
    this.#backOff = Math.min(longestBackOff, this.#backOff * 2);
  }

  /** The service answered: a little faster again. */
  faster(): void {
    this.#backOff = Math.max(1, this.#backOff * 0.97);
  }

  #turnOf({ matterId, folderId }: PolledTurn): Turn | undefined {
    return this.#matters.get(matterId)?.turns.get(folderId);
  }

  #forget(matterId: MatterId): void {
    const round = this.#matters.get(matterId);
    if (!round) return;
    this.#matters.delete(matterId);
    this.#folders[round.why] -= round.turns.size;
    for (const turn of round.turns.values()) this.#leave(turn);
  }

  #leave(turn: Turn): void {
    for (const queue of Object.values(this.#queues)) queue.delete(turn);
  }

  /** A folder that is new here, or is read for another reason from now on. */
  #enter(turn: Turn, now: number): void {
    if (turn.taken) return;
    const { why } = turn.matter;
    const age = turn.triedAt === null || turn.triedAt > now ? Number.POSITIVE_INFINITY : now - turn.triedAt;
    if (why === 'view') return this.#set(turn, age < freshEnough ? now + freshEnough : now);
    const overdue = age > this.#interval(turn, now);
    this.#set(turn, now + (overdue ? this.#random() * this.#firstWithin(turn, now) : this.#wait(turn, now)));
  }

  #set(turn: Turn, due: number): void {
    this.#leave(turn);
    this.#queues[laneOf(turn.matter.why)].set(turn, due);
  }

  #interval({ matter: { why, lookedAt } }: Turn, now: number): number {
    const circumstances = {
      folders: this.#folders[why],
      sinceLook: now - lookedAt,
      backOff: this.#backOff,
      followed: this.#followed,
    };
    return intervalOf(why, circumstances);
  }

  #wait(turn: Turn, now: number): number {
    const interval = this.#interval(turn, now);
    if (turn.refusals > 0) {
      const { base, cap } = refusedBackOff;
      return base / 2 + fullJitter(turn.refusals - 1, this.#random, { base, cap });
    }
    const wait = waitOf(turn.matter.why, interval, this.#random);
    return turn.failures === 0 ? wait : wait + fullJitter(turn.failures - 1, this.#random, failedBackOff);
  }

  /** No wait is longer: what is due later was set by a clock that has been set back since. */
  #longestWait(turn: Turn, now: number): number {
    if (turn.refusals > 0) return 2 * refusedBackOff.cap;
    return 2 * this.#interval(turn, now) + (turn.failures > 0 ? failedBackOff.cap : 0);
  }

  /** Within how many milliseconds a folder is read that is overdue, or was never read. */
  #firstWithin(turn: Turn, now: number): number {
    const { why } = turn.matter;
    if (turn.refusals > 0) return refusedBackOff.base;
    if (why === 'view' || turn.triedAt === null)
      return Math.max(firstWithin, cycleOf(why, this.#folders[why]));
    return this.#interval(turn, now);
  }
}
