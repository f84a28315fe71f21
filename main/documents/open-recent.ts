import { ORPCError } from '@orpc/client';
import { err, type Result } from '../../shared/base/result.ts';
import { type RecentDocument, type Refusal, refusalSchema } from '../../shared/model/index.ts';
import { asking, type EngineSource } from '../conversation/forward.ts';

/** Opens a document of a matter folder from outside the window. */
export async function openRecent(
  engine: EngineSource,
  { matterId, fileId }: RecentDocument,
  open: (path: string) => Promise<Result<void, Refusal>>,
): Promise<Result<void, Refusal>> {
  try {
    const { path } = await asking(engine, ({ client }, signal) =>
      client.documents.pathOf({ matterId, fileId }, { signal }),
    );
    return await open(path);
  } catch (error) {
    const refusal = refusalSchema.safeParse(error instanceof ORPCError ? error.data : null);
    if (!refusal.success) throw error;
    return err(refusal.data);
  }
}
