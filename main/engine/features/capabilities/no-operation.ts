import type { ServiceError } from '../../service/errors.ts';

/** An answer that an operation which is not offered may give; one about a record that is not there looks the same. */
export const mayBeNoOperation = (error: ServiceError): boolean =>
  saysNoOperation(error) || error.kind === 'malformed';

/** The same of a write: what was answered in another way may have been done. */
export const saysNoOperation = (error: ServiceError): boolean =>
  error.kind === 'not-found' || (error.kind === 'unexpected-status' && error.status === 405);
