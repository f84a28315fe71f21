import pLimit from 'p-limit';
import type { Clock } from '../../shared/base/clock.ts';
import { type ViewerAnswer, type ViewerRequest, viewerAnswerSchema } from '../../shared/model/index.ts';

/** A process that reads one document: nobody's but that document's, and nothing it says is believed unread. */
export interface ViewerProcess {
  ask(request: ViewerRequest): void;
  onAnswer(listener: (answer: unknown) => void): void;
  onGone(listener: () => void): void;
  /** Bytes; null while nobody knows. */
  memory(): number | null;
  /** Ends it at once, whatever it is doing. */
  end(): void;
}

/** Why a viewer was ended before it had answered. */
export type ViewerEnd = 'too-long' | 'too-much-memory' | 'too-much' | 'gone';

export interface ViewerLimits {
  /** Milliseconds from one answer to the next, and in all. */
  readonly silence: number;
  readonly whole: number;
  /** Bytes of the process. */
  readonly memory: number;
  /** Characters of all answers. */
  readonly answers: number;
}

export const viewerLimits: ViewerLimits = {
  silence: 20_000,
  whole: 90_000,
  memory: 1_200_000_000,
  answers: 60_000_000,
};

/** Milliseconds between two looks at its memory. */
const lookEvery = 200;
/** Viewers at the same time: who wants one more waits. */
const places = 2;

interface Ports {
  readonly open: () => ViewerProcess;
  readonly clock: Pick<Clock, 'timer'>;
  readonly limits?: ViewerLimits;
}

/** Has documents read by viewers, each within limits and for one document, and ends them. */
export class Viewers {
  readonly #ports: Ports;
  readonly #limit = pLimit(places);

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** What a viewer makes of contents, until the last of it or why it was ended. */
  async *read(
    request: ViewerRequest,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<ViewerAnswer | { readonly step: 'ended'; readonly end: ViewerEnd }, void> {
    if (signal?.aborted) return;
    const left = Promise.withResolvers<void>();
    await new Promise<void>((begin) => {
      void this.#limit(() => {
        begin();
        return left.promise;
      });
      signal?.addEventListener('abort', () => begin(), { once: true });
    });
    try {
      if (!signal?.aborted) yield* this.#readIn(this.#ports.open(), request, signal);
    } finally {
      left.resolve();
    }
  }

  async *#readIn(
    viewer: ViewerProcess,
    request: ViewerRequest,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<ViewerAnswer | { readonly step: 'ended'; readonly end: ViewerEnd }, void> {
    const { clock, limits = viewerLimits } = this.#ports;
    const answers: (ViewerAnswer | { step: 'ended'; end: ViewerEnd } | null)[] = [];
    let wake = (): void => {};
    let isOver = false;
    let left = limits.answers;
    const put = (answer: (typeof answers)[number]): void => {
      if (isOver) return;
      isOver = answer === null || answer.step === 'ended' || answer.step === 'end' || answer.step === 'fault';
      answers.push(answer);
      wake();
    };
    const endFor = (end: ViewerEnd) => () => put({ step: 'ended', end });
    let silence = clock.timer(limits.silence, endFor('too-long'));
    const whole = clock.timer(limits.whole, endFor('too-long'));
    const look = (): void => {
      if ((viewer.memory() ?? 0) > limits.memory) return put({ step: 'ended', end: 'too-much-memory' });
      looking = clock.timer(lookEvery, look);
    };
    let looking = clock.timer(lookEvery, look);
    const onAbort = () => put(null);
    signal?.addEventListener('abort', onAbort, { once: true });
    viewer.onGone(endFor('gone'));
    viewer.onAnswer((said) => {
      silence.cancel();
      silence = clock.timer(limits.silence, endFor('too-long'));
      const parsed = viewerAnswerSchema.safeParse(said);
      // What keeps to no form was said by whatever took the viewer over.
      if (!parsed.success) return put({ step: 'ended', end: 'gone' });
      left -= sizeOf(parsed.data);
      put(left < 0 ? { step: 'ended', end: 'too-much' } : parsed.data);
    });
    try {
      viewer.ask(request);
      for (;;) {
        const answer = answers.shift();
        if (answer === null) return;
        if (answer) {
          yield answer;
          if (isOver && answers.length === 0) return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      isOver = true;
      for (const timer of [silence, whole, looking]) timer.cancel();
      signal?.removeEventListener('abort', onAbort);
      viewer.end();
    }
  }
}

function sizeOf(answer: ViewerAnswer): number {
  switch (answer.step) {
    case 'page':
      return answer.picture.length + answer.text.length;
    case 'picture':
      return answer.picture.length;
    case 'end':
    case 'fault':
      return 0;
    default:
      return JSON.stringify(answer).length;
  }
}
