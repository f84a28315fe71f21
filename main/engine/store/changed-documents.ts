import { documentsAtOnce, type FileId, type MatterId } from '../../../shared/model/index.ts';
import type { Database } from './database.ts';

/** Tables with a row or more for each document, and what in them is its id. */
const ofDocuments = [
  ['item', 'id', 'is_folder = 0'],
  ['local_file', 'file_id', 'TRUE'],
  ['save', 'file_id', 'TRUE'],
  ['paused_document', 'file_id', 'TRUE'],
  ['undecided_document', 'file_id', 'TRUE'],
  ['listed_document', 'file_id', 'TRUE'],
  ['followed_change', 'file_id', 'TRUE'],
] as const;

/** Tables on which every document or folder of a matter may depend. */
const ofMatters = [
  ['item', 'is_folder = 1'],
  ['matter_folder', 'TRUE'],
  ['local_folder', 'TRUE'],
  ['paused_matter', 'TRUE'],
] as const;

const changes = [
  ['INSERT', ['new']],
  ['DELETE', ['old']],
  ['UPDATE', ['new', 'old']],
] as const;

const trigger = (name: string, when: string, what: string): string =>
  `CREATE TEMP TRIGGER IF NOT EXISTS changed_${name} AFTER ${when} BEGIN ${what} END;\n`;

const triggers = [
  ...ofDocuments.flatMap(([table, id, condition]) =>
    changes.map(([change, rows]) =>
      trigger(
        `${table}_by_${change}`,
        `${change} ON main.${table}`,
        rows
          .map((row) => `SELECT note_changed(${row}.matter_id, ${row}.${id}) WHERE ${of(row, condition)};`)
          .join(' '),
      ),
    ),
  ),
  ...ofMatters.flatMap(([table, condition]) =>
    changes.map(([change, [row]]) =>
      trigger(
        `matter_of_${table}_by_${change}`,
        `${change} ON main.${table}`,
        `SELECT note_changed(${row}.matter_id, NULL) WHERE ${of(row, condition)};`,
      ),
    ),
  ),
  // Each read writes its row.
  trigger(
    'refusal',
    'UPDATE OF refused ON main.folder_answer WHEN old.refused IS NOT new.refused',
    'SELECT note_changed(new.matter_id, NULL);',
  ),
  trigger(
    'first_refusal',
    'INSERT ON main.folder_answer WHEN new.refused IS NOT NULL',
    'SELECT note_changed(new.matter_id, NULL);',
  ),
].join('');

function of(row: 'new' | 'old', condition: string): string {
  return condition.replace('is_folder', `${row}.is_folder`);
}

/**
 * Of which documents anything changed that the window shows of them, as the database itself tells it: whoever changes something
 * need not know what is shown.
 */
export class ChangedDocuments {
  /** By matter; null where it is too many, or anything may have changed. */
  readonly #changed = new Map<MatterId, Set<FileId> | null>();

  constructor(database: Database) {
    database.function('note_changed', (matterId: unknown, fileId: unknown) => {
      this.#note(matterId as MatterId, fileId as FileId | null);
      return null;
    });
    // What is replaced is deleted, and told of.
    database.pragma('recursive_triggers = ON');
    database.exec(triggers);
  }

  /** Those that changed since this was asked last; undefined where any document or folder of the matter may have. */
  take(matterId: MatterId): FileId[] | undefined {
    const changed = this.#changed.get(matterId);
    this.#changed.delete(matterId);
    return changed === null ? undefined : [...(changed ?? [])];
  }

  #note(matterId: MatterId, fileId: FileId | null): void {
    const before = this.#changed.get(matterId);
    if (before === null) return;
    if (fileId === null || before?.size === documentsAtOnce) this.#changed.set(matterId, null);
    else if (before) before.add(fileId);
    else this.#changed.set(matterId, new Set([fileId]));
  }
}
