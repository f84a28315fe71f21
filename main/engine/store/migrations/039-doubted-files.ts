/** Files in a directory of which only the person says that it is the matter's folder. */
export const doubtedFiles = `
-- 1 until its content is looked at: what it descends from is known only if that is the content that was captured last.
ALTER TABLE local_file ADD COLUMN doubted INTEGER NOT NULL DEFAULT 0;
`;
