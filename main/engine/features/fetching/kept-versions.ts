import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { Refusal } from '../../../../shared/model/index.ts';
import { ownedName, ownerFiles } from '../../domain/owner-files.ts';
import { copyDamaged, notKept, notWritten, versionNotRead } from '../../platform/file-refusals.ts';
import { type Files, failureCode } from '../../platform/files.ts';
import type { Save } from '../../store/save.ts';
import type { Stores } from '../../store/stores.ts';
import type { ContentPlace, Vault } from '../vault/vault.ts';
import { keptDays, type ViewCopies, viewKey, viewName } from './view-copies.ts';

type Kept = Pick<Save, 'matterId' | 'fileId' | 'name' | 'sha256' | 'capturedAt'> & {
  readonly id: number | null;
};

/** Saves that are kept here, to be opened as view copies, or read where they lie. */
export class KeptVersions {
  readonly #copies: ViewCopies;
  readonly #vault: Pick<Vault, 'read' | 'placeOf'>;
  readonly #stores: Pick<Stores, 'matters'>;

  constructor(options: {
    copies: ViewCopies;
    vault: Pick<Vault, 'read' | 'placeOf'>;
    stores: Pick<Stores, 'matters'>;
  }) {
    this.#copies = options.copies;
    this.#vault = options.vault;
    this.#stores = options.stores;
  }

  /** Where a copy of the save is. */
  async copy(save: Kept): Promise<Result<string, Refusal>> {
    const { matters } = this.#stores;
    // As for what is fetched: the next start looks for what is unfinished or old.
    if (matters.setting('view-copies') !== 'yes') matters.putSetting('view-copies', 'yes');
    const key = viewKey(save, save.id === null ? `removed:${save.sha256}` : `save:${save.id}`);
    try {
      const there = await this.#copies.find(key);
      return ok(there ?? (await this.#make(key, save)));
    } catch (failure) {
      const code = failureCode(failure);
      return err(code === 'DAMAGED' ? copyDamaged(save.name) : notWritten(save.name, code));
    }
  }

  /** Where its bytes lie in the vault, once they were found to be as they were captured, and what a copy of it would be called. */
  async place({ sha256, name, capturedAt }: Kept): Promise<Result<ContentPlace & { name: string }, Refusal>> {
    try {
      for await (const _ of this.#vault.read(sha256));
    } catch (failure) {
      const code = failureCode(failure);
      return err(code === 'DAMAGED' ? copyDamaged(name) : versionNotRead(name, code));
    }
    const place = this.#vault.placeOf(sha256);
    return place ? ok({ name: viewName(name, capturedAt), ...place }) : err(notKept);
  }

  async #make(key: string, { sha256, name, capturedAt }: Kept): Promise<string> {
    await this.#copies.tidy();
    const copy = await this.#copies.begin();
    try {
      for await (const chunk of this.#vault.read(sha256)) await copy.write(chunk);
      return await copy.keep(key, sha256, viewName(name, capturedAt));
    } catch (failure) {
      await copy.drop().catch(() => undefined);
      throw failure;
    }
  }
}

/**
 * Copies in the directory where earlier releases put them go once they are old. What is not in the vault byte for byte, or may be
 * open, stays: it may be someone's own work.
 */
export async function tidyVersionPreviews(
  { files, vault, now }: { files: Files; vault: Pick<Vault, 'has'>; now: () => number },
  directory: string,
): Promise<void> {
  const names = new Set(await files.list(directory).catch(() => []));
  const before = now() - keptDays * 86_400_000;
  for (const name of names) {
    if (ownedName(name) !== null || ownerFiles(name).some((owner) => names.has(owner))) continue;
    await removeIfKept({ files, vault }, join(directory, name), before).catch(() => undefined);
  }
}

async function removeIfKept(
  { files, vault }: { files: Files; vault: Pick<Vault, 'has'> },
  path: string,
  before: number,
): Promise<void> {
  const facts = await files.facts(path);
  if (facts?.kind !== 'file' || Number(BigInt(facts.modified) / 1_000_000n) >= before) return;
  if (await files.isOpen(path)) return;
  const digest = createHash('sha256');
  for await (const chunk of files.read(path)) digest.update(chunk);
  const after = await files.facts(path);
  const isSame = after?.modified === facts.modified && after.changed === facts.changed;
  if (isSame && (await vault.has(digest.digest('hex')))) await files.removeExact(path, facts);
}
