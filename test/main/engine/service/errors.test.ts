import { expect, describe as group, it } from 'vitest';
import { describe } from '../../../../main/engine/service/describe-error.ts';
import { type Retry, retryable, type ServiceError, scopeOf } from '../../../../main/engine/service/errors.ts';
import type { ProblemDetails } from '../../../../main/engine/service/problem-details.ts';

const operation = 'documents.putFile';
const problem: ProblemDetails = {
  type: null,
  title: 'Bad Request',
  status: 400,
  detail: 'fileName: \u0007must be shorter,\n see https://service.example/help?token=abc',
  instance: null,
  extra: {},
};

type Kind = ServiceError['kind'];
const examples: { readonly [Each in Kind]: Extract<ServiceError, { kind: Each }> } = {
  'invalid-request': { operation, kind: 'invalid-request', field: 'fileName', rule: 'must not be empty' },
  offline: { operation, kind: 'offline', code: 'ENOTFOUND', why: 'no-such-host' },
  timeout: { operation, kind: 'timeout' },
  stalled: { operation, kind: 'stalled' },
  aborted: { operation, kind: 'aborted' },
  'signed-out': { operation, kind: 'signed-out' },
  'sign-in-unreachable': { operation, kind: 'sign-in-unreachable', why: 'ECONNREFUSED' },
  'content-unreadable': { operation, kind: 'content-unreadable', code: 'EIO' },
  'not-kept': { operation, kind: 'not-kept', code: 'SQLITE_FULL' },
  unauthorized: { operation, kind: 'unauthorized', status: 401, problem },
  forbidden: { operation, kind: 'forbidden', status: 403, problem },
  'not-found': { operation, kind: 'not-found', status: 404, problem },
  conflict: { operation, kind: 'conflict', status: 409, problem },
  'too-large': { operation, kind: 'too-large', status: 413, problem },
  rejected: { operation, kind: 'rejected', status: 400, problem },
  'rate-limited': { operation, kind: 'rate-limited', status: 429, problem, retryAfterMs: null },
  server: { operation, kind: 'server', status: 500, problem, retryAfterMs: 1000 },
  'upload-expired': { operation, kind: 'upload-expired', status: 403 },
  'unexpected-status': { operation, kind: 'unexpected-status', status: 418, problem },
  'captive-portal': { operation, kind: 'captive-portal', status: 200 },
  malformed: { operation, kind: 'malformed', status: 200, what: 'value.3.id: invalid_type' },
};
const all = Object.values<ServiceError>(examples);

group('what an error means', () => {
  const retries: Record<Retry, Kind[]> = {
    later: [
      'offline',
      'timeout',
      'stalled',
      'aborted',
      'sign-in-unreachable',
      'rate-limited',
      'server',
      'captive-portal',
      'malformed',
      'not-kept',
    ],
    'after-sign-in': ['signed-out', 'unauthorized'],
    'announce-again': ['upload-expired'],
    never: [
      'invalid-request',
      'content-unreadable',
      'forbidden',
      'not-found',
      'conflict',
      'too-large',
      'rejected',
      'unexpected-status',
    ],
  };
  it.each(Object.entries(retries))('may succeed %s', (retry, kinds) => {
    expect(
      all
        .filter((error) => retryable(error) === retry)
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(kinds.toSorted());
  });

  it('stops the whole account only when the whole account is concerned', () => {
    expect(all.filter((error) => scopeOf(error) === 'account').map(({ kind }) => kind)).toEqual([
      'offline',
      'signed-out',
      'sign-in-unreachable',
      'unauthorized',
      'rate-limited',
      'captive-portal',
    ]);
  });

  it.each(all)('is told in words for a lawyer: $kind', (error) => {
    const { why, next } = describe(error);
    for (const words of [why, next]) {
      expect(words).toMatch(/^\p{Lu}.*[.”]$/u);
      expect(words).not.toMatch(
        /https?:|token|HTTP|JSON|ECONN|ENOTFOUND|undefined|null|\b[45]\d\d\b|\p{Cc}/u,
      );
    }
  });

  it('takes the service’s own words along, on one line and without addresses', () => {
    expect(describe(examples.rejected).why).toBe(
      'The practice service refused this. It says: “fileName: must be shorter, see …”',
    );
  });
});
