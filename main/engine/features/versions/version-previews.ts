import { join, parse } from 'node:path';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { Refusal } from '../../../../shared/model/index.ts';
import { numbered, shorten } from '../../domain/safe-name.ts';
import { copyDamaged, notWritten } from '../../platform/file-refusals.ts';
import { type Files, failureCode } from '../../platform/files.ts';
import type { Save } from '../../store/save.ts';
import type { Vault } from '../vault/vault.ts';

/** Bytes of a document's own name in the name of a copy: with the time, no system finds it too long. */
const longestName = 200;

/** Copies of earlier versions to look at, in a folder of our own: read-only, and gone after the next start. */
export class VersionPreviews {
  readonly #files: Files;
  readonly #vault: Vault;
  readonly #directory: string;

  constructor(options: { files: Files; vault: Vault; directory: string }) {
    this.#files = options.files;
    this.#vault = options.vault;
    this.#directory = options.directory;
  }

  /** Makes the folder, without what the last run left in it. */
  async open(): Promise<void> {
    await this.#files.makeDirectories(this.#directory);
    for (const name of await this.#files.list(this.#directory)) {
      // A program may still have it open, and on some systems keeps it from being removed until the next start.
      await this.#files.removeOwn(join(this.#directory, name)).catch(() => undefined);
    }
  }

  /** Where a new copy of the save is. */
  async make(save: Pick<Save, 'name' | 'sha256' | 'capturedAt'>): Promise<Result<string, Refusal>> {
    const name = copyName(save.name, new Date(save.capturedAt));
    for (let count = 1; ; count += 1) {
      const path = join(this.#directory, count === 1 ? name : numbered(name, count));
      try {
        await this.#files.writeNew(path, this.#vault.read(save.sha256));
        await this.#files.makeReadOnly(path);
        return ok(path);
      } catch (failure) {
        const code = failureCode(failure);
        if (code === 'EEXIST') continue;
        await this.#files.removeOwn(path).catch(() => undefined);
        return err(code === 'DAMAGED' ? copyDamaged(save.name) : notWritten(save.name, code));
      }
    }
  }
}

/** `Contract.docx` saved on 20 November 2026 at 14:30 here: `Contract (2026-11-20 14.30).docx`. */
export function copyName(name: string, at: Date): string {
  const { name: stem, ext } = parse(name);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const cut = shorten(stem, longestName - Buffer.byteLength(ext));
  return `${cut} (${day} ${two(at.getHours())}.${two(at.getMinutes())})${ext}`;
}
