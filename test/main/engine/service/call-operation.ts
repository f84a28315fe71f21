import { Readable } from 'node:stream';
import type { ServiceClient } from '../../../../main/engine/service/client.ts';
import type { ServiceError } from '../../../../main/engine/service/errors.ts';
import {
  activityCodeIdSchema,
  matterTypeIdSchema,
  stageSetIdSchema,
} from '../../../../main/engine/service/ids.ts';
import type { OperationId } from '../../../../main/engine/service/operations.ts';
import type { Result } from '../../../../shared/base/result.ts';
import { fileIdSchema, matterIdSchema } from '../../../../shared/model/index.ts';
import { collect } from './tiny-service.ts';

type Outcome = Result<unknown, ServiceError>;

const uuid = '4c1f5b1e-8f0a-4c55-a53f-1d8c9d1b0c11';
const matterId = matterIdSchema.parse(uuid);

/** Calls an operation with a request that is in order; a list gives one outcome for each page. */
export async function callOperation(
  client: ServiceClient,
  id: OperationId,
  uploadUrl: string,
): Promise<Outcome[]> {
  const calls: Record<OperationId, () => Promise<Outcome[]>> = {
    'matterTypes.list': () => collect(client.matterTypes.list()),
    'matterTypes.read': () => one(client.matterTypes.read(matterTypeIdSchema.parse(uuid))),
    'contacts.create': () =>
      one(client.contacts.create({ person: { firstName: 'A', lastName: 'B', email: 'a@b.example' } })),
    'staff.list': () => one(client.staff.list()),
    'matters.create': () => one(client.matters.create({ matterTypeId: uuid, clientIds: [uuid] })),
    'matters.read': () => one(client.matters.read(matterId)),
    'matters.list': () => collect(client.matters.list()),
    'matters.patch': () => one(client.matters.patch(matterId, { number: '1' })),
    'billingConfiguration.read': () => one(client.billingConfiguration.read(matterId)),
    'relationships.put': () =>
      one(client.relationships.put({ matterId, roleId: uuid, id: uuid }, { name: 'x' })),
    'layouts.list': () => collect(client.layouts.list()),
    'layouts.contacts': () => one(client.layouts.contacts(matterId, uuid)),
    'activityCodes.list': () => collect(client.activityCodes.list()),
    'activityCodes.put': () => one(client.activityCodes.put(activityCodeIdSchema.parse(uuid), { code: 'x' })),
    'stageSets.read': () => one(client.stageSets.read(stageSetIdSchema.parse(uuid))),
    'documents.putFile': () =>
      one(
        client.documents.putFile(matterId, fileIdSchema.parse(uuid), { fileName: 'a.pdf', folderId: null }),
      ),
    'documents.putContent': () =>
      one(
        client.documents.putContent(
          { uploadUrl, expiresAt: null },
          { size: 3, open: () => Readable.from([Buffer.from('abc')]) },
        ),
      ),
    'history.read': () => one(client.history.read(matterId, uuid)),
    'portalTasks.create': () =>
      one(client.portalTasks.create(matterId, { externalUserId: 'u', title: 't', url: 'x' })),
    'portalTasks.patch': () => one(client.portalTasks.patch(matterId, uuid, { completed: true })),
    'plugins.put': () => one(client.plugins.put(uuid, {})),
    'webhooks.create': () =>
      one(
        client.webhooks.create({
          key: 'k',
          name: 'n',
          eventTypes: ['matter.updated'],
          eventNotificationUrl: 'https://a.example/',
        }),
      ),
  };
  return calls[id]();
}

async function one(outcome: Promise<Outcome>): Promise<Outcome[]> {
  return [await outcome];
}
