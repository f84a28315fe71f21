import type { FileId, MatterId } from '../../../shared/model/index.ts';
import { inTransaction } from './database.ts';
import { HeldSaves } from './held-saves.ts';
import { writeMovedFrom } from './moved-from.ts';
import type { Save } from './save.ts';
import { foundIn, quoted } from './save-moves.ts';
import { transitions } from './save-state-machine.ts';

/** What a person decides about one save, and which document it is one of. */
export class DecidedSaves extends HeldSaves {
  /** The person has read which saves are not proven to be filed: they stay kept. */
  unprovenRead(): void {
    this.database.transaction(() => {
      for (const { id } of this.saves.unproven()) this.decided(id, 'unproven-read');
      this.database.prepare('UPDATE save SET unproven = 0 WHERE unproven <> 0').run();
    })();
  }

  /** The person wants it tried again. */
  retry(id: number): void {
    const set = 'next_try_at = NULL, refused_addresses = 0';
    this.move('retry', id, set, {}, () => this.decided(id, 'retry'));
  }

  /** @param agreedUpTo the newest entry that the person was shown: what comes later was not agreed to */
  fileOnTop(id: number, agreedUpTo: number): void {
    const set = 'agreed_up_to = max(coalesce(agreed_up_to, 0), @agreedUpTo)';
    this.move('fileOnTop', id, set, { agreedUpTo }, () => this.decided(id, 'file-on-top'));
  }

  /** The person said that the version they were shown is this save. It stays in the vault all the same. */
  alreadyThere(id: number): void {
    this.move('alreadyThere', id, 'next_try_at = NULL', {}, () => this.decided(id, 'already-there'));
  }

  keepUnfiled(id: number): void {
    this.move('keepUnfiled', id, 'next_try_at = NULL', {}, () => this.decided(id, 'keep-unfiled'));
  }

  /**
   * The same of a copy that was asked about as one of the document that the service has under its name: nobody said that it is.
   * It is a document of its own from now on, and so is what was saved of it since.
   */
  keepAsAnother({ id, matterId, fileId }: Save, another: FileId): void {
    this.database.transaction(() => {
      this.database
        .prepare(
          `UPDATE save SET file_id = ? WHERE matter_id = ? AND file_id = ? AND id >= ?
             AND state IN ('waiting', 'problem', 'kept')`,
        )
        .run(another, matterId, fileId, id);
      this.move('keepUnfiled', id, 'next_try_at = NULL', {}, () =>
        this.record(id, { kind: 'decided', detail: 'keep-unfiled', relatedId: fileId }),
      );
    })();
  }

  /**
   * The save and what is unfinished of the document after it becomes another document's, and waits; what is on its way stays
   * what it is, as does what was saved before. Later saves that the person keeps unfiled are of the same file here, so they go along, and stay kept.
   * @param agreedUpTo entries of history known by now: documents of its name in them are not asked about again
   */
  fileSeparately(save: Save, fileId: FileId, agreedUpTo = 0): void {
    const { from, to } = transitions.fileSeparately;
    this.database.transaction(() => {
      const moved = this.database
        .prepare<[string, number, string, string, number], number>(
          `UPDATE save SET file_id = ?, agreed_up_to = ?, state = '${to}', next_try_at = NULL, problem = NULL
           WHERE matter_id = ? AND file_id = ? AND id >= ? AND state IN (${quoted(from)}) RETURNING id`,
        )
        .pluck()
        .all(fileId, agreedUpTo, save.matterId, save.fileId, save.id);
      const kept = this.database
        .prepare<[string, string, string, number], number>(
          `UPDATE save SET file_id = ? WHERE matter_id = ? AND file_id = ? AND id > ? AND state = 'kept' RETURNING id`,
        )
        .pluck()
        .all(fileId, save.matterId, save.fileId, save.id);
      // What was tried before was tried for the other document: it made nothing of this one.
      this.database
        .prepare('DELETE FROM attempt WHERE save_id IN (SELECT value FROM json_each(?))')
        .run(JSON.stringify(moved));
      for (const id of [...moved, ...kept].toSorted((a, b) => a - b))
        this.record(id, { kind: 'decided', detail: 'file-separately', relatedId: save.fileId });
    })();
  }

  /**
   * A document captured before history was read is the one that the service has under its name: everything of it is that
   * document's, and a person decides about its first save that waits.
   * @param problem null for one that is certainly it: the service gave it an id of its own
   */
  isFiledAs(matterId: MatterId, before: FileId, fileId: FileId, problem: string | null): void {
    inTransaction(this.database, () => {
      const saves = this.saves.ofDocument(matterId, before);
      const first =
        problem === null
          ? undefined
          : saves.find(({ kind, state }) => kind === 'content' && state === 'waiting');
      if (problem === null)
        for (const { id, state } of saves)
          if (state !== 'filed' && state !== 'kept')
            this.record(id, { kind: 'conflict', detail: 'other-id', relatedId: fileId });
      this.database
        .prepare(
          `UPDATE save SET file_id = ?, moved_from = CASE WHEN id = ? THEN NULL ELSE moved_from END
           WHERE matter_id = ? AND file_id = ?`,
        )
        .run(fileId, first?.id ?? null, matterId, before);
      const [from, to] = [before, fileId].map((id) =>
        writeMovedFrom({ movedFromMatter: matterId, movedFromFile: id }),
      );
      this.database
        .prepare(
          `UPDATE save SET moved_from = ? WHERE moved_from = ? AND state IN ('waiting', 'sending', 'sent', 'problem')`,
        )
        .run(to, from);
      if (!first) return;
      this.move('needsPerson', first.id, 'problem = @problem', { problem }, () =>
        this.record(first.id, foundIn(problem, before)),
      );
    });
  }

  /** The person wants a document filed though nobody could look whether the service has it. */
  filedUnread(matterId: MatterId, fileId: FileId): void {
    for (const { id, state } of this.saves.ofDocument(matterId, fileId))
      if (state === 'waiting') this.decided(id, 'file-without-history');
  }
}
