import type { Clock } from '../../shared/base/clock.ts';

/** Milliseconds between questions. */
const beat = 10_000;
/** After so many beats without an answer, 20 seconds, the person is told. */
const toldAfter = 2;
/** After so many, a minute, the engine hangs. Far more than its longest work at a stretch: what takes longer goes on in threads. */
const hangsAfter = 6;

interface Ports {
  readonly clock: Pick<Clock, 'timer'>;
  /** Settles when the engine answers, whatever the answer. */
  readonly ask: () => Promise<unknown>;
  /** It has not answered for 20 seconds. */
  readonly onSilent: () => void;
  /** It answers, for the first time or again. */
  readonly onAnswer: () => void;
  /** It has not answered for a minute; nothing is asked any more. */
  readonly onHanging: () => void;
}

/**
 * Asks an engine every ten seconds whether it still answers, until it has ended. Silence is counted in beats, not read off a clock:
 * while the computer sleeps there are none, and the one that comes late after a sleep counts as one.
 */
export function keepAsking({ clock, ask, onSilent, onAnswer, onHanging }: Ports, ended: AbortSignal): void {
  let silent = 0;
  let isAsked = false;
  const askNow = () => {
    isAsked = true;
    const answered = () => {
      isAsked = false;
      silent = 0;
      if (!ended.aborted) onAnswer();
    };
    void ask().then(answered, answered);
  };
  const onBeat = () => {
    if (isAsked) silent += 1;
    else askNow();
    if (silent === toldAfter) onSilent();
    if (silent >= hangsAfter) return onHanging();
    timer = clock.timer(beat, onBeat);
  };
  if (ended.aborted) return;
  let timer = clock.timer(beat, onBeat);
  ended.addEventListener('abort', () => timer.cancel(), { once: true });
}
