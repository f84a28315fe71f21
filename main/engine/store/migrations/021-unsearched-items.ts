/**
 * Folders and documents whose names are not in the full-text index yet: while a long history comes in, each goes there once,
 * afterwards, and not with each of its names.
 */
export const unsearchedItems = `
CREATE TABLE item_unsearched (no INTEGER PRIMARY KEY) STRICT;
`;
