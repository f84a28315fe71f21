/** What is known before anything is fetched. Times are milliseconds since the epoch. */
export type RuntimeFacts = {
  readonly forced: 'official' | 'fallback' | undefined;
  readonly officialInstalled: boolean;
  readonly lastFailedDownload: number | undefined;
  readonly now: number;
  readonly fallbackFits: boolean;
};

export type RuntimePlan =
  | { readonly kind: 'use-official' }
  | { readonly kind: 'download-official'; readonly otherwise: 'fallback' | 'give-up' }
  | { readonly kind: 'use-fallback' }
  | { readonly kind: 'impossible'; readonly reason: string };

/** How long a failed download is not tried again, in milliseconds: one day. */
const failureIsRememberedFor = 24 * 60 * 60 * 1000;

/** The official Electron comes first; the fallback only where that cannot be had, or on demand. */
export function chooseRuntime(facts: RuntimeFacts): RuntimePlan {
  if (facts.forced === 'fallback') {
    return facts.fallbackFits
      ? { kind: 'use-fallback' }
      : { kind: 'impossible', reason: 'The fallback Electron exists for Linux on x64 only.' };
  }
  if (facts.officialInstalled) return { kind: 'use-official' };
  const mayFallBack = facts.fallbackFits && facts.forced === undefined;
  if (mayFallBack && failedLately(facts)) return { kind: 'use-fallback' };
  return { kind: 'download-official', otherwise: mayFallBack ? 'fallback' : 'give-up' };
}

function failedLately({ lastFailedDownload, now }: RuntimeFacts): boolean {
  if (lastFailedDownload === undefined) return false;
  const age = now - lastFailedDownload;
  // A failure dated in the future comes from a clock that was wrong: it proves nothing.
  return age >= 0 && age < failureIsRememberedFor;
}

/** Reads the value of MATTERLINE_ELECTRON; `invalid` carries a message for the console. */
export function readForcedRuntime(
  value: string | undefined,
):
  | { readonly kind: 'valid'; readonly forced: RuntimeFacts['forced'] }
  | { readonly kind: 'invalid'; readonly reason: string } {
  if (value === undefined || value === '') return { kind: 'valid', forced: undefined };
  if (value === 'official' || value === 'fallback') return { kind: 'valid', forced: value };
  return { kind: 'invalid', reason: `MATTERLINE_ELECTRON must be "official" or "fallback", not "${value}".` };
}
