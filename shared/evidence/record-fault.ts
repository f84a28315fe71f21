/** Why a record does not hold. */
export interface RecordFault {
  readonly fault: 'altered' | 'missing' | 'repeated' | 'another-log' | 'another-device' | 'stamp-altered';
  /** The part concerned, for a person: `entry 17`, `the seal`. */
  readonly what: string;
  readonly why: string;
}

export const broken = (
  fault: RecordFault['fault'],
  what: string,
  why: string,
): { outcome: 'broken'; fault: RecordFault } => ({ outcome: 'broken', fault: { fault, what, why } });
