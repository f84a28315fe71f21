import type { Region } from '../options.ts';
import type { MatterTypeRecord } from '../resources/matter-types.ts';
import { recordsOf } from '../store/records.ts';
import type { World } from '../world.ts';

const locations: Record<Region, readonly [string, string]> = {
  UK: ['England & Wales', 'Scotland'],
  AU: ['NSW', 'VIC'],
  US: ['New York', 'California'],
};

const areas = [
  ['Personal Injury', 'Litigation', ['Claimant', 'Defendant']],
  ['Commercial Dispute', 'Litigation', ['Claimant', 'Defendant', 'Third Party']],
  ['Employment Claim', 'Employment', ['Claimant', 'Respondent']],
  ['Residential Purchase', 'Property', ['Buyer']],
  ['Commercial Lease', 'Property', ['Landlord', 'Tenant']],
  ['Divorce and Finances', 'Family', ['Applicant', 'Respondent']],
  ['Wills and Probate', 'Private Client', ['Testator', 'Executor']],
  ['Company Acquisition', 'Corporate', ['Buyer', 'Seller']],
] as const;

export interface SampleMatterType {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly clientRole: string;
  readonly isLead: boolean;
}

/** Matter types and lead types; ids carry a location suffix where the type is local (spec: Matter type). */
export function seedMatterTypes(world: World): SampleMatterType[] {
  const types = recordsOf<MatterTypeRecord>(world.store, 'matterType');
  const [home, away] = locations[world.region];
  const add = (name: string, category: string, roles: readonly string[], more: Partial<MatterTypeRecord>) => {
    const location = more.location ?? home;
    const id = more.type === 1 ? world.newId() : `${world.newId()}_${location.replaceAll(/\W+/g, '')}`;
    const record: MatterTypeRecord = {
      versionId: world.newId(),
      name,
      category,
      type: 0,
      representativeOptions: roles,
      location,
      isDeleted: false,
      items: ['Client', 'Other Side', 'Matter Details'].map((item) => ({ id: world.newId(), name: item })),
      ...more,
    };
    types.put(id, record, world.nextTicks());
    return { id, name, category, clientRole: roles[0] ?? 'Client', isLead: record.type === 1 };
  };
  const usable = areas.map(([name, category, roles]) => add(name, category, roles, {}));
  const leads = areas
    .slice(0, 4)
    .map(([name, category, roles]) => add(`${name} Enquiry`, category, roles, { type: 1 }));
  add('Residential Purchase', 'Property', ['Buyer'], { location: away });
  add('Legal Aid Application', 'Litigation', ['Applicant'], { isDeleted: true });
  return [...usable, ...leads];
}
