/** Whose content a view copy is: the log alone tells, and is not looked through for it. */
export const documentsOfAContent = `
CREATE INDEX custody_fetched ON custody (sha256) WHERE kind = 'fetched';
`;
