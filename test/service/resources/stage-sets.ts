import { notFound, ok } from '../answer.ts';
import { int64 } from '../int64.ts';
import { link, withSelf } from '../links.ts';
import type { Operation } from '../operation.ts';
import { recordsOf, type Stored } from '../store/records.ts';
import { type World } from '../world.ts';

export interface StageSetRecord {
  readonly versionId: string;
  readonly name: string;
  readonly isDeleted: boolean;
  readonly stages: ReadonlyArray<{
    readonly id: string;
    readonly versionId: string;
    readonly name: string;
    readonly isDeleted: boolean;
  }>;
}

/** GET /stagesets/{id} (spec: Stage sets). */
export function stageSetOperations(world: World): Operation[] {
  const stageSets = recordsOf<StageSetRecord>(world.store, 'stageSet');
  return [
    {
      name: 'stageSets.read',
      method: 'GET',
      path: '/stagesets/{id}',
      handle(request) {
        const stored = stageSets.get(request.params.id ?? '');
        if (stored === undefined) return notFound('stage set');
        return ok(stageSetShown(world, stored));
      },
    },
  ];
}

export function stageSetShown(world: World, { id, ticks, value }: Stored<StageSetRecord>) {
  const updated = { lastUpdated: int64(ticks) };
  const stages = value.stages.map((stage) => ({
    ...withSelf(link(world, 'Stages', stage.id, `/stagesets/${id}/stages/${stage.id}`)),
    ...stage,
    ...updated,
  }));
  return { ...withSelf(link(world, 'StageSets', id, `/stagesets/${id}`)), ...value, stages, ...updated };
}
