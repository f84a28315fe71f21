import type { Clock } from '../../../../shared/base/clock.ts';
import { ok } from '../../../../shared/base/result.ts';
import { Watched } from '../../../../shared/base/watched.ts';
import type { FetchStep } from '../../../../shared/model/index.ts';
import { failureCode } from '../../platform/files.ts';
import type { Fetcher } from './fetcher.ts';
import type { IntoFolder } from './into-folder.ts';
import type { DocumentKey } from './wanted-version.ts';

/** Milliseconds between two tellings of how far it is. */
const toldEvery = 100;

interface Ports {
  readonly fetcher: Fetcher;
  readonly intoFolder: Pick<IntoFolder, 'fetch'>;
  readonly clock: Pick<Clock, 'steady'>;
}

/** The drive of the matter's folder does not answer: the version is looked at as a copy. */
const noPlaceNow = (failure: unknown): null => {
  if (failureCode(failure) === 'UNKNOWN') throw failure;
  return null;
};

/**
 * Fetches a version and tells how that goes. Whoever listens no longer ends it.
 * @param toPlace the newest version goes to its place in the matter's folder, where it has one
 */
export async function* fetchSteps(
  { fetcher, intoFolder, clock }: Ports,
  document: DocumentKey,
  { versionId, toPlace }: { readonly versionId: string | null; readonly toPlace: boolean },
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
  const options = { signal: either, onProgress };
  const fetch = async () => {
    const placed =
      toPlace && versionId === null ? await intoFolder.fetch(document, options).catch(noPlaceNow) : null;
    if (placed && !placed.ok) return placed;
    return placed?.value && placed.value !== 'later'
      ? ok({ ...placed.value, isInFolder: true })
      : fetcher.fetch(document, versionId, options);
  };
  const fetched = fetch().then(
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
