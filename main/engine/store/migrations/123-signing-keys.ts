/** Entries that name a key: looked up at each checkpoint, and all of them at a start, in a log of any length. */
export const signingKeys = `
CREATE INDEX custody_signing_key ON custody (seq, detail) WHERE kind = 'signing-key';
`;
