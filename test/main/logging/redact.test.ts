import fc from 'fast-check';
import { expect, test } from 'vitest';
import { traceOf } from '../../../main/log.ts';
import { redact, redactForeign } from '../../../main/logging/redact.ts';

test.each([
  [
    'PUT https://storage.example.com/b/f.docx?X-Amz-Signature=abc failed',
    'PUT https://storage.example.com failed',
  ],
  ['sent Authorization: Bearer ey.J9-x', 'sent Authorization: Bearer [removed]'],
  ['key 0123456789abcdef0123', 'key [removed]'],
  ["ENOENT: open '/home/ann/Smith v Jones/Will of Smith.docx'", "ENOENT: open '[path]'"],
  ['cannot read C:\\Users\\Ann\\Smith v Jones\\Will.docx', 'cannot read [path]'],
  ['cannot read \\\\server\\share\\Smith v Jones\\Will.docx', 'cannot read [path]'],
  ['the connection file /etc/firm/connection.json', 'the connection file [path]'],
  ['answer for ann.lee@firm.example was late', 'answer for [removed] was late'],
  ['The engine ended; it is started again in 250 ms.', 'The engine ended; it is started again in 250 ms.'],
  ['two\u0007bells\u2028x', 'two bells x'],
])('%j is kept as %j', (line, kept) => expect(redact(line)).toBe(kept));

test('of a failure, its kind and where it happened is kept, and nothing that it quotes', () => {
  const error = new TypeError("cannot open 'Smith v Jones.docx' with abcdef0123456789abcdef");
  const kept = traceOf(error).split('\n').map(redact).join('\n');
  expect(kept).toMatch(/^TypeError\n {4}at .*redact\.test\.ts:\d+:\d+\)/);
  expect(kept).not.toMatch(/Smith|abcdef0|\/home|\/tmp|\\Users/);
});

test.each([
  ["Error: ENOENT: no such file, open '/m/Smith v Jones/Will.docx'", /^Error \[\d+ characters left out\]$/],
  [
    'TypeError [ERR_INVALID_ARG_TYPE]: bad Smith',
    /^TypeError \[ERR_INVALID_ARG_TYPE\] \[\d+ characters left out\]$/,
  ],
  ['    at open (file:///home/ann/app/out/main/engine.js:12:3)', /^ {4}at open \(engine\.js:12:3\)$/],
  ['    at async Smith v Jones', /^\[\d+ characters left out\]$/],
  ["  code: 'ENOENT',", /^ {2}code: 'ENOENT',$/],
  ["  path: '/m/Smith v Jones/Will.docx'", /^\[\d+ characters left out\]$/],
  ['(node:12) ExperimentalWarning: SQLite', /^\(node:12\) ExperimentalWarning \[\d+ characters left out\]$/],
  ['Smith v Jones', /^\[13 characters left out\]$/],
])('of %j from the engine, only what cannot be a name is kept', (line, kept) =>
  expect(redactForeign(line)).toMatch(kept),
);

/** Words as people name clients and documents, and as secrets look. */
const word = fc.stringMatching(/^Q[a-z]{3,8}Q$/);

test('no name that the engine writes in an error, a property or by itself reaches the log', () => {
  fc.assert(
    fc.property(
      word,
      fc.constantFrom(
        'Error: ',
        'TypeError [E1]: ',
        "  path: '",
        '',
        '    at ',
        '    at x (/',
        '(node:1) Warning: ',
      ),
      fc.constantFrom('', "'", '.docx', ' v Jones/a.js:1', '.docx:1:2)'),
      (name, before, after) => {
        expect(redactForeign(`${before}${name}${after}`)).not.toContain(name);
      },
    ),
  );
});

test('no path, query or token of an address reaches the log, whatever surrounds it', () => {
  const token = fc.stringMatching(/^[A-Za-z0-9_-]{15,60}7$/);
  fc.assert(
    fc.property(word, token, fc.constantFrom(' ', '"', "'", '(', 'x=', 'x: '), (name, secret, before) => {
      const kept = redact(
        `${before}https://api.example.com/${name}?s=${secret} ${before}${secret} /${name}/x`,
      );
      expect(kept).not.toContain(name);
      expect(kept).not.toContain(secret);
    }),
  );
});
