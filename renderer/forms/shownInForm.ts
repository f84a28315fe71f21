import type { MatterChanges, MatterRecord } from '../../shared/model/index.ts';

/** A field of a matter as its form shows it: what was entered, nobody and nothing too, else what the record has. */
export function shownInForm<Field extends keyof MatterChanges>(
  field: Field,
  changes: MatterChanges,
  { fields }: Pick<MatterRecord, 'fields'>,
): NonNullable<MatterChanges[Field]> | null {
  const value = field in changes ? changes[field] : fields[field];
  return value ?? null;
}

/** The matter type that a form shows: its id where it was chosen in the form, else the name that the record has. */
export function typeInForm(
  { matterTypeId }: MatterChanges,
  { matterTypeName }: Pick<MatterRecord, 'matterTypeName'>,
): { readonly id: string | null; readonly name: string } {
  return matterTypeId ? { id: matterTypeId, name: '' } : { id: null, name: matterTypeName ?? '' };
}
