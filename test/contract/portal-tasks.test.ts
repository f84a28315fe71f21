import { describe, expect } from 'vitest';
import { matterIdSchema } from '../../shared/model/index.ts';
import type { NewPortalTask, PortalTaskPatch } from '../../shared/rules/portal-task.ts';
import { failed, refused, startPractice, valueOf } from './practice.ts';
import { operation, rows } from './rows.ts';

const practice = await startPractice();
const { client, service, matterId } = practice;
const smallest: NewPortalTask = {
  externalUserId: 'u-1',
  title: 'Sign the lease',
  url: 'https://portal.example/t/1',
};

async function created(more: Partial<NewPortalTask> = {}) {
  const { taskId } = valueOf(await client.portalTasks.create(matterId, { ...smallest, ...more }));
  service.applyPending();
  return practice.kept('portalTask', String(taskId));
}

const takes = (more: Partial<NewPortalTask>) => async () => expect(await created(more)).toMatchObject(more);
const atLeastOneCharacter = (field: 'externalUserId' | 'title' | 'url') => async () => {
  await takes({ [field]: 'x' })();
  expect(await client.portalTasks.create(matterId, { ...smallest, [field]: '' })).toMatchObject(
    refused(field),
  );
};

rows('POST /matters/{matterId}/portal/tasks', {
  externalUserId: atLeastOneCharacter('externalUserId'),
  title: atLeastOneCharacter('title'),
  url: atLeastOneCharacter('url'),
  contactId: async () => {
    const [contactId = ''] = service.sample().contactIds;
    await takes({ contactId })();
    const word = { ...smallest, contactId: 'somebody' };
    expect(await client.portalTasks.create(matterId, word)).toMatchObject(refused('contactId'));
  },
  email: async () => {
    const [contactId = ''] = service.sample().contactIds;
    const both = await created({ contactId, email: 'amara@okafor.example' });
    expect(both).toMatchObject({ email: 'amara@okafor.example' });
    expect(both.contactId).toBeUndefined();
  },
  requireMFA: takes({ requireMFA: true }),
  optional: takes({ optional: true }),
  actionText: async () => {
    await takes({ actionText: 'Sign' })();
    expect(await created()).toMatchObject({ actionText: 'Complete' });
    const twoWords = { ...smallest, actionText: 'Sign now' };
    expect(await client.portalTasks.create(matterId, twoWords)).toMatchObject(refused('actionText'));
  },
  completedText: takes({ completedText: 'Thank you' }),
  completedUrl: takes({ completedUrl: 'https://portal.example/done' }),
});

const task = valueOf(await client.portalTasks.create(matterId, smallest));
service.applyPending();
const taskId = String(task.taskId);

async function patched(patch: PortalTaskPatch) {
  valueOf(await client.portalTasks.patch(matterId, taskId, patch));
  service.applyPending();
  return practice.kept('portalTask', taskId);
}
const changes = (patch: PortalTaskPatch) => async () => {
  expect(await patched(patch)).toMatchObject(patch);
  const nothing = Object.fromEntries(Object.keys(patch).map((field) => [field, null]));
  expect((await client.portalTasks.patch(matterId, taskId, nothing)).ok).toBe(true);
};

rows('PATCH /matters/{matterId}/portal/tasks/{taskId}', {
  externalUserId: changes({ externalUserId: 'u-2' }),
  title: changes({ title: 'Sign both leases' }),
  url: changes({ url: 'https://portal.example/t/2' }),
  actionText: async () => {
    await changes({ actionText: 'Approve' })();
    const twoWords = await client.portalTasks.patch(matterId, taskId, { actionText: 'Not now' });
    expect(twoWords).toMatchObject(refused('actionText'));
  },
  cancelled: changes({ cancelled: true }),
  cancelledText: changes({ cancelledText: 'No longer needed' }),
  cancelledUrl: changes({ cancelledUrl: 'https://portal.example/cancelled' }),
  completed: changes({ completed: true }),
  completedText: changes({ completedText: 'Done' }),
  completedUrl: changes({ completedUrl: 'https://portal.example/done' }),
  expired: changes({ expired: true }),
  expiredText: changes({ expiredText: 'Too late' }),
  expiredUrl: changes({ expiredUrl: 'https://portal.example/expired' }),
});

describe('portal tasks', () => {
  operation(
    'portalTasks.create',
    'gives the id of the task to come, in whatever form the service answers',
    async () => {
      const id = '5b1f7a52-4d36-4c3b-9f41-9a8f2a1f6c07';
      for (const text of [JSON.stringify({ id }), JSON.stringify(id), id]) {
        service.faults.add({ route: 'portalTasks.create', kind: 'answer', status: 202, text });
        expect(valueOf(await client.portalTasks.create(matterId, smallest)).taskId).toBe(id);
      }
      service.faults.add({ route: 'portalTasks.create', kind: 'answer', status: 202, text: '' });
      expect(valueOf(await client.portalTasks.create(matterId, smallest)).taskId).toBeNull();
    },
  );

  operation('portalTasks.create', 'takes only a UUID of a matter that is there', async () => {
    const word = matterIdSchema.parse('matter');
    expect(await client.portalTasks.create(word, smallest)).toMatchObject(refused('matterId'));
    const unknown = matterIdSchema.parse('00000000-0000-4000-8000-000000000000');
    expect(await client.portalTasks.create(unknown, smallest)).toMatchObject(failed('not-found', 404));
  });

  operation('portalTasks.patch', 'takes only UUIDs, and is not found for an unknown task', async () => {
    expect(await client.portalTasks.patch(matterId, 'task', {})).toMatchObject(refused('taskId'));
    const unknown = await client.portalTasks.patch(matterId, '00000000-0000-4000-8000-000000000000', {});
    expect(unknown).toMatchObject(failed('not-found', 404));
  });
});
