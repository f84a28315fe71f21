/** Of many changes at once, the newest save there was when the person decided: what they agreed to is not held again. */
export const whatWasDecidedAbout = `
ALTER TABLE mass_change ADD COLUMN decided_up_to INTEGER NOT NULL DEFAULT 0;
`;
