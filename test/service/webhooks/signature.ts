import { createHmac } from 'node:crypto';

/** Lower-case hex HMAC-SHA256 with the subscription's key, sent in the `Signature` header (spec: Events 3). */
export function notificationSignature(
  key: string,
  timestamp: string,
  requestId: string,
  clientId: string,
): string {
  return createHmac('sha256', key).update(`${timestamp}|${requestId}|${clientId}`).digest('hex');
}
