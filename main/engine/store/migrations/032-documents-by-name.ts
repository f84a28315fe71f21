/** Finds a document by its name without reading the whole matter; `comparable` is a function of this program. */
export const documentsByName = `
-- '' for a folder
ALTER TABLE item ADD COLUMN comparable_name TEXT NOT NULL DEFAULT '';
UPDATE item SET comparable_name = comparable(name) WHERE is_folder = 0;
CREATE INDEX item_named ON item (matter_id, comparable_name) WHERE is_folder = 0;
`;
