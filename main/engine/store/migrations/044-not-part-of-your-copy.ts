/** Questions about one newer version said that the person's copy includes it: the contrary is true. */
export const notPartOfYourCopy = `
UPDATE save SET problem = replace(problem, ', and is part of your copy.', ', and is not part of your copy.')
WHERE state = 'problem' AND problem LIKE '%, and is part of your copy.%';
`;
