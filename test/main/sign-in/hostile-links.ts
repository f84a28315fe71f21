import fc from 'fast-check';
import { callbackScheme, customRedirectUri } from '../../../main/sign-in/deep-link.ts';

const word = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    '..%2f..',
    '<script>',
    '%00',
    '%',
    '%zz',
    "' OR 1=1 --",
    '\u202e',
    '🏛',
  ),
);
const name = fc.oneof(
  fc.constantFrom(
    'code',
    'state',
    'error',
    'error_description',
    'iss',
    'session_state',
    'access_token',
    'path',
  ),
  word,
);
const query = fc
  .array(fc.tuple(name, word, fc.boolean()), { maxLength: 8 })
  .map((pairs) =>
    pairs
      .map(([key, value, raw]) => `${key}=${raw ? value : encodeURIComponent(value.toWellFormed())}`)
      .join('&'),
  );
const address = fc.oneof(
  fc.constant(customRedirectUri),
  fc.constantFrom(
    `${callbackScheme}://oauth2/callback`,
    `${callbackScheme}:/oauth2/callback/..`,
    `${callbackScheme}:`,
    `${callbackScheme.toUpperCase()}:/oauth2/callback`,
    `${callbackScheme}.evil:/oauth2/callback`,
    'app://matterline/index.html',
    'file:///etc/passwd',
    'javascript:alert(1)//',
  ),
  fc.tuple(fc.constant(`${callbackScheme}:`), word).map(([scheme, rest]) => scheme + rest),
);
/** What any page or program can make the system open in this program. */
export const hostileLink = fc
  .tuple(
    address,
    query,
    fc.oneof(
      { weight: 9, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: fc.constant('x'.repeat(9_000)) },
    ),
  )
  .map(([where, parameters, padding]) => `${where}?${parameters}${padding}`);
