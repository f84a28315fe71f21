import type { Result } from '../../../shared/base/result.ts';
import type { contactNameBy } from './contact-name.ts';
import type { createContactRecords } from './contact-records.ts';
import type { createDocumentFiles, DownloadInfo } from './document-files.ts';
import type { createDocumentFolders } from './document-folders.ts';
import type { ServiceError } from './errors.ts';
import type { fileHistoryBy } from './file-history.ts';
import type { createFirmLists } from './firm-lists.ts';
import type { ContentFault, ContentTarget, GetContentOptions, GotContent } from './get-content.ts';

/**
 * What some services offer beyond the spec. A service without an operation answers 404 or 405 to it, or something else: whoever asks
 * finds out, remembers it, and does what the spec alone allows.
 */
export type Capabilities = ReturnType<typeof createDocumentFiles> &
  ReturnType<typeof createDocumentFolders> &
  ReturnType<typeof createContactRecords> &
  ReturnType<typeof createFirmLists> & {
    /** What a contact is called; null when its record does not say. */
    readonly contactName: ReturnType<typeof contactNameBy>;
    /** What happened to one document, in the service's order. */
    readonly fileHistory: ReturnType<typeof fileHistoryBy>;
    /** The content itself, from where `download` said. */
    getContent<Failure>(
      addressOf: () => Promise<Result<DownloadInfo, Failure>>,
      target: ContentTarget,
      options?: GetContentOptions,
    ): Promise<Result<GotContent, ServiceError | ContentFault | Failure>>;
  };
