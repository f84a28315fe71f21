/** Where a document stood before a rename or a move: the first of one that was fetched has no save before it that would tell. */
export const pathBefore = `
ALTER TABLE save ADD COLUMN path_before TEXT;
`;
