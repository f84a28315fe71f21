import type { MatterRecord } from '../resources/matter-record.ts';
import type { SampleContacts } from './contacts.ts';
import type { SampleMatterType } from './matter-types.ts';
import type { SamplePerson } from './people.ts';

export interface SampleParts {
  readonly chance: () => number;
  readonly people: readonly SamplePerson[];
  readonly matterTypes: readonly SampleMatterType[];
  readonly contacts: SampleContacts;
  readonly layoutIds: readonly string[];
}

export interface SampleMatter {
  readonly id: string;
  readonly index: number;
  readonly matter: MatterRecord;
  readonly category: string;
  readonly closedAt: number;
}
