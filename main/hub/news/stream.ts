import type { FastifyReply } from 'fastify';
import type { Result } from '../../../shared/base/result.ts';
import type { NoStream, StreamRequest } from '../desktop-request.ts';

/** Milliseconds between two signs of life: proxies end what is silent, and a desktop notices that nobody is there any more. */
const aliveEvery = 15_000;

/** Answers with a stream of server-sent events, as long as the desktop is there. @returns why not, and then nothing was said */
export function newsStream(
  reply: FastifyReply,
  asked: Pick<StreamRequest, 'token' | 'body' | 'lastId'>,
  open: (asked: StreamRequest) => Result<() => void, NoStream>,
): NoStream | null {
  const { raw } = reply;
  let isOpen = false;
  const write = (text: string): boolean => {
    if (raw.destroyed || raw.writableNeedDrain) return false;
    if (!isOpen) {
      raw.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        // nginx holds answers back otherwise.
        'x-accel-buffering': 'no',
      });
      isOpen = true;
    }
    raw.write(text);
    return true;
  };
  const opened = open({
    ...asked,
    tell: ({ id, event, folders }) =>
      write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify({ folders })}\n\n`),
    close: () => raw.end(),
  });
  if (!opened.ok) return opened.error;
  reply.hijack();
  const alive = setInterval(() => write(':\n\n'), aliveEvery);
  raw.once('close', () => {
    clearInterval(alive);
    opened.value();
  });
  return null;
}
