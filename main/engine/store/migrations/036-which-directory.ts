/** The directory that a matter is linked to, by more than its path: another one may be put there. */
export const whichDirectory = `
-- Device, inode and time of birth; NULL until it was looked at.
ALTER TABLE matter_folder ADD COLUMN inode TEXT;
`;
