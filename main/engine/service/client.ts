import { createDocuments, type UploadInfo } from './documents.ts';
import { createHistory } from './history.ts';
import { createMatterTypes } from './matter-types.ts';
import { createMatters } from './matters.ts';
import { type Content, type PutContentOptions, putContent } from './put-content.ts';
import { createStaff } from './staff.ts';
import { createTransport, type ServiceClientOptions } from './transport.ts';

export type ServiceClient = ReturnType<typeof createServiceClient>;

/** The service's interface as functions, one member per resource of the spec; all failures are values. */
export function createServiceClient(options: ServiceClientOptions) {
  const transport = createTransport(options);
  return {
    matterTypes: createMatterTypes(transport),
    staff: createStaff(transport),
    matters: createMatters(transport),
    documents: {
      ...createDocuments(transport, options.clock),
      putContent: (
        target: Pick<UploadInfo, 'uploadUrl' | 'expiresAt'>,
        content: Content,
        how?: PutContentOptions,
      ) => putContent(options, target, content, how),
    },
    history: createHistory(transport),
  };
}
