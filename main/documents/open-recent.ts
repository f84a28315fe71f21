import type { Result } from '../../shared/base/result.ts';
import type { RecentDocument, Refusal } from '../../shared/model/index.ts';
import { asking, type EngineSource } from '../conversation/forward.ts';
import { asResult } from '../conversation/refused.ts';

/** Opens a document of a matter folder from outside the window. */
export async function openRecent(
  engine: EngineSource,
  { matterId, fileId }: RecentDocument,
  open: (path: string, origin: 'own' | 'fetched') => Promise<Result<void, Refusal>>,
): Promise<Result<void, Refusal>> {
  const at = await asResult(
    asking(engine, ({ client }, signal) => client.documents.pathOf({ matterId, fileId }, { signal })),
  );
  return at.ok ? open(at.value.path, at.value.isFetched ? 'fetched' : 'own') : at;
}
