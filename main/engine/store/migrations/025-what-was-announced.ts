/** A save is looked for where it was announced, whatever has become of its directory here since. */
export const whatWasAnnounced = `
-- An \`Announced\` as JSON; NULL before the first announcement, and for what an earlier program announced.
ALTER TABLE save ADD COLUMN announced TEXT;
`;
