/** Finds the file that a new one was before its rename without reading all files of the matter. */
export const contentIndex = `
CREATE INDEX local_file_content ON local_file (sha256);
`;
