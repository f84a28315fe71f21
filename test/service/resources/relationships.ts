import { z } from 'zod';
import { accepted, notFound } from '../answer.ts';
import { jobKind } from '../jobs.ts';
import { link } from '../links.ts';
import type { Operation } from '../operation.ts';
import { invalid, isUuid, optionalFlag, optionalText, optionalTexts, parseBody } from '../validation.ts';
import type { World } from '../world.ts';
import { type MatterRecord, matterWriter, readMatter } from './matter-record.ts';
import { brokenReferences } from './matter-references.ts';

const relationshipBody = z.object({
  name: optionalText,
  displayName: optionalText,
  contactId: optionalText,
  representativeIds: optionalTexts,
  isMatterItemRequired: optionalFlag,
});

interface RelationshipJob {
  readonly matterId: string;
  readonly roleId: string;
  readonly id: string;
  readonly body: z.output<typeof relationshipBody>;
}

const relationshipJob = jobKind<RelationshipJob>('relationship');

/** PUT /matters/{matterId}/roles/{roleId}/relationships/{id} (spec: Relationships). */
export function relationshipOperations(world: World): Operation[] {
  const writeMatter = matterWriter(world);
  world.jobs.on(relationshipJob, (job) => {
    const stored = readMatter(world, job.matterId);
    if (stored === undefined) return;
    writeMatter(job.matterId, withRelationship(stored.matter, job));
    world.emit('matter.updated', { id: job.matterId });
  });
  return [
    {
      name: 'relationships.put',
      method: 'PUT',
      path: '/matters/{matterId}/roles/{roleId}/relationships/{id}',
      handle(request) {
        const { matterId = '', roleId = '', id = '' } = request.params;
        if (world.variants.roleIds === 'uuid' && !isUuid(roleId))
          return invalid([['roleId', 'must be a UUID']]);
        const role = readMatter(world, matterId)?.matter.roles.find((candidate) => candidate.id === roleId);
        if (!role?.relationships.some((relationship) => relationship.id === id))
          return notFound('relationship');
        const parsed = parseBody(relationshipBody, request.body);
        if ('refusal' in parsed) return parsed.refusal;
        const body = parsed.value;
        const broken = brokenReferences(world, {
          contacts: {
            contactId: body.contactId == null ? [] : [body.contactId],
            representativeIds: body.representativeIds,
          },
          staff: {},
        });
        if (broken.length > 0) return invalid(broken);
        world.jobs.add(relationshipJob, { matterId, roleId, id, body });
        return accepted(link(world, 'Relationships', id, request.path));
      },
    },
  ];
}

function withRelationship(matter: MatterRecord, { roleId, id, body }: RelationshipJob): MatterRecord {
  return {
    ...matter,
    roles: matter.roles.map((role) =>
      role.id !== roleId
        ? role
        : {
            ...role,
            relationships: role.relationships.map((relationship) =>
              relationship.id !== id
                ? relationship
                : {
                    id,
                    name: body.displayName ?? body.name ?? relationship.name,
                    contactId: body.contactId ?? relationship.contactId,
                  },
            ),
          },
    ),
  };
}
