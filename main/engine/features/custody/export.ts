import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { FileId, MatterId, Refusal } from '../../../../shared/model/index.ts';
import { numbered } from '../../domain/safe-name.ts';
import { type Files, failureCode } from '../../platform/files.ts';
import { isNoRoom } from '../../platform/local-storage-errors.ts';
import type { Custody } from '../../store/custody/custody.ts';
import { type CustodyEntry, digestOf } from '../../store/custody/entry.ts';
import { type ExportFormat, type ExportScope, headerOf, isAbout } from '../../store/custody/header.ts';
import { type Journal, moveJournaled } from '../folders/staging-files.ts';
import { linesOf } from './export-lines.ts';

export interface ExportRequest {
  readonly scope: ExportScope;
  /** Null for all matters. */
  readonly matterId: MatterId | null;
  /** Null for all documents of the matter. */
  readonly fileId: FileId | null;
  readonly format: ExportFormat;
  /** Where the person wants it; what stands there already is left alone, and the name gets a number. */
  readonly path: string;
  /** Of the program. */
  readonly version: string;
}

/** Writes the log, or the part of it that tells of a matter or a document, to a file: all of it or nothing. */
export class CustodyExporter {
  readonly #files: Files;
  readonly #custody: Custody;
  readonly #journal: Journal;
  readonly #uniqueName: () => string;
  readonly #before: () => Promise<unknown>;

  constructor(options: {
    files: Files;
    custody: Custody;
    journal: Journal;
    uniqueName: () => string;
    /** Has what is about to be written stamped; what comes of it stops nothing. */
    before?: () => Promise<unknown>;
  }) {
    this.#files = options.files;
    this.#custody = options.custody;
    this.#journal = options.journal;
    this.#uniqueName = options.uniqueName;
    this.#before = options.before ?? (async () => {});
  }

  /** Answers where the file stands now. */
  async export(request: ExportRequest): Promise<Result<{ path: string }, Refusal>> {
    const { format, path, version } = request;
    await this.#before().catch(() => {});
    const exporting = this.#custody.exporting(request, format, version, path);
    const directory = dirname(path);
    const stagingFiles = join(directory, `.matterline-${this.#uniqueName()}`);
    const hash = createHash('sha256');
    let size = 0;
    const chunks = this.#chunks(request, exporting);
    async function* counted() {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.byteLength;
        yield chunk;
      }
    }
    try {
      await this.#files.writeNew(stagingFiles, counted());
      await this.#files.sync(stagingFiles);
      const standing = await this.#place(stagingFiles, path);
      await this.#files.sync(directory);
      this.#custody.exported(exporting, standing, { sha256: hash.digest('hex'), size });
      return ok({ path: standing });
    } catch (failure) {
      await this.#files.removeOwn(stagingFiles).catch(() => undefined);
      return err(notWritten(path, failureCode(failure)));
    }
  }

  async *#chunks(request: ExportRequest, exporting: CustodyEntry): AsyncGenerator<Uint8Array, void> {
    const lines = linesOf[request.format];
    const bytesOf = (written: readonly string[]) =>
      Buffer.from(written.map((line) => line + lines.end).join(''));
    yield bytesOf(lines.header(headerOf(exporting, this.#custody.service)));
    for (const page of this.#custody.pages(1, exporting.seq)) {
      yield bytesOf(
        page.map((entry) => {
          const { seq, hash } = entry;
          return lines.record(
            isAbout(request, entry)
              ? { record: 'entry', entry }
              : { record: 'omitted', seq, digest: digestOf(entry), hash },
          );
        }),
      );
    }
  }

  /** Nothing that is there is overwritten. */
  async #place(from: string, wanted: string): Promise<string> {
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? basename(wanted) : numbered(basename(wanted), count);
      const to = join(dirname(wanted), name);
      try {
        await moveJournaled(this.#files, this.#journal, from, to);
        return to;
      } catch (failure) {
        if (failureCode(failure) !== 'EEXIST') throw failure;
      }
    }
  }
}

export const notWritten = (path: string, code: string): Refusal => ({
  code: 'folder-not-writable',
  what: `“${basename(path)}” could not be written`,
  why: isNoRoom(code) ? 'The disk is full.' : `The system did not allow writing it (${code}).`,
  next: 'Choose another folder or make room, and try again. The log itself is complete.',
});
