import type { ActivityCodeRecord } from './resources/activity-codes.ts';
import { readMatter } from './resources/matter-record.ts';
import type { MatterTypeRecord } from './resources/matter-types.ts';
import type { PluginRecord } from './resources/plugins.ts';
import type { StageSetRecord } from './resources/stage-sets.ts';
import { recordsOf } from './store/records.ts';
import type { World } from './world.ts';

/** Ids of records to try operations on. Those of matters are undefined while there are none. */
export interface Sample {
  readonly matterId: string | undefined;
  readonly leadId: string | undefined;
  readonly roleId: string | undefined;
  readonly relationshipId: string | undefined;
  readonly layoutId: string | undefined;
  readonly contactIds: readonly string[];
  readonly staffIds: readonly string[];
  readonly matterTypeId: string | undefined;
  readonly leadTypeId: string | undefined;
  readonly deletedMatterTypeId: string | undefined;
  readonly activityCodeId: string | undefined;
  readonly fixedActivityCodeId: string | undefined;
  readonly foreignActivityCodeId: string | undefined;
  readonly stageSetId: string | undefined;
  readonly deletedStageSetId: string | undefined;
  readonly pluginId: string | undefined;
  readonly foreignPluginId: string | undefined;
}

export function sampleOf(world: World): Sample {
  const { store } = world;
  const firstMatter = (isLead: number): string | undefined =>
    store
      .prepare<[number], string>('select id from matters where is_lead = ? order by seq limit 1')
      .pluck()
      .get(isLead);
  const matterId = firstMatter(0);
  const role = matterId === undefined ? undefined : readMatter(world, matterId)?.matter.roles[0];
  const types = recordsOf<MatterTypeRecord>(store, 'matterType').all();
  const codes = recordsOf<ActivityCodeRecord>(store, 'activityCode').all();
  const stageSets = recordsOf<StageSetRecord>(store, 'stageSet').all();
  const plugins = recordsOf<PluginRecord>(store, 'plugin').all();
  return {
    matterId,
    leadId: firstMatter(1),
    roleId: role?.id,
    relationshipId: role?.relationships[0]?.id,
    layoutId: recordsOf(store, 'layout').all()[0]?.id,
    contactIds: recordsOf(store, 'contact')
      .all()
      .map(({ id }) => id),
    staffIds: recordsOf(store, 'staff')
      .all()
      .map(({ id }) => id),
    matterTypeId: types.find(({ value }) => value.type === 0 && !value.isDeleted)?.id,
    leadTypeId: types.find(({ value }) => value.type === 1)?.id,
    deletedMatterTypeId: types.find(({ value }) => value.isDeleted)?.id,
    activityCodeId: codes.find(({ value }) => value.type === 1 && !value.isForeign)?.id,
    fixedActivityCodeId: codes.find(({ value }) => value.type === 0)?.id,
    foreignActivityCodeId: codes.find(({ value }) => value.isForeign)?.id,
    stageSetId: stageSets.find(({ value }) => !value.isDeleted)?.id,
    deletedStageSetId: stageSets.find(({ value }) => value.isDeleted)?.id,
    pluginId: plugins.find(({ value }) => !value.isForeign)?.id,
    foreignPluginId: plugins.find(({ value }) => value.isForeign)?.id,
  };
}
