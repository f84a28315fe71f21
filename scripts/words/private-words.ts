/**
 * Names that only we would understand, each with the word of the field that says the same. Identifiers and file names are
 * compared by their parts, in whatever case they are written; ordinary prose is not meant.
 */
export const privateNames: Readonly<Record<string, string>> = {
  deed: 'action',
  trouble: 'health issue, outage, or what it is',
  troubles: 'health issues',
  hurry: 'expedite',
  hurried: 'fast',
  stretch: 'back-off factor',
  'looked through': 'rescanned',
  'look through': 'rescan',
  settler: 'debouncer',
  doubt: 'unknown outcome',
  moot: 'cancelled',
  'gone on': 'skipped',
  untold: 'pending notifications',
  findable: 'indexed',
  'on the way': 'staging files',
  'read form': 'matter details',
  'read forms': 'matter details',
  'earlier copies': 'version previews',
  witness: 'audit context',
  household: 'profile registry',
  furnish: 'attach settings',
  'start over': 'reload page',
  stranger: 'unrelated',
  strangers: 'unrelated',
};

/** What the window said once and a native reader would not; compared without regard to case. */
export const privatePhrases: Readonly<Record<string, string>> = {
  'looking what goes on': 'Loading activity…',
  'nothing is going on': 'No recent activity',
  'near the clock': 'notification area, menu bar',
  'charged by the amount': 'metered connection',
  'look again first': 'Read it again first',
  'left out files': 'Excluded files',
  'looking through': 'checking',
  'managed by your firm': 'Managed by your organisation',
};
