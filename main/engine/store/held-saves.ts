import type { MatterId } from '../../../shared/model/index.ts';
import type { Custody } from './custody/custody.ts';
import type { Database } from './database.ts';
import { SaveMoves } from './save-moves.ts';
import { oneOfMany, writeProblem } from './save-problem.ts';
import type { SaveState } from './save-state-machine.ts';
import type { SaveStore } from './saves.ts';
import type { WhoWasHere } from './who-was-here.ts';

/**
 * In `held`, instead of the number of a mass change: captured while another person was signed in, or somebody of whom it is not
 * known yet who they are.
 */
export const heldForReview = -1;
export const heldWhileUnknown = -2;
/** What the person decides about saves of many documents at once. */
export type MassDecision = 'file' | 'keep' | 'each';

/** Saves that wait for one decision about many: a mass change, or whose they are. */
export class HeldSaves extends SaveMoves {
  protected readonly whoWasHere: WhoWasHere;

  constructor(database: Database, saves: SaveStore, custody: Custody, whoWasHere: WhoWasHere) {
    super(database, saves, custody);
    this.whoWasHere = whoWasHere;
  }

  /**
   * Saves of the matter captured since then wait for a decision about a mass change. Of those on their way nothing leaves that did
   * not leave yet, and nothing a second time. What was decided about once is not held again.
   */
  hold(massChange: number, matterId: MatterId, since: number): void {
    this.database
      .prepare(
        `UPDATE save SET held = @massChange
         WHERE matter_id = @matterId AND captured_at >= @since AND state IN ('waiting', 'sending') AND held IS NULL
           AND id > (SELECT coalesce(max(decided_up_to), 0) FROM mass_change WHERE matter_id = @matterId)`,
      )
      .run({ massChange, matterId, since });
  }

  /** What was captured after this save and is not with the service is for the workspace's own person to review. */
  holdSince(saveId: number): void {
    this.database
      .prepare(
        `UPDATE save SET held = ${heldForReview}
         WHERE id > ? AND state IN ('waiting', 'sending', 'problem')`,
      )
      .run(saveId);
  }

  /** Those of these saves that are not with the service are for the workspace's own person to review. */
  holdForReview(ids: readonly number[]): void {
    const hold = this.database.prepare(
      `UPDATE save SET held = ${heldForReview} WHERE id = ? AND state IN ('waiting', 'sending', 'problem')`,
    );
    for (const id of ids) hold.run(id);
  }

  /**
   * Whoever was signed in while it was captured was the workspace's own person: it is sent, but for what is one of many changes at
   * once that nobody has decided about.
   */
  unknownIsOwn(): void {
    this.whoWasHere.unknownWas('own');
    if (!this.#holds(heldWhileUnknown)) return;
    this.database
      .prepare(
        `UPDATE save SET held = mass_change.id FROM mass_change
         WHERE held = ${heldWhileUnknown} AND state IN ('waiting', 'sending') AND mass_change.matter_id = save.matter_id
           AND mass_change.decision IS NULL AND save.captured_at >= mass_change.began_at`,
      )
      .run();
    this.letGo(heldWhileUnknown, 'file', '', 'same-person');
  }

  /** The first save that was captured while it was not known who was signed in, and that nothing was settled about; null when there is none. */
  firstOfUnknown(): number | null {
    return (
      this.database
        .prepare<[], number | null>(`SELECT min(id) FROM save WHERE held = ${heldWhileUnknown}`)
        .pluck()
        .get() ?? null
    );
  }

  /** This sign-in is asked who it is from now on. What was captured while another was, which never answered, is not its own. */
  isAsked(signIn: string): void {
    if (this.whoWasHere.asked !== signIn) this.unknownIsAnother();
    this.whoWasHere.isAsked(signIn);
  }

  /** Whoever was signed in while it was captured is not known any more: the workspace's own person reviews it. */
  unknownIsAnother(): void {
    this.whoWasHere.unknownWas('another');
    if (!this.#holds(heldWhileUnknown)) return;
    this.database.prepare(`UPDATE save SET held = ${heldForReview} WHERE held = ${heldWhileUnknown}`).run();
  }

  /**
   * How many saves wait for the workspace's own person to review them, the number of the last of them (0 for none), and since when
   * (milliseconds since 1970).
   */
  toReview(): { readonly count: number; readonly last: number; readonly since: number | null } {
    return (
      this.database
        .prepare<[], { count: number; last: number; since: number | null }>(
          `SELECT count(*) AS count, coalesce(max(id), 0) AS last, min(captured_at) AS since FROM save
           WHERE held = ${heldForReview} AND state IN ('waiting', 'sending', 'problem')`,
        )
        .get() ?? { count: 0, last: 0, since: null }
    );
  }

  /**
   * What was held is filed, kept unfiled, or becomes a problem each (`problem`, to be shown with it). What has a problem of its
   * own is kept unfiled with the others, or keeps its problem. What is on its way stays held unless it is to be filed: history may
   * show it yet, and it must not be sent again unasked. For a mass change the decision then holds for it, for review it is asked about.
   */
  letGo(massChange: number, decision: MassDecision, problem: string, said: string = saidOf(decision)): void {
    if (!this.#holds(massChange)) return;
    this.database.transaction(() => {
      const held = this.database
        .prepare<[number], number>(`SELECT id FROM save WHERE held = ? AND state = 'waiting' ORDER BY id`)
        .pluck()
        .all(massChange);
      for (const id of held) this.#letGoOne(id, decision, problem, said);
      const withProblems = this.database
        .prepare<[number], number>(`SELECT id FROM save WHERE held = ? AND state = 'problem' ORDER BY id`)
        .pluck()
        .all(decision === 'keep' ? massChange : Number.NaN);
      for (const id of withProblems) {
        this.move('keepUnfiled', id, 'held = NULL, next_try_at = NULL', {}, () => this.decided(id, said));
      }
      const stays = decision === 'file' ? '' : `AND state <> 'sending'`;
      this.database.prepare(`UPDATE save SET held = NULL WHERE held = ? ${stays}`).run(massChange);
    })();
  }

  /** Where nothing is held there is nothing to write, as on a disk that takes nothing. */
  #holds(massChange: number): boolean {
    return this.database.prepare('SELECT 1 FROM save WHERE held = ? LIMIT 1').get(massChange) !== undefined;
  }

  #letGoOne(id: number, decision: MassDecision, problem: string, said: string): void {
    const events = { file: 'fileHeld', keep: 'keepHeld', each: 'lookAtHeld' } as const;
    const why = decision === 'each' ? problem : null;
    this.move(events[decision], id, 'held = NULL, problem = @why', { why }, () => this.decided(id, said));
  }

  /**
   * What was on its way when the person decided about a mass change did not arrive: their decision holds for it. Where it needs
   * a person for itself, that is asked.
   */
  protected decidedMeanwhile(id: number): void {
    const found = this.database
      .prepare<[number], { state: SaveState; decision: MassDecision }>(
        `SELECT save.state, mass_change.decision FROM save JOIN mass_change ON mass_change.id = save.held
         WHERE save.id = ? AND mass_change.decision IS NOT NULL`,
      )
      .get(id);
    if (found?.state === 'waiting')
      this.#letGoOne(id, found.decision, writeProblem(oneOfMany), saidOf(found.decision));
    else if (found) this.database.prepare('UPDATE save SET held = NULL WHERE id = ?').run(id);
  }
}

const saidOf = (decision: MassDecision): string => `mass-change-${decision}`;
