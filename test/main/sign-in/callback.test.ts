import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeCallback, type PastAttempt } from '../../../main/sign-in/callback.ts';

const past = new Map<string, PastAttempt>([
  ['old-used', 'used'],
  ['old-late', 'late'],
  ['old-cancelled', 'cancelled'],
]);
const judge = (query: string, waiting: string | null = 'mine') =>
  judgeCallback(new URLSearchParams(query), waiting, past);

test('a callback with the state of the attempt brings its code', () => {
  expect(judge('state=mine&code=abc')).toEqual({ verdict: 'code', code: 'abc', issuer: null });
  expect(judge('state=mine&code=abc&iss=https%3A%2F%2Fa.example')).toMatchObject({
    issuer: 'https://a.example',
  });
});

test.each([
  ['state=forged&code=abc', 'does not belong'],
  ['code=abc', 'does not belong'],
  ['state=mine&state=mine&code=abc', 'does not belong'],
  ['state=forged&error=access_denied', 'does not belong'],
  ['state=old-used&code=abc', 'already used'],
  ['state=old-late&code=abc', 'longer than five minutes'],
  ['state=old-cancelled&code=abc', 'was cancelled in Matterline'],
])('%s is a stranger and ends nothing', (query, words) => {
  const judged = judge(query);
  expect(judged).toMatchObject({ verdict: 'unrelated', refusal: { why: expect.stringContaining(words) } });
});

test.each([
  ['state=mine&error=access_denied', 'The sign-in was cancelled.'],
  ['state=mine&error=invalid_scope&error_description=No+such+scope', 'The sign-in failed.'],
  ['state=mine', 'The sign-in failed.'],
  ['state=mine&code=', 'The sign-in failed.'],
  ['state=mine&code=a&code=b', 'The sign-in failed.'],
])('%s ends the attempt with plain words', (query, words) => {
  expect(judge(query)).toMatchObject({ verdict: 'ended', refusal: { what: words } });
});

test('words of the server are shown cleaned and short', () => {
  const judged = judge(
    `state=mine&error=x&error_description=${encodeURIComponent(`bad\u202E\n\0${'y'.repeat(999)}`)}`,
  );
  expect(judged.verdict === 'ended' && judged.refusal.why).toMatch(
    /^The sign-in server said: bad y{190,200}\.$/,
  );
});

test('nothing without the state ever gets past', () => {
  const name = fc.constantFrom('state', 'code', 'error', 'error_description', 'iss');
  const value = fc.oneof(fc.string(), fc.constantFrom('mine', 'old-used', ''));
  const judged = fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
    const states = pairs.filter((pair) => pair[0] === 'state').map((pair) => pair[1]);
    const { verdict } = judgeCallback(new URLSearchParams(pairs), 'mine', past);
    return (states.length === 1 && states[0] === 'mine') || verdict === 'unrelated';
  });
  expect(fc.check(judged, { numRuns: 2_000 })).toMatchObject({ failed: false });
});
