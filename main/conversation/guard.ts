import { z } from 'zod';
import type { Port } from '../../shared/contract/link.ts';

/** Larger messages than any of the contract, in UTF-16 units: ten thousand dropped paths fit. */
const largestMessage = 16 * 1024 * 1024;

const header = z.union([z.string(), z.array(z.string())]);

/** A request or its cancellation as oRPC's peers write them; streams and files are never sent to main. */
const requestMessageSchema = z.union([
  z.object({ i: z.string().min(1).max(64), t: z.literal(4) }),
  z.object({
    i: z.string().min(1).max(64),
    t: z.literal(1).optional(),
    p: z.object({
      u: z
        .string()
        .max(200)
        .regex(/^(?:\/[\w-]+)+$/),
      m: z.literal('POST').optional(),
      h: z
        .record(z.string(), header)
        .refine((headers) => !('content-type' in headers) && !('content-disposition' in headers))
        .optional(),
    }),
  }),
]);

/** True for a message that the library can decode: it decodes in a listener where a failure has nowhere to go. */
export function isRequestMessage(data: unknown): boolean {
  if (typeof data !== 'string' || data.length > largestMessage) return false;
  try {
    return requestMessageSchema.safeParse(JSON.parse(data)).success;
  } catch {
    return false;
  }
}

/** The port with everything taken away that is not a well-formed request; with everything, once it is shut. */
export function guardedPort(port: Port, onDropped: () => void, shut?: AbortSignal): Port {
  return {
    on(event, listener) {
      if (event !== 'message') return port.on(event, listener);
      port.on('message', (message) => {
        if (shut?.aborted) return;
        if (isRequestMessage(message?.data)) listener(message);
        else onDropped();
      });
    },
    postMessage(data) {
      if (!shut?.aborted) port.postMessage(data);
    },
  };
}
