import { join } from 'node:path';
import type { Workspace } from '../compose.ts';
import type { Save } from '../store/save.ts';

/**
 * The saves whose content is whole, if need be after repairing it from the document, and is in the other vault too now. A damaged
 * one stays where it is.
 */
export async function copyContents(from: Workspace, to: Workspace, saves: readonly Save[]): Promise<Save[]> {
  const whole = new Map<string, boolean>();
  for (const { kind, sha256 } of saves) {
    if (kind !== 'content' || whole.get(sha256)) continue;
    whole.set(sha256, await hasContent(from, to, sha256));
  }
  return saves.filter(({ kind, sha256 }) => kind !== 'content' || whole.get(sha256));
}

/** True when this content is in the other vault too. */
export async function hasContent(from: Workspace, to: Workspace, sha256: string): Promise<boolean> {
  if ((await to.vault.has(sha256)) || (await copyContent(from, to, sha256))) return true;
  from.stores.contents.markDamaged(sha256);
  return (await from.integrity.ensure(sha256)) && copyContent(from, to, sha256);
}

async function copyContent(from: Workspace, to: Workspace, sha256: string): Promise<boolean> {
  const { files, uniqueName, vault } = to;
  const copy = join(to.directory, 'vault', 'unfinished', uniqueName());
  const reading = { failed: false };
  const bytes = async function* () {
    try {
      yield* from.vault.read(sha256);
    } catch (failure) {
      reading.failed = true;
      throw failure;
    }
  };
  try {
    await files.writeNew(copy, bytes());
    const captured = await vault.capture(copy);
    if (!captured.ok && captured.error.kind === 'vault-failed')
      throw Object.assign(new Error('the content is not kept'), { code: captured.error.code });
    return captured.ok && captured.value.sha256 === sha256;
  } catch (failure) {
    if (reading.failed) return false;
    throw failure;
  } finally {
    await files.removeOwn(copy).catch(() => undefined);
  }
}
