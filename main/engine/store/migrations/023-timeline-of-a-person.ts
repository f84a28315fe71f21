/** What one person did in all matters is found without walking past what everybody else did. */
export const timelineOfAPerson = `
CREATE INDEX timeline_person ON timeline (user, at, seq, kind, item);
`;
