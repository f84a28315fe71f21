/**
 * The service's own JSON of listed matters and staff goes: nothing read it, and it was most of what a first listing wrote.
 * What is known of a matter in full is in `matter_read_form`.
 */
export const leanerMatters = `
ALTER TABLE matter DROP COLUMN raw;
ALTER TABLE staff DROP COLUMN raw;
`;
