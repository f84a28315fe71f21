/** The document that the answer to an announcement names: a service may file a new one under an id of its own. */
export const idsThatAnswersName = `
ALTER TABLE attempt ADD COLUMN named TEXT;
`;
