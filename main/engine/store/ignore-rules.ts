import type { MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** What the person changed, for one matter, about which files are left out. */
export interface RuleChanges {
  /** Patterns left out too. */
  readonly own: readonly string[];
  /** Ids of built-in rules that do not hold here. */
  readonly off: readonly string[];
}

export class IgnoreRuleStore {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  of(matterId: MatterId): RuleChanges {
    const rows = this.#database
      .prepare<[string], { kind: 'own' | 'off'; rule: string }>(
        'SELECT kind, rule FROM ignore_rule WHERE matter_id = ? ORDER BY kind, rule',
      )
      .all(matterId);
    const rules = (kind: 'own' | 'off') => rows.filter((row) => row.kind === kind).map((row) => row.rule);
    return { own: rules('own'), off: rules('off') };
  }

  set(matterId: MatterId, { own, off }: RuleChanges): void {
    this.#database.transaction(() => {
      this.#database.prepare('DELETE FROM ignore_rule WHERE matter_id = ?').run(matterId);
      const insert = this.#database.prepare(
        'INSERT OR IGNORE INTO ignore_rule (matter_id, kind, rule) VALUES (?, ?, ?)',
      );
      for (const rule of own) insert.run(matterId, 'own', rule);
      for (const rule of off) insert.run(matterId, 'off', rule);
    })();
  }
}
