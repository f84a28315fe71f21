import type { Result } from '../../../shared/base/result.ts';
import type { FileId, MatterId } from '../../../shared/model/index.ts';
import { callOf } from './calls.ts';
import type { ServiceError } from './errors.ts';
import { type FolderHistory, type HistoryOptions, historyAt } from './history.ts';
import type { Transport } from './transport.ts';

/** Bytes: more than a thousand entries. What is longer is no shorter than the history of a folder. */
const answerLimit = 1024 * 1024;

/**
 * Reads the history of one document (beyond the spec: GET /matters/{matterId}/documents/files/{fileId}/history). A service that
 * does not offer it answers 404 or 405, or something else.
 */
export const fileHistoryBy =
  (transport: Transport) =>
  async (
    matterId: MatterId,
    fileId: FileId,
    options: Omit<HistoryOptions, 'aside' | 'known'> = {},
  ): Promise<Result<FolderHistory, ServiceError>> => {
    const call = callOf(transport, 'history.ofFile', { matterId, fileId }, {}, options);
    return call.ok ? historyAt(transport, { ...call.value, answerLimit }, options) : call;
  };
