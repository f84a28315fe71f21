/** A directory that still has the name we gave it may follow its folder's name; one the person named may not. */
export const whatADirectoryIsNamedFor = `
-- The folder's name in the service when we named the directory; NULL: the person did, or nobody knows.
ALTER TABLE local_folder ADD COLUMN named_for TEXT;
`;
