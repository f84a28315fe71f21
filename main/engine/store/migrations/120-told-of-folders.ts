/** The newest entry of history that was known when the service was told of a folder: what it shows later came after that. */
export const toldOfFolders = `
ALTER TABLE folder_agreed ADD COLUMN told_seq INTEGER;
`;
