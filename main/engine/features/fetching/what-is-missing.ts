import type { Capabilities, NotOffered } from '../../service/capabilities.ts';
import type { ServiceError } from '../../service/errors.ts';
import type { CallOptions } from '../../service/transport.ts';
import type { DocumentKey } from './wanted-version.ts';

/**
 * What a service did not find: the operation, so that it offers no downloads; the document, which was deleted or moved; its content,
 * which has not arrived; or this version of it. An error when that could not be found out.
 */
export type Missing = 'operation' | 'document' | 'content' | 'version' | ServiceError;

/** An answer that an operation which is not offered may give; one about a record that is not there looks the same. */
export const mayBeNoOperation = (error: ServiceError | NotOffered): boolean =>
  error.kind === 'not-offered' ||
  error.kind === 'not-found' ||
  error.kind === 'malformed' ||
  (error.kind === 'unexpected-status' && error.status === 405);

type Asked = Pick<Capabilities, 'listFiles' | 'readFile' | 'download'>;

/** Tells these apart after a service did not say where the content of a version is, by asking for what has to be there. */
export async function whatIsMissing(
  service: Asked,
  { matterId, fileId }: DocumentKey,
  versionId: string | null,
  options: CallOptions,
): Promise<Missing> {
  const file = await service.readFile(matterId, fileId, options);
  if (!file.ok) return whetherAnyDocument(service, { matterId, error: file.error }, options);
  if (file.value.isDeleted === true) return 'document';
  if (file.value.isUploaded === false) return 'content';
  if (versionId === null) return 'operation';
  const newest = await service.download(matterId, fileId, null, options);
  if (newest.ok) return 'version';
  return mayBeNoOperation(newest.error) ? 'operation' : serviceErrorIn(newest.error);
}

/** After a document was not told of: the matter's documents are there in any case, if they are told of at all. */
export async function whetherAnyDocument(
  service: Asked,
  {
    matterId,
    error,
  }: { readonly matterId: DocumentKey['matterId']; readonly error: ServiceError | NotOffered },
  options: CallOptions,
): Promise<Missing> {
  if (!mayBeNoOperation(error)) return serviceErrorIn(error);
  if (error.kind !== 'not-found') return 'operation';
  const any = await service.listFiles(matterId, options);
  if (any.ok) return 'document';
  return mayBeNoOperation(any.error) ? 'operation' : serviceErrorIn(any.error);
}

const serviceErrorIn = (error: ServiceError | NotOffered): Missing =>
  error.kind === 'not-offered' ? 'operation' : error;
