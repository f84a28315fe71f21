import { expect, test } from 'vitest';
import { shownWords, wordsOf } from './shown-words.ts';

/** Words of engineers, and words that other programs use for what is called otherwise here. */
const jargon =
  /\b(sync\w*|hash\w*|tokens?|cached?|caches|daemon|queued?|queues|payload|endpoints?|OAuth|null|undefined|exceptions?|timed out|time-?outs?|abort\w*|fatal|director(?:y|ies)|upload\w*|download\w*|log(?:ged)? (?:in|out)|login|logout|clicks?|clicked|please|oops|sorry|success\w*|failed to|vault|outbox|engine|poll\w*|database|SQL\w*|process(?:es)?|backend|renderer|IPC)\b/iu;
/** One word for one thing: the other is not used. */
const otherWord = /\b(somebody|e-mail|attorney|trash|recycle bin|uncheck|reauthenticate)\b/iu;

/** What stands there is for engineers: notes that the documentation is made of, names of processes, an export’s format, the firm's server. */
const notForPeople = [
  'main/engine/store/save-state-machine.ts',
  'main/engine/store/custody/header.ts',
  'main/engine-process/',
  'main/hub/',
  'main/engine/service/operations.ts',
];

const all = (await shownWords(['renderer', 'main', 'shared'])).filter(
  ({ at }) => !notForPeople.some((path) => at.startsWith(path)),
);
const found = (wrong: RegExp) =>
  all.filter(({ words }) => wrong.test(words)).map(({ at, words }) => `${at}: ${words}`);

test('the words that people see are found in the sources', () => {
  expect(all.length).toBeGreaterThan(800);
  const said = new Set(all.map(({ words }) => words));
  for (const words of [
    'Pause filing',
    'No recent activity',
    'Sign in again.',
    'The service has another version of a document',
  ])
    expect(said).toContain(words);
  expect(wordsOf("  title: 'Sync failed',\n  // It's 'Cached here'\n  log('Token gone')", 'x.ts')).toEqual([
    { at: 'x.ts:1', words: 'Sync failed' },
  ]);
});

test('none of them is jargon', () => {
  expect(found(jargon)).toEqual([]);
});

test('the same thing has the same name everywhere', () => {
  expect(found(otherWord)).toEqual([]);
});

test('what is quoted stands between curly quotes, and apostrophes are curly', () => {
  expect(found(/"|\p{L}'\p{L}/u)).toEqual([]);
});

test('labels are in sentence case', () => {
  /** Names keep their capitals. */
  const names =
    /\b(Matterline|United Kingdom|United States|New Zealand|South Africa|API|ID|Ctrl|Shift|Alt|Esc|Enter|Tab|Home|End|Page(?:Up|Down)|Word|Excel|Linux|LibreOffice|Windows|Office|English|TLS|HTTP|CSV|IT|PowerPoint|Problems|Sign|Show|F\d+|[A-Z]\b)/gu;
  const isLabel = (words: string) => !/[.:;?!…]/u.test(words) && words.split(' ').length <= 6;
  const shouting = all.filter(
    ({ at, words }) =>
      at.startsWith('renderer/') &&
      isLabel(words) &&
      /\s\p{Lu}\p{Ll}/u.test(words.replaceAll(names, (name) => name.toLowerCase())),
  );
  expect(shouting.map(({ at, words }) => `${at}: ${words}`)).toEqual([]);
});
