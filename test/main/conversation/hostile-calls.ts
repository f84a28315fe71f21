import fc from 'fast-check';
import { contract } from '../../../shared/contract/index.ts';
import { contractOf, sampleOf } from './contract-samples.ts';

/** Values of every kind that no schema of the contract takes, or takes only with care. */
export const nasty = fc.oneof(
  fc.anything({ withBigInt: false }),
  fc.constantFrom<unknown>(
    '/etc/passwd',
    '../../../../etc',
    'C:\\Windows\\System32',
    '\\\\server\\share',
    '\0',
    '\ud800',
    'x'.repeat(40_000),
    -1,
    1e308,
    2 ** 53,
    null,
    [],
    {},
    { __proto__: { polluted: true } },
    JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  ),
);
const key = fc.oneof(
  fc.constantFrom<string | number>('__proto__', 'constructor', 'prototype', 'toString', 0),
  fc.string(),
);
/** What the library restores dates, maps and the like by: a list of types and where they are. */
const meta = fc.array(fc.array(fc.oneof(fc.nat(9), key), { maxLength: 5 }), { maxLength: 5 });
export const procedures = contractOf(contract);

/** Questions that may be asked without saying anything: whatever is restored as an empty object asks them. */
export const askedWithNothing = new Set(
  procedures.filter(({ input }) => input?.safeParse({}).success).map(({ path }) => path),
);

/** A call of a real procedure with an input that its schema refuses. */
export const refusedCall = fc
  .tuple(
    fc.constantFrom(...procedures.filter((one) => one.input !== undefined)),
    nasty,
    fc.nat(),
    meta,
    fc.boolean(),
  )
  .map(([procedure, value, at, types, whole]) => ({
    procedure,
    input: whole ? value : sampleOf(procedure, at, value),
    types,
  }))
  .filter(({ procedure, input }) => {
    const parsed = procedure.input?.safeParse(JSON.parse(JSON.stringify(input) ?? 'null'));
    return parsed !== undefined && !parsed.success;
  })
  .map(({ procedure, input, types }) => ({ u: procedure.path, b: { json: input, meta: types } }));

export const hostilePath = fc.oneof(
  fc.constantFrom(
    '/etc',
    'C:\\Windows',
    '\\\\server\\share',
    '/',
    '.',
    '..',
    '/proc/self/mem',
    'file:///etc',
  ),
  fc.string({ minLength: 1, maxLength: 300 }),
);
const id = fc.oneof(
  fc.constantFrom('m1', '..', '__proto__', '<img src=x onerror=alert(1)>'),
  fc.string({ minLength: 1, maxLength: 50 }),
);
const insecure = fc.constantFrom(
  'http://practice.example',
  'file:///etc',
  'javascript:alert(1)',
  'https://u:p@x/',
  'nothing',
  '',
);
/** A call that is well formed and names what the person never pointed at. */
const ungrantedCall = fc.oneof(
  fc.record({ matterId: id, path: hostilePath }).map((json) => ({ u: '/folders/link', b: { json } })),
  fc.record({ path: hostilePath }).map((json) => ({ u: '/app/setRootFolder', b: { json } })),
  fc
    .record({
      matterId: id,
      folderId: fc.constant(null),
      folderName: id,
      paths: fc.array(hostilePath, { minLength: 1, maxLength: 5 }),
    })
    .map((json) => ({ u: '/documents/add', b: { json } })),
  fc
    .record({ baseUrl: insecure, authUrl: insecure, clientId: id, apiKey: id })
    .map((json) => ({ u: '/app/saveConnection', b: { json } })),
);
const segment = fc.oneof(
  fc.constantFrom(
    'app',
    'engine',
    'folders',
    'configure',
    'stop',
    'accessToken',
    'pathOf',
    '__proto__',
    'constructor',
    '~orpc',
  ),
  fc.string({ maxLength: 12 }),
);
const known = new Set(procedures.map(({ path }) => path));
const strangeCall = fc
  .tuple(fc.array(segment, { maxLength: 5 }), nasty)
  .map(([names, json]) => ({ u: `/${names.join('/')}`, b: { json } }))
  .filter(({ u }) => !known.has(u));

/** A well-formed message with a call that has to be refused. */
export const called = fc
  .tuple(
    fc.oneof(refusedCall, ungrantedCall, strangeCall),
    fc.constantFrom(undefined, undefined, undefined, 'POST', 'POST', 'GET'),
    fc.nat(),
  )
  .map(([call, m, i]) => JSON.stringify({ i: String(i), p: { ...call, ...(m && { m }) } }));
const malformed = fc.oneof(
  nasty,
  fc.json(),
  fc.tuple(called, fc.nat()).map(([text, at]) => text.slice(0, at % text.length)),
);
/** Whatever somebody could say to main who got a script into the page, and has to be refused. */
export const hostileMessage = fc.oneof({ weight: 8, arbitrary: called }, { weight: 2, arbitrary: malformed });
