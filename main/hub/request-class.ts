import type { AllowedRequest } from './allowed-request.ts';

/** Most urgent first. */
export const requestClasses = ['announce', 'write', 'view', 'linked', 'rest'] as const;
export type RequestClass = (typeof requestClasses)[number];

/** A desktop looks into these before it announces a version: such a look is a part of announcing. */
const looks: readonly string[] = ['history.read', 'history.ofFile'];

/**
 * How urgent a request is: what its operation is, and of reads what the desktop says by `Priority` (RFC 9218: `u=0` is the most urgent,
 * `u=3` what is said where nothing is), within what the operation can be.
 */
export function classOf(
  { operation, method }: Pick<AllowedRequest, 'operation' | 'method'>,
  priority: string | undefined,
): RequestClass {
  if (operation === 'documents.putFile') return 'announce';
  if (method !== 'GET') return 'write';
  const urgency = Number(/(?:^|[\s,])u=([0-7])(?:$|[\s,;])/.exec(priority ?? '')?.[1] ?? 3);
  if (urgency <= 1 && looks.includes(operation)) return 'announce';
  return urgency <= 4 ? 'view' : urgency <= 6 ? 'linked' : 'rest';
}
