/** Only addresses that the storage refused count, before a person is asked, and no other trouble. */
export const refusedAddresses = `
ALTER TABLE save ADD COLUMN refused_addresses INTEGER NOT NULL DEFAULT 0;
`;
