import type { Content } from '../../service/put-content.ts';
import type { Save } from '../../store/save.ts';
import type { PipelinePorts } from './ports.ts';

/** Bytes up to which a content is read at once: cheaper than a stream of one piece. */
export const smallContent = 256 * 1024;

/** Null when the vault does not have it as it was captured. */
export async function contentOf(
  { sha256, size }: Save,
  { vault, isKept }: PipelinePorts,
): Promise<Content | null> {
  if (size > smallContent) {
    return (await isKept(sha256)) ? { size, open: () => vault.read(sha256) } : null;
  }
  const bytes =
    (await vault.readWhole(sha256)) ?? ((await isKept(sha256)) ? await vault.readWhole(sha256) : null);
  return bytes && { size, open: () => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}
