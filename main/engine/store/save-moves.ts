import type { FileId } from '../../../shared/model/index.ts';
import type { Custody } from './custody/custody.ts';
import type { SaveEvent as CustodyEvent } from './custody/told.ts';
import type { Database } from './database.ts';
import { isConflict, readProblem } from './save-problem.ts';
import { type SaveEvent, type SaveState, transitions } from './save-state-machine.ts';
import type { SaveStore } from './saves.ts';

export const quoted = (states: readonly SaveState[]): string =>
  states.map((state) => `'${state}'`).join(', ');

/** The way of a save from state to state, with what the custody log says of it. */
export class SaveMoves {
  protected readonly database: Database;
  protected readonly saves: SaveStore;
  protected readonly custody: Custody;

  constructor(database: Database, saves: SaveStore, custody: Custody) {
    this.database = database;
    this.saves = saves;
    this.custody = custody;
  }

  /**
   * The one way from state to state, in one transaction with what the custody log says of it. What is not set here, the
   * reason and the next try, is over.
   * @throws when this cannot happen to the save in its state
   */
  protected move(
    event: SaveEvent,
    id: number,
    set: string,
    values: Readonly<Record<string, string | number | null>>,
    record: () => void,
  ): void {
    const { from, to } = transitions[event];
    const over = ['next_try_at', 'problem'].filter((column) => !set.includes(`${column} =`));
    const all = [`state = '${to}'`, set, ...over.map((column) => `${column} = NULL`)].join(', ');
    const move = this.database.prepare(
      `UPDATE save SET ${all} WHERE id = @id AND state IN (${quoted(from)})`,
    );
    this.database.transaction(() => {
      const { changes } = move.run({ ...values, id });
      if (changes === 1) return record();
      throw new Error(`a save that is ${this.saves.get(id)?.state ?? 'not there'} cannot take “${event}”`);
    })();
  }

  protected decided(id: number, detail: string): void {
    this.record(id, { kind: 'decided', detail });
  }

  protected record(id: number, event: CustodyEvent, at?: number): void {
    const save = this.saves.get(id);
    if (save) this.custody.ofSave(save, event, at);
  }
}

/** What stopped a save: something filed that it must not bury, or anything else. */
export function foundIn(problem: string | null, relatedId?: FileId): CustodyEvent {
  const detail = readProblem(problem)?.code ?? null;
  const found = { kind: isConflict(detail) ? 'conflict' : 'problem', detail } as const;
  return relatedId === undefined ? found : { ...found, relatedId };
}
