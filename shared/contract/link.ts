/** A port as oRPC's message-port adapter takes it. */
export interface Port {
  on(event: string, listener: (event?: { data: unknown }) => void): void;
  postMessage(data: unknown): void;
}

/** One process's end of the pipe to another, whatever carries it. */
export interface ProcessPipe {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: () => void): void;
}

const conversations = ['engine', 'host'] as const;
type Conversation = (typeof conversations)[number];

/**
 * Splits the pipe between main and engine into its two conversations: `engine`, which the engine answers
 * (`engineContract`), and `host`, which main answers (`hostContract`). Anything else on the pipe is dropped.
 */
export function splitPipe(pipe: ProcessPipe): Record<Conversation, Port> {
  const listeners: Record<Conversation, ((event?: { data: unknown }) => void)[]> = { engine: [], host: [] };
  pipe.onMessage((message) => {
    if (typeof message !== 'object' || message === null || !('to' in message) || !('data' in message)) return;
    const to = conversations.find((name) => name === message.to);
    if (to) for (const listener of listeners[to]) listener({ data: message.data });
  });
  const port = (to: Conversation): Port => ({
    on(event, listener) {
      if (event === 'message') listeners[to].push(listener);
      if (event === 'close') pipe.onClose(() => listener());
    },
    postMessage: (data) => pipe.send({ to, data }),
  });
  return { engine: port('engine'), host: port('host') };
}
