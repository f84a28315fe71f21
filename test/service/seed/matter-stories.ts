import type { MatterStatus } from '../resources/matter-record.ts';

/** One sample matter: what it is about and who is in it. Indexes point into the sample contacts. */
export interface MatterStory {
  readonly type: string;
  readonly client: ClientRef;
  readonly other?: ClientRef;
  readonly description: string;
  readonly status: MatterStatus;
  readonly isLead: boolean;
}

export type ClientRef = { readonly person: number } | { readonly company: number };

const person = (index: number): ClientRef => ({ person: index });
const company = (index: number): ClientRef => ({ company: index });

type Line = readonly [type: string, client: ClientRef, other: ClientRef | undefined, description: string];

const lines: readonly Line[] = [
  ['Personal Injury', person(0), company(0), 'Fall from height at Northgate depot, 3 March'],
  ['Commercial Dispute', company(5), company(1), 'Late delivery claim under the haulage framework'],
  ['Employment Claim', person(4), company(11), 'Unfair dismissal and holiday pay'],
  ['Residential Purchase', person(1), undefined, '14 Canonbury Terrace, London N1'],
  ['Commercial Lease', company(8), company(9), 'Unit 7, Fenwick Trading Estate: renewal'],
  ['Divorce and Finances', person(8), person(6), 'Financial remedy, Form E and FDR'],
  ['Wills and Probate', person(7), undefined, 'Estate of the late Margaret Wainwright'],
  ['Company Acquisition', company(7), company(4), 'Acquisition of Meridian Biotech Ltd'],
  ['Personal Injury', person(12), company(6), 'Delayed diagnosis, Greyfriars Hospital'],
  ['Commercial Dispute', company(9), company(2), 'Business interruption policy, cover dispute'],
  ['Employment Claim', person(16), company(10), 'Whistleblowing detriment'],
  ['Residential Purchase', person(11), undefined, '3 Larch Cottages, Hebden Bridge'],
  ['Commercial Lease', company(3), undefined, 'Yard and offices at Thornbury Lane'],
  ['Divorce and Finances', person(14), person(19), 'Pension sharing after decree'],
  ['Wills and Probate', person(22), undefined, 'Will and lasting powers of attorney'],
  ['Company Acquisition', company(11), company(8), 'Purchase of the Harrogate hotel business'],
];

const statuses: readonly MatterStatus[] = [
  'Open',
  'Open',
  'Open',
  'Pending',
  'Open',
  'Closed',
  'Open',
  'Open',
  'Cancelled',
  'Open',
  'Closed',
  'Deleted',
];

const variations = ['', ' (costs)', ' (second matter)', ' (appeal)'];

/** Sixty matters, six of them leads, in all five statuses. */
export function matterStories(): MatterStory[] {
  return Array.from({ length: 60 }, (_, index) => {
    const [type, client, other, description] = lines[index % lines.length] ?? lines[0] ?? fail();
    const round = Math.floor(index / lines.length);
    const isLead = index % 10 === 9;
    return {
      type: isLead ? leadType(type) : type,
      client: round === 0 ? client : shifted(client, round * 5),
      ...(other === undefined ? {} : { other: round === 0 ? other : shifted(other, round * 3) }),
      description: `${description}${variations[round] ?? ''}`,
      status: statuses[index % statuses.length] ?? 'Open',
      isLead,
    };
  });
}

const withLeads = ['Personal Injury', 'Commercial Dispute', 'Employment Claim', 'Residential Purchase'];

function leadType(type: string): string {
  return `${withLeads.includes(type) ? type : 'Commercial Dispute'} Enquiry`;
}

function shifted(ref: ClientRef, by: number): ClientRef {
  return 'person' in ref ? { person: ref.person + by } : { company: ref.company + by };
}

function fail(): never {
  throw new Error('There are no sample matters.');
}
