import { describe } from '../../service/describe-error.ts';
import type { ServiceError } from '../../service/errors.ts';

/** Why the service did not do with a folder what was done here, and what next, kept as JSON. */
export const writeWhy = (error: ServiceError): string => JSON.stringify(describe(error));

/** @throws when it is none that was written by `writeWhy` */
export const readWhy = (written: string): { readonly why: string; readonly next: string } => {
  const { why, next } = JSON.parse(written);
  return { why, next };
};
