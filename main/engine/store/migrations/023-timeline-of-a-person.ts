/**
 * What one person did in all matters is found without walking past what everybody else did, and a page of the timeline is
 * shown without parsing the entries.
 */
export const timelineOfAPerson = `
-- The service's own words for the change, as a number of known_id, and its own time where it is written otherwise than
-- \`at\`; NULL words: projected before they were kept, they are read from the entry.
ALTER TABLE timeline ADD COLUMN words INTEGER;
ALTER TABLE timeline ADD COLUMN stamp TEXT;
CREATE INDEX timeline_person ON timeline (user, at, seq, kind, item);
`;
