/** What the firm is going through, for each place a person can be at. */
const conditions = ['full', 'empty', 'error', 'offline', 'long', 'hostile'] as const;
type Condition = (typeof conditions)[number];

const scenes: Readonly<Record<Condition, string>> = {
  full: 'usual',
  empty: 'bare',
  error: 'failing',
  offline: 'offline',
  long: 'long',
  hostile: 'hostile',
};

interface Place {
  readonly name: string;
  readonly hash: string;
  /** A selector of what is there once everything asked for has come. */
  readonly ready: string;
  readonly readyEmpty?: string;
  readonly empty?: string;
}

const places: readonly Place[] = [
  {
    name: 'matters',
    hash: '/matters',
    ready: '[role=gridcell] bdi',
    readyEmpty: 'main h2',
    empty: 'empty',
  },
  {
    name: 'documents',
    hash: '/matter/matter-0/documents',
    ready: '[role=gridcell] bdi',
    readyEmpty: 'main h2',
  },
  {
    name: 'timeline',
    hash: '/matter/matter-0/timeline',
    ready: '[aria-label=Timeline] h2',
    readyEmpty: 'main h2',
  },
  { name: 'details', hash: '/matter/matter-0/details', ready: 'main h2' },
  { name: 'activity', hash: '/activity', ready: 'main h2' },
  {
    name: 'all-activity',
    hash: '/activity/past',
    ready: '[aria-label=Timeline] h2',
    readyEmpty: 'main h2',
  },
  { name: 'problems', hash: '/problems', ready: 'main h2' },
  { name: 'settings', hash: '/settings', ready: 'main h2' },
];

/** Each place in each condition. */
export const everyCondition = places.flatMap(({ name, hash, ready, readyEmpty, empty }) =>
  conditions.map((condition) => ({
    name: `${name}-${condition}`,
    scene: condition === 'empty' ? (empty ?? scenes.empty) : scenes[condition],
    hash,
    ready:
      condition === 'error' ? 'main [role=alert]' : condition === 'empty' ? (readyEmpty ?? ready) : ready,
  })),
);
