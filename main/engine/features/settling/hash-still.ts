import { createHash } from 'node:crypto';
import { type FileFacts, type Files, sameFile } from '../../platform/files.ts';

/** The hash of every byte of a file, and what it is like before and after that; null for one that changed meanwhile, or is none. */
export async function hashStill(
  files: Pick<Files, 'facts' | 'read'>,
  path: string,
): Promise<{ readonly sha256: string; readonly facts: FileFacts } | null> {
  const before = await files.facts(path);
  if (before?.kind !== 'file') return null;
  const digest = createHash('sha256');
  for await (const chunk of files.read(path)) digest.update(chunk);
  const after = await files.facts(path);
  return after && sameFile(before, after) ? { sha256: digest.digest('hex'), facts: after } : null;
}
