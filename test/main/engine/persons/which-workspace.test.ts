import { expect, test } from 'vitest';
import type { KeptPerson } from '../../../../main/engine/persons/kept-person.ts';
import { type KeptWorkspace, whichWorkspace } from '../../../../main/engine/persons/which-workspace.ts';

const person = (known: Partial<KeptPerson> = {}): KeptPerson => ({
  subjects: [],
  stated: [],
  staff: null,
  signIn: 'before',
  openedBy: 'first',
  openedAt: 0,
  notSignIns: [],
  ...known,
});
const kept = (name: string, known: KeptWorkspace['person'], isUntouched = false): KeptWorkspace => ({
  name,
  person: known,
  isUntouched,
});
const all: readonly KeptWorkspace['person'][] = [
  null,
  'unreadable',
  person(),
  person({ signIn: 'now' }),
  person({ subjects: ['id:a@server'] }),
  person({ subjects: ['id:b@server', 'access:same@server'] }),
  person({ subjects: ['access:x@server'] }),
  person({ notSignIns: ['now'] }),
  person({ subjects: ['id:a@another-server'] }),
  person({ subjects: ['id:a@server'], stated: ['id:a@server'] }),
  person({ subjects: ['id:a@server'], stated: ['id:a@server'], signIn: 'now' }),
];
const subjects = [
  [],
  ['id:a@server'],
  ['id:a@server', 'access:same@server'],
  ['access:x@server'],
  ['access:y@server'],
];

const cases = all.flatMap((first) =>
  all.flatMap((second) =>
    subjects.flatMap((told) =>
      (['stated', 'proven'] as const).map((policy) => {
        const both = [kept('1', first), kept('2', second)];
        const which = whichWorkspace(both, { id: 'now', subjects: told }, policy);
        const opened = which.kind === 'open' ? both.find(({ name }) => name === which.name)?.person : null;
        return { told, policy, which, opened };
      }),
    ),
  ),
);

test('whatever is kept: a sign-in opens by itself only what is its own or what its subject owns', () => {
  const opened = cases.filter(({ which }) => which.kind === 'open');
  const wrong = opened.filter(({ told, opened: known }) => {
    if (known === null || known === undefined || known === 'unreadable') return true;
    if (known.signIn === 'now') return false;
    // One subject for everybody in access tokens does not open what an id token says is another's.
    const isAnothers = told.includes('id:a@server') && known.subjects.includes('id:b@server');
    return isAnothers || !known.subjects.some((subject) => told.includes(subject));
  });
  expect(opened.length).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});

test('by policy nobody is asked, and nothing opens where the tokens tell nothing', () => {
  const proven = cases.filter(({ policy }) => policy === 'proven');
  expect(proven.filter(({ which }) => which.kind === 'ask')).toEqual([]);
  expect(proven.filter(({ told, which }) => (which.kind === 'refuse') !== (told.length === 0))).toEqual([]);
});

test('one that is proven to be another person’s is not even asked about', () => {
  const which = whichWorkspace(
    [kept('1', person({ notSignIns: ['now'] }))],
    { id: 'now', subjects: [] },
    'stated',
  );
  expect(which).toEqual({ kind: 'make', openedBy: 'first' });
});

test('where nobody ever worked, whoever signs in is the first; where somebody did, nobody is taken for them', () => {
  const signIn = { id: 'now', subjects: [] };
  expect(whichWorkspace([], signIn, 'stated')).toEqual({ kind: 'make', openedBy: 'first' });
  expect(whichWorkspace([kept('1', null, true)], signIn, 'stated')).toMatchObject({
    kind: 'open',
    openedBy: 'first',
  });
  expect(whichWorkspace([kept('1', null)], signIn, 'stated')).toEqual({ kind: 'ask', among: ['1'] });
  expect(whichWorkspace([kept('1', 'unreadable', true)], signIn, 'stated')).toEqual({
    kind: 'ask',
    among: ['1'],
  });
});

test('the same subject at another sign-in server opens nothing by itself, and is asked about', () => {
  const anns = kept('1', person({ subjects: ['id:ann@one'] }));
  const which = (told: string[], policy: 'stated' | 'proven' = 'stated') =>
    whichWorkspace([anns], { id: 'now', subjects: told }, policy);
  expect(which(['id:ann@one'])).toMatchObject({ kind: 'open', openedBy: 'token' });
  expect(which(['id:ann@two'])).toEqual({ kind: 'ask', among: ['1'] });
  expect(which(['id:ann@two'], 'proven')).toEqual({ kind: 'make', openedBy: 'token' });
  // Of one server, another subject is another person.
  expect(which(['id:ben@one'])).toEqual({ kind: 'make', openedBy: 'token' });
});

test('by policy nothing opens by what was once said: not to the sign-in that said it, nor to the subject that was only known by it', () => {
  const proven = cases.filter(({ policy, which }) => policy === 'proven' && which.kind === 'open');
  const said = proven.filter(({ told, opened }) => {
    const known = opened === 'unreadable' ? null : opened;
    return !known?.subjects.some((subject) => told.includes(subject) && !known.stated.includes(subject));
  });
  expect(proven.length).toBeGreaterThan(20);
  expect(said).toEqual([]);
});

test('where a sign-in was open in several, it is in the one that it was opened to last', () => {
  const opened = (openedAt: number) => person({ signIn: 'now', subjects: ['id:a@server'], openedAt });
  for (const told of [[], ['id:a@server']]) {
    const both = [kept('1', opened(1)), kept('2', opened(2))];
    const signIn = { id: 'now', subjects: told };
    expect(whichWorkspace(both, signIn, 'stated')).toMatchObject({ kind: 'open', name: '2' });
    expect(whichWorkspace(both.toReversed(), signIn, 'stated')).toMatchObject({ kind: 'open', name: '2' });
  }
  const other = { id: 'later', subjects: ['id:a@server'] };
  expect(whichWorkspace([kept('1', opened(1)), kept('2', opened(2))], other, 'stated')).toMatchObject({
    kind: 'open',
    name: '2',
  });
});
