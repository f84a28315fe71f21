import type { Downloads } from '../documents/downloads.ts';
import type { Uploads } from '../documents/uploads.ts';
import type { Operation } from '../operation.ts';
import type { World } from '../world.ts';
import { applyAcceptedRecords } from './accepted-records.ts';
import { activityCodeOperations } from './activity-codes.ts';
import { billingOperations } from './billing-configuration.ts';
import { contactOperations } from './contacts.ts';
import { documentFileOperations } from './document-files.ts';
import { documentFolderOperations } from './document-folders.ts';
import { documentWriteOperations } from './document-writes.ts';
import { documentOperations } from './documents.ts';
import { firmListOperations } from './firm-lists.ts';
import { layoutOperations } from './layouts.ts';
import { matterTypeOperations } from './matter-types.ts';
import { matterCreateOperations } from './matters-create.ts';
import { matterPatchOperations } from './matters-patch.ts';
import { matterReadOperations } from './matters-read.ts';
import { pluginOperations } from './plugins.ts';
import { portalTaskOperations } from './portal-tasks.ts';
import { relationshipOperations } from './relationships.ts';
import { staffOperations } from './staff.ts';
import { stageSetOperations } from './stage-sets.ts';
import { webhookOperations } from './webhooks.ts';

/** Every operation of the specification (spec: Endpoints), and some beyond it. */
export function apiOperations(world: World, uploads: Uploads, downloads: Downloads): Operation[] {
  applyAcceptedRecords(world);
  return [
    ...matterTypeOperations(world),
    ...contactOperations(world),
    ...staffOperations(world),
    ...matterCreateOperations(world),
    ...matterReadOperations(world),
    ...matterPatchOperations(world),
    ...billingOperations(world),
    ...relationshipOperations(world),
    ...layoutOperations(world),
    ...activityCodeOperations(world),
    ...stageSetOperations(world),
    ...documentOperations(world, uploads),
    ...documentFileOperations(world, downloads),
    ...documentWriteOperations(world, uploads),
    ...documentFolderOperations(world),
    ...firmListOperations(world),
    ...portalTaskOperations(world),
    ...pluginOperations(world),
    ...webhookOperations(world),
  ];
}
