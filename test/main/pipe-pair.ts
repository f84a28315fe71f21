import type { ProcessPipe } from '../../shared/contract/link.ts';

export interface PipePair {
  readonly main: ProcessPipe;
  readonly engine: ProcessPipe;
  /** What the death of either process does. */
  close(): void;
}

/** Both ends of a pipe between processes, in one process: messages are copied and arrive later. */
export function pipePair(): PipePair {
  const ends = [end(), end()] as const;
  let open = true;
  const pipe = (from: 0 | 1): ProcessPipe => ({
    send(message) {
      const copy: unknown = structuredClone(message);
      queueMicrotask(() => {
        if (open) for (const listener of ends[from === 0 ? 1 : 0].messages) listener(copy);
      });
    },
    onMessage: (listener) => void ends[from].messages.push(listener),
    onClose: (listener) => void ends[from].closes.push(listener),
  });
  return {
    main: pipe(0),
    engine: pipe(1),
    close() {
      if (!open) return;
      open = false;
      for (const { closes } of ends) for (const listener of closes) listener();
    },
  };
}

const end = () => ({ messages: [] as ((message: unknown) => void)[], closes: [] as (() => void)[] });
