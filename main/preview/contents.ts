import { open } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../../shared/base/result.ts';
import type { Refusal } from '../../shared/model/index.ts';
import { type PreviewKind, previewKind } from '../../shared/rules/preview.ts';
import type { Answering } from '../documents/answering.ts';
import { driveAway, notHere, tooLarge, unknownKind } from './words.ts';

export interface Contents {
  readonly kind: PreviewKind;
  readonly bytes: Uint8Array;
  /** Only its beginning: of a text, that can be shown. */
  readonly isCut: boolean;
}

/** A document as a file, or as some bytes of a file in the vault, which has no name of a document. */
export interface ContentsAt {
  readonly path: string;
  readonly inVault?: { readonly name: string; readonly start: number; readonly size: number };
}

/** Bytes that are read of a document at most; of a text, its beginning. */
export const mostRead: Readonly<Record<PreviewKind, number>> = {
  pdf: 200_000_000,
  picture: 100_000_000,
  word: 100_000_000,
  excel: 50_000_000,
  text: 1_000_000,
};

/** The bytes of a document, as they are: what they mean is for the viewer to find. */
export async function readContents(at: ContentsAt, answering: Answering): Promise<Result<Contents, Refusal>> {
  const name = nameOf(at);
  const kind = previewKind(name);
  if (kind === null) return err(unknownKind(name));
  const read = await answering.ask(() => beginningOf(at, mostRead[kind]).catch(() => null));
  if (read === 'not-answering') return err(driveAway(name));
  if (read === null) return err(notHere(name));
  if (read.isCut && kind !== 'text') return err(tooLarge(name, read.size));
  const { bytes, isCut } = read;
  return ok({ kind, bytes, isCut });
}

export const nameOf = ({ path: file, inVault }: ContentsAt): string => inVault?.name ?? path.basename(file);

async function beginningOf({ path: file, inVault }: ContentsAt, most: number) {
  const handle = await open(file, 'r');
  try {
    const found = await handle.stat();
    if (!found.isFile()) return null;
    const { start, size } = inVault ?? { start: 0, size: found.size };
    const isCut = size > most;
    const bytes = new Uint8Array(Math.min(size, most));
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, start + length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return { bytes: bytes.subarray(0, length), isCut, size };
  } finally {
    await handle.close();
  }
}
