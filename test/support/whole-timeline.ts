/** What is asked for to see a timeline from its start, without a filter. */
export const everything = {
  fileId: null,
  folderId: null,
  userId: null,
  kinds: null,
  since: null,
  until: null,
  text: '',
  before: null,
  limit: 100,
  run: null,
} as const;
