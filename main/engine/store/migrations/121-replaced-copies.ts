/** Which history entry had a fetched version take the place of the copy here; null where there was none. */
export const replacedCopies = `ALTER TABLE fetched_version ADD COLUMN replaced_for INTEGER;`;
