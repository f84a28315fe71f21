import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beyondSpec, operations } from '../../../main/engine/service/operations.ts';
import { allowedRequest } from '../../../main/hub/allowed-request.ts';

const id = '3f2a6c1e-9b1d-4a77-8a55-0c9e6d1b2f30';
const filled = (path: string, value: string = id) => path.replaceAll(/\{\w+\}/g, value);
const onTheService = operations.filter(({ path }) => path.startsWith('/'));

describe('the hub passes on', () => {
  test.each(onTheService.map(({ id: name, method, path }) => [name, method, path]))(
    '%s',
    (name, method, path) => {
      expect(allowedRequest(method, filled(path))).toEqual({
        ok: true,
        value: { operation: name, method, path: filled(path) },
      });
    },
  );

  test('the query that belongs to a list, written anew', () => {
    const asked = allowedRequest('GET', '/matters?limit=500&sort=desc(LastUpdated)&updatedSince=638000');
    expect(asked.ok && asked.value.path).toBe(
      '/matters?limit=500&sort=desc%28LastUpdated%29&updatedSince=638000',
    );
  });

  test('what is tried beyond the specification only where that is said', () => {
    for (const { method, path } of beyondSpec.filter((one) => one.path.startsWith('/'))) {
      expect(allowedRequest(method, filled(path)).ok).toBe(false);
      expect(allowedRequest(method, filled(path), { beyondTheSpecification: true }).ok).toBe(true);
    }
  });
});

describe('the hub passes on nothing else:', () => {
  test.each([
    ['another method', 'DELETE', `/matters/${id}`],
    ['a read of what can only be written', 'GET', '/webhooks'],
    ['the address that contents go to', 'PUT', '{uploadUrl}'],
    ['a whole address', 'GET', 'http://elsewhere.example/matters'],
    ['an address without a scheme', 'GET', '//elsewhere.example/matters'],
    ['a path that climbs', 'GET', `/matters/../staff`],
    ['a path that climbs by encoded dots', 'GET', '/matters/%2e%2e'],
    ['dots encoded twice', 'GET', '/matters/%252e%252e'],
    ['an encoded slash', 'GET', `/matters/${id}%2fdocuments`],
    ['an encoded backslash', 'GET', `/matters/${id}%5cdocuments`],
    ['a backslash', 'GET', `/matters\\${id}`],
    ['an encoded question mark', 'GET', `/matters/${id}%3flimit=1`],
    ['an end of line', 'GET', `/matters/${id}%0d%0ax-evil:1`],
    ['a byte that is no text', 'GET', '/matters/%ff'],
    ['a parameter in the path', 'GET', `/matters/${id};a=b`],
    ['no id', 'GET', '/matters/'],
    ['another case', 'GET', '/Matters'],
    ['a fragment', 'GET', '/matters#x'],
    ['a thousand characters too many', 'GET', `/matters?contactId=${'a'.repeat(9_000)}`],
  ])('%s', (_what, method, address) => {
    expect(allowedRequest(method, address)).toEqual({ ok: false, error: 'no-such-operation' });
  });

  test.each(['/matters?limit=1&limit=500', '/matters?limit=1&Limit=500'])('a name twice: %s', (address) => {
    expect(allowedRequest('GET', address)).toEqual({ ok: false, error: 'query-not-clear' });
  });

  test('whatever the address, what goes to the service is one operation of it with ids that stay ids', () => {
    const part = fc.oneof(
      fc.constantFrom(
        'matters',
        'documents',
        'folders',
        'history',
        '..',
        '.',
        '%2e%2e',
        '%2F',
        '',
        'staff',
        id,
      ),
      fc.string({ maxLength: 8 }),
      fc.string({ maxLength: 8 }).map((text) => encodeURIComponent(text.toWellFormed())),
    );
    const address = fc
      .tuple(fc.array(part, { maxLength: 8 }), fc.option(fc.webQueryParameters(), { nil: '' }))
      .map(([parts, query]) => `/${parts.join('/')}${query === '' ? '' : `?${query}`}`);
    fc.assert(
      fc.property(fc.constantFrom('GET', 'PUT', 'PATCH', 'POST', 'DELETE'), address, (method, asked) => {
        const allowed = allowedRequest(method, asked);
        if (!allowed.ok) return;
        const operation = onTheService.find((one) => one.id === allowed.value.operation);
        const url = new URL(`https://service.example/api${allowed.value.path}`);
        const pattern = new RegExp(`^/api${operation?.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
        expect(url.host).toBe('service.example');
        expect(url.pathname).toMatch(pattern);
        expect(decodeURIComponent(url.pathname)).toMatch(pattern);
      }),
      { numRuns: 5_000 },
    );
  });
});
