/** When what was saved under a former name was made, in milliseconds since 1970, which tells by whom; from null: by the own person. */
export const whenSavedUnderFormerNames = `
ALTER TABLE former_name_save ADD COLUMN made_from INTEGER DEFAULT 0;
ALTER TABLE former_name_save ADD COLUMN made_to INTEGER NOT NULL DEFAULT 9007199254740991;
`;
