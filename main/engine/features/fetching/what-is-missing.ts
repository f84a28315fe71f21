import type { Result } from '../../../../shared/base/result.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import type { Capabilities } from '../../service/capabilities.ts';
import type { EngineClient } from '../../service/client.ts';
import type { DocumentFile } from '../../service/document-files.ts';
import type { ServiceError } from '../../service/errors.ts';
import { isSameId } from '../../service/tolerant.ts';
import type { CallOptions } from '../../service/transport.ts';
import { mayBeNoOperation } from '../capabilities/no-operation.ts';
import type { DocumentKey } from './wanted-version.ts';

/**
 * What a service did not find: the operation, so that it offers no downloads; the document, which was deleted or moved; its content,
 * which has not arrived; this version of it; or where its content is. An error when that could not be found out, or is of this
 * document or matter alone.
 */
export type Missing = 'operation' | 'document' | 'content' | 'version' | 'address' | ServiceError;

interface Service {
  readonly beyondSpec: Pick<Capabilities, 'listFiles' | 'readFile' | 'download'>;
  readonly matters: Pick<EngineClient['matters'], 'read'>;
}

/** Tells these apart after a service did not say where the content of a version is, by asking for what has to be there. */
export async function whatIsMissing(
  service: Service,
  document: DocumentKey,
  { versionId, error }: { readonly versionId: string | null; readonly error: ServiceError },
  options: CallOptions,
): Promise<Missing> {
  const { beyondSpec } = service;
  const { matterId, fileId } = document;
  const file = await beyondSpec.readFile(matterId, fileId, options);
  if (!file.ok) return whyNotTold(service, document, file.error, options);
  if (file.value.isDeleted === true) return 'document';
  if (file.value.isUploaded === false) return 'content';
  if (versionId !== null) {
    const newest = await beyondSpec.download(matterId, fileId, null, options);
    if (newest.ok) return error.kind === 'not-found' ? 'version' : error;
    if (!mayBeNoOperation(newest.error)) return newest.error;
  }
  const ofThisOne = error.kind === 'not-found' ? 'address' : error;
  return operationOr(ofThisOne, service, document, error, options, (another) =>
    beyondSpec.download(matterId, another, null, options),
  );
}

/** After a document was not told of. */
export async function whyNotTold(
  service: Service,
  document: DocumentKey,
  error: ServiceError,
  options: CallOptions,
): Promise<Missing> {
  if (!mayBeNoOperation(error)) return error;
  const ofThisOne = error.kind === 'not-found' ? 'document' : error;
  return operationOr(ofThisOne, service, document, error, options, (another) =>
    service.beyondSpec.readFile(document.matterId, another, options),
  );
}

/**
 * What one document, or one matter, is answered says nothing of the others: the operation is missing where another document of the
 * matter is answered alike, or where nothing is told of the documents of a matter that is there.
 */
async function operationOr(
  ofThisOne: Missing,
  { beyondSpec, matters }: Service,
  { matterId, fileId }: DocumentKey,
  error: ServiceError,
  options: CallOptions,
  ask: (another: FileId) => Promise<Result<unknown, ServiceError>>,
): Promise<Missing> {
  const listed = await beyondSpec.listFiles(matterId, options);
  if (!listed.ok) {
    if (!mayBeNoOperation(listed.error)) return listed.error;
    const matter = await matters.read(matterId, options);
    return matter.ok ? 'operation' : matter.error;
  }
  const another = listed.value.items.find(
    (file) => mayBeFetched(file) && !isSameId(file.id ?? '', fileId),
  )?.id;
  if (!another) return error.kind === 'unexpected-status' ? 'operation' : ofThisOne;
  const answer = await ask(another as FileId);
  if (answer.ok) return ofThisOne;
  return mayBeNoOperation(answer.error) ? 'operation' : ofThisOne;
}

const mayBeFetched = ({ id, isDeleted, isUploaded }: DocumentFile): boolean =>
  !!id && isDeleted !== true && isUploaded !== false;
