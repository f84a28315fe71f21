import type { Clock } from '../../../../shared/base/clock.ts';
import { type FileFacts, type Files, sameFile } from '../../platform/files.ts';
import { tickEnds } from '../settling/racy.ts';

/** A file of the person's that is to be copied, as it was first looked at. */
export interface Source {
  readonly path: string;
  readonly facts: FileFacts;
  /** By the steady clock, in milliseconds. */
  readonly lookedAt: number;
  /** On a drive whose clock, and whose other computers, are not ours: what its times say proves nothing. */
  readonly shared: boolean;
}

/** Milliseconds that a file must have been as it is, and one that a program has open to write in. */
const calm = { usual: 2_000, openForWriting: 10_000 };
const lookInterval = 250;

/**
 * The file once nobody writes to it any more: nearly always at once, because it was last changed long ago.
 * @param endsAt until when to wait, by the steady clock in milliseconds
 * @returns 'still-written' when somebody still does then; null when no file is there any more
 */
export async function finished(
  { files, clock }: { readonly files: Files; readonly clock: Clock },
  source: Source,
  endsAt: number,
): Promise<FileFacts | null | 'still-written'> {
  let { facts, lookedAt } = source;
  for (;;) {
    const now = await files.facts(source.path);
    if (now?.kind !== 'file') return null;
    if (!sameFile(now, facts)) [facts, lookedAt] = [now, clock.steady()];
    const sinceChange = clock.now() - tickEnds(facts);
    const known = Math.max(clock.steady() - lookedAt, source.shared ? 0 : sinceChange);
    if (known >= calm.openForWriting) return facts;
    const isWriting = await files.isOpen(source.path, 'to-write');
    if (known >= (isWriting ? calm.openForWriting : calm.usual)) return facts;
    if (clock.steady() >= endsAt) return 'still-written';
    await clock.sleep(lookInterval);
  }
}
