import type { Clock } from '../../../../shared/base/clock.ts';
import type { FileFacts, Files } from '../../platform/files.ts';
import { Debouncer } from './debounce.ts';
import { untilTickEnds } from './racy.ts';

/**
 * Waits until a file has been still for as long as a save must be before it is captured, and until whatever is written
 * to it later shows.
 * @param atMost milliseconds
 * @returns the file as it is; null when nothing is there; 'restless' when somebody goes on writing, or nobody answers
 */
export async function untilStill(
  { files, clock }: { readonly files: Pick<Files, 'facts'>; readonly clock: Clock },
  path: string,
  atMost: number,
): Promise<FileFacts | null | 'restless'> {
  const settled = Promise.withResolvers<FileFacts | null | 'restless'>();
  const debouncer = new Debouncer({
    clock,
    facts: (at) => files.facts(at),
    onSettled: (_, facts) => settled.resolve(facts),
  });
  debouncer.touch(path);
  const end = clock.timer(atMost, () => settled.resolve('restless'));
  const found = await settled.promise;
  end.cancel();
  debouncer.stop();
  if (found !== null && found !== 'restless') await clock.sleep(untilTickEnds(found, clock.now()));
  return found;
}
