import type { Invariant } from './evidence.ts';

/** Contents shorter than that, in bytes, may be the same as what is no content. */
const recognisable = 16;

/** What is for nobody who reads the engine's database. */
export const secrets: readonly Invariant[] = [
  {
    promise: '8: no token, key, upload address or content of a document is in the database',
    when: 'at the end',
    broken: ({ rows, journal, network }) => {
      const { text } = rows;
      const contents = journal.stays
        .filter(({ content }) => content.length >= recognisable)
        .map(({ content }) => content.toString('latin1'));
      const found = [...network.secrets, ...contents].filter((secret) => text.includes(secret));
      return [...new Set(found)].map((secret) => JSON.stringify(secret.slice(0, 40)));
    },
  },
];
