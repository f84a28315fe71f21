import type { MatterChanges } from '../../shared/model/index.ts';

/** Fields of a matter that are changed as a whole: whoever is not named any more is taken out. */
const wholes = [
  'clients',
  'otherSides',
  'personAssistingStaffIds',
  'originatingStaffIds',
  'splitOriginatingStaffSettings',
] as const;
type Whole = (typeof wholes)[number];

/** Whether a change takes the place of a list that the service does not show. */
export const isUnreadList = (field: Whole, fields: MatterChanges, changes: MatterChanges): boolean =>
  field in changes && !(field in fields);

/** What the person has to say of such lists before anything is sent, by field. @param confirmed of which they said that it is all */
export const unconfirmedLists = (
  fields: MatterChanges,
  changes: MatterChanges,
  confirmed: ReadonlySet<string>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    wholes
      .filter((field) => isUnreadList(field, fields, changes) && !confirmed.has(field))
      .map((field) => [field, 'takes the place of what is there, which the service does not show']),
  );
