import { createActivityCodes } from './activity-codes.ts';
import { createBillingConfiguration } from './billing-configuration.ts';
import type { Capabilities } from './capabilities.ts';
import { contactNameBy } from './contact-name.ts';
import { createContactRecords } from './contact-records.ts';
import { createContacts } from './contacts.ts';
import { createDocumentFiles } from './document-files.ts';
import { createDocumentFolders } from './document-folders.ts';
import { createDocuments, type UploadInfo } from './documents.ts';
import { fileHistoryBy } from './file-history.ts';
import { createFirmLists } from './firm-lists.ts';
import { getContent } from './get-content.ts';
import { createHistory } from './history.ts';
import type { FollowNews } from './hub-news.ts';
import { createLayouts } from './layouts.ts';
import { createMatterTypes } from './matter-types.ts';
import { createMatters } from './matters.ts';
import { tellingOwnFault } from './own-fault.ts';
import { createPlugins } from './plugins.ts';
import { createPortalTasks } from './portal-tasks.ts';
import { type Content, type PutContentOptions, putContent } from './put-content.ts';
import { createRelationships } from './relationships.ts';
import { createStaff } from './staff.ts';
import { createStageSets } from './stage-sets.ts';
import { createTransport, type ServiceClientOptions } from './transport.ts';
import { createWebhooks } from './webhooks.ts';

export type ServiceClient = ReturnType<typeof createServiceClient>;

/** The service's interface as functions, one member per resource of the spec; all failures are values. */
export function createServiceClient(options: ServiceClientOptions) {
  const transport = tellingOwnFault(createTransport(options), options.clock);
  const documents = createDocuments(transport, options.clock);
  const beyondSpec: Capabilities = {
    contactName: contactNameBy(transport),
    fileHistory: fileHistoryBy(transport),
    ...createDocumentFiles(transport, options.clock),
    ...createDocumentFolders(transport),
    ...createContactRecords(transport),
    ...createFirmLists(transport),
    getContent: (addressOf, target, how) => getContent(options, addressOf, target, how),
  };
  return {
    matterTypes: createMatterTypes(transport),
    contacts: createContacts(transport),
    staff: createStaff(transport),
    matters: createMatters(transport),
    billingConfiguration: createBillingConfiguration(transport),
    relationships: createRelationships(transport),
    layouts: createLayouts(transport),
    activityCodes: createActivityCodes(transport),
    stageSets: createStageSets(transport),
    documents: {
      ...documents,
      putContent: (
        target: Pick<UploadInfo, 'uploadUrl' | 'expiresAt'>,
        content: Content,
        how?: PutContentOptions,
      ) => putContent(options, target, content, how),
    },
    history: createHistory(transport),
    portalTasks: createPortalTasks(transport),
    plugins: createPlugins(transport),
    webhooks: createWebhooks(transport),
    beyondSpec,
  };
}

/** What the engine itself asks of the service. */
export interface EngineClient {
  readonly matters: Pick<ServiceClient['matters'], 'list' | 'read'>;
  readonly staff: Pick<ServiceClient['staff'], 'list'>;
  readonly documents: Pick<ServiceClient['documents'], 'putFile' | 'putContent'>;
  readonly history: ServiceClient['history'];
  /** Left out or null where no hub is configured. */
  readonly followNews?: FollowNews | null;
  readonly beyondSpec: Capabilities;
}

/** What requests, and the records that they concern, ask of it. */
export interface RecordsClient extends EngineClient {
  readonly matters: ServiceClient['matters'];
  readonly matterTypes: ServiceClient['matterTypes'];
  readonly contacts: ServiceClient['contacts'];
  readonly billingConfiguration: ServiceClient['billingConfiguration'];
  readonly relationships: ServiceClient['relationships'];
  readonly layouts: ServiceClient['layouts'];
  readonly activityCodes: ServiceClient['activityCodes'];
  readonly stageSets: ServiceClient['stageSets'];
  readonly portalTasks: ServiceClient['portalTasks'];
  readonly plugins: ServiceClient['plugins'];
  readonly webhooks: ServiceClient['webhooks'];
}
