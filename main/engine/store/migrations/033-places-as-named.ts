/** Where documents are, and what is content, is read from history in another way: projected anew from `history_entry`. */
export const placesAsNamed = `
DELETE FROM timeline;
DELETE FROM item_version;
DELETE FROM item;
INSERT INTO item_search (item_search) VALUES ('delete-all');
DELETE FROM item_unsearched;
UPDATE matter SET last_change_at = NULL;
UPDATE setting SET value = '0' WHERE name = 'projected-seq';
`;
