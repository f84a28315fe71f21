import type { Region } from './options.ts';

const elsewhere: Readonly<Record<string, readonly Region[]>> = {
  disbursementAmount: ['AU', 'UK'],
  rateSetId: ['AU', 'UK'],
  isUtbmsEnabled: ['US'],
  ledesFirmId: ['US'],
  ledesMatterId: ['US'],
  ledesClientMatterId: ['US'],
  ledesTimekeeperClassificationType: ['US'],
  taxInclusive: ['AU', 'UK'],
  taxZeroRated: ['UK'],
  taxOutOfScope: ['UK'],
  supervisorStaffId: ['UK'],
  clientCode: ['AU', 'UK'],
};

/** Whether a field exists in a region (spec: What the service does, 4). */
function existsIn(region: Region, field: string): boolean {
  return elsewhere[field]?.includes(region) ?? true;
}

/** A record without the fields its region does not have. */
export function inRegion(region: Region, record: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([field]) => existsIn(region, field)));
}

/** The fields of a body that are set although their region does not have them, with the rule they break. */
export function fieldsOutsideRegion(
  region: Region,
  body: object,
): Array<readonly [field: string, rule: string]> {
  return Object.entries(body)
    .filter(([field, value]) => value !== null && value !== undefined && !existsIn(region, field))
    .map(([field]) => [field, `does not exist in region ${region}`] as const);
}
