import type { Clock } from '../../../../shared/base/clock.ts';
import { Watched } from '../../../../shared/base/watched.ts';
import type { FetchStep } from '../../../../shared/model/index.ts';
import type { Fetcher } from './fetcher.ts';
import type { DocumentKey } from './wanted-version.ts';

/** Milliseconds between two tellings of how far it is. */
const toldEvery = 100;

/** Fetches a version and tells how that goes. Whoever listens no longer ends it. */
export async function* fetchSteps(
  { fetcher, clock }: { readonly fetcher: Fetcher; readonly clock: Pick<Clock, 'steady'> },
  document: DocumentKey,
  versionId: string | null,
  signal: AbortSignal | undefined,
): AsyncGenerator<FetchStep, void> {
  const gone = new AbortController();
  const either = signal ? AbortSignal.any([signal, gone.signal]) : gone.signal;
  const state = new Watched<FetchStep | { readonly step: 'broken'; readonly failure: unknown }>({
    step: 'fetching',
    done: 0,
    of: null,
  });
  let toldAt = Number.NEGATIVE_INFINITY;
  const onProgress = (done: number, of: number | null): void => {
    if (clock.steady() - toldAt < toldEvery) return;
    toldAt = clock.steady();
    state.set({ step: 'fetching', done, of });
  };
  const fetched = fetcher.fetch(document, versionId, { signal: either, onProgress }).then(
    (result) =>
      state.set(
        result.ok
          ? { step: 'here', ...result.value }
          : { step: 'refused', refusal: result.error, kept: fetcher.hasKept(document) },
      ),
    (failure: unknown) => state.set({ step: 'broken', failure }),
  );
  try {
    for await (const now of state.watch(either)) {
      if (now.step === 'broken') throw now.failure;
      yield now;
      if (now.step !== 'fetching') return;
    }
  } finally {
    gone.abort();
    await fetched;
  }
}
