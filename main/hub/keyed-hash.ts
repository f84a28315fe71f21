import { createHash, createHmac } from 'node:crypto';

/** Names things without saying them: the key is random and dies with the process. */
export type KeyedHash = (...what: readonly string[]) => string;

export const keyedHash =
  (key: Uint8Array): KeyedHash =>
  (...what) =>
    createHmac('sha256', key).update(JSON.stringify(what)).digest('base64url');

/** What an answer is recognised by (RFC 9110, 8.8.3): the service may give nothing of the kind. */
export const validatorOf = (body: string | Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url')}"`;
