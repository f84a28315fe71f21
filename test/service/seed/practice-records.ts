import type { ActivityCodeRecord } from '../resources/activity-codes.ts';
import type { ReferralTypeRecord } from '../resources/firm-lists.ts';
import type { LayoutRecord } from '../resources/layouts.ts';
import type { PluginRecord } from '../resources/plugins.ts';
import type { StageSetRecord } from '../resources/stage-sets.ts';
import { recordsOf } from '../store/records.ts';
import type { World } from '../world.ts';

const layoutNames = ['Accident details', 'Property details', 'Court proceedings', 'Key dates'];

export function seedLayouts(world: World): string[] {
  const layouts = recordsOf<LayoutRecord>(world.store, 'layout');
  return layoutNames.map((name) => {
    const id = world.newId();
    layouts.put(id, { versionId: world.newId(), name }, world.nextTicks());
    return id;
  });
}

export function seedActivityCodes(world: World): void {
  const codes = recordsOf<ActivityCodeRecord>(world.store, 'activityCode');
  const add = (
    code: string,
    description: string,
    type: number,
    more: Partial<ActivityCodeRecord> = {},
  ): void => {
    const record: ActivityCodeRecord = {
      versionId: world.newId(),
      updatedByUserId: null,
      type,
      description,
      code,
      isBillable: true,
      rateType: 0,
      rate: null,
      quantity: null,
      taxInclusive: false,
      taxExempt: false,
      taxZeroRated: false,
      taxOutOfScope: false,
      inputTaxRate: null,
      outputTaxRate: 20,
      isDeleted: false,
      isForeign: false,
      ...more,
    };
    codes.put(world.newId(), record, world.nextTicks());
  };
  add('ATT', 'Attendance on client', 1, { quantity: 0.6 });
  add('TEL', 'Telephone call', 1, { quantity: 0.06 });
  add('DRAFT', 'Drafting documents', 1);
  add('LTR', 'Letter out', 0, { rateType: 1, rate: 24.5 });
  add('COPY', 'Photocopying, a page', 2, { rateType: 1, rate: 0.15, quantity: 1 });
  add('COURT', 'Court fee', 2, { taxExempt: true, outputTaxRate: null });
  add('TRAVEL', 'Travel', 2, { taxZeroRated: true, outputTaxRate: 0 });
  add('CARD', 'Card surcharge', 3, { isBillable: false });
  add('FAX', 'Facsimile', 0, { isDeleted: true });
  add('EXTERNAL', 'Kept by another application', 1, { isForeign: true });
}

export function seedStageSets(world: World): void {
  const stageSets = recordsOf<StageSetRecord>(world.store, 'stageSet');
  const add = (name: string, isDeleted: boolean, stages: readonly string[]): void => {
    const value = {
      versionId: world.newId(),
      name,
      isDeleted,
      stages: stages.map((stage) => ({
        id: world.newId(),
        versionId: world.newId(),
        name: stage,
        isDeleted: stage === 'Stay',
      })),
    };
    stageSets.put(world.newId(), value, world.nextTicks());
  };
  add('Litigation', false, ['Pre-action', 'Issue', 'Disclosure', 'Stay', 'Trial', 'Costs']);
  add('Conveyancing', false, ['Instruction', 'Exchange', 'Completion', 'Registration']);
  add('Legal aid', true, ['Application', 'Certificate']);
}

export function seedReferralTypes(world: World): void {
  const types = recordsOf<ReferralTypeRecord>(world.store, 'referralType');
  for (const name of ['Existing client', 'Recommendation', 'Web search', 'Directory'])
    types.put(world.newId(), { name, isDeleted: name === 'Directory' }, world.nextTicks());
}

export function seedPlugins(world: World): void {
  const plugins = recordsOf<PluginRecord>(world.store, 'plugin');
  plugins.put(
    world.newId(),
    { isForeign: false, externalId: 'matterline', application: 'Web' },
    world.nextTicks(),
  );
  plugins.put(world.newId(), { isForeign: true, externalId: 'someone-else' }, world.nextTicks());
}
