/** Of a newer version, the words of a question are those of now; not of a copy that only may not include it. */
export const ofUnknownDescentToo = `
UPDATE save SET problem = json_set(problem, '$.descent', 'unknown')
WHERE state = 'problem' AND problem ->> 'code' = 'newer-version'
  AND problem ->> 'what' LIKE '%” in this folder is not the one that was saved here last';
`;
