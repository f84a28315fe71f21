import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  connectionFileName,
  parseConnectionFile,
  readConnectionFile,
} from '../../../main/connection/file.ts';

const good = {
  baseUrl: 'https://api.example.com',
  authUrl: 'https://login.example.com',
  clientId: 'id',
  apiKey: 'key',
};
const parse = (change: object) => parseConnectionFile(JSON.stringify({ ...good, ...change }), 'firm.json');
const why = (result: ReturnType<typeof parse>): string => (result.ok ? 'taken' : result.error.why);

test('the file is named on the command line, or else in the environment', () => {
  expect(connectionFileName(['app', '--config', 'a.json'], { MATTERLINE_CONFIG: 'b.json' })).toBe('a.json');
  expect(connectionFileName(['app', '--config=a.json'], {})).toBe('a.json');
  expect(connectionFileName(['app'], { MATTERLINE_CONFIG: 'b.json' })).toBe('b.json');
  expect(connectionFileName(['app', '--config'], {})).toBe(null);
  expect(connectionFileName(['app', '--configuration=a.json'], {})).toBe(null);
});

test('a complete file is taken, with defaults', () => {
  expect(parse({ rootFolder: path.resolve('/matters') })).toEqual({
    ok: true,
    value: {
      connection: { ...good, redirect: 'custom' },
      rootFolder: path.resolve('/matters'),
      capabilities: null,
      timeStamping: null,
      checkpointMatter: null,
    },
  });
});

test('behind the firm’s hub a computer needs no API key', () => {
  const taken = parse({ apiKey: undefined, hub: 'https://hub.example.com/' });
  expect(taken.ok && taken.value.connection).toMatchObject({ apiKey: '', hub: 'https://hub.example.com' });
});

test.each([
  [{ apiKey: undefined }, 'The API key (apiKey) is missing or empty.'],
  [{ hub: 'http://hub.example.com' }, 'The address of the hub (hub) cannot be used.'],
  [{ hub: '' }, 'The address of the hub (hub) cannot be used.'],
  [{ baseUrl: 5 }, '"baseUrl" must be text.'],
  [{ redirect: 'browser' }, '"redirect" must be one of: custom, loopback.'],
  [{ baseURL: 'x' }, 'It has a field nobody knows: "baseURL".'],
  [{ capabilities: { documents: 'on' } }, '"capabilities.documents" must be one of: auto, off.'],
  [{ rootFolder: 'matters' }, '"rootFolder" must be a full path.'],
  [{ clientId: ' ' }, 'The client id (clientId) is empty.'],
  [{ apiKey: 'a\nb' }, 'apiKey contains a space or a character that cannot be sent.'],
  [{ scope: ' openid ' }, 'The scope has “openid” alone'],
  [{ authUrl: 'http://login.example.com' }, 'The sign-in address (authUrl) cannot be used.'],
])('%o is refused, saying what is wrong', (change, words) => {
  expect(why(parse(change))).toContain(words);
});

test('a scope may name openid beside others: it tells who signs in', () => {
  expect(parse({ scope: 'openid  documents' })).toMatchObject({
    ok: true,
    value: { connection: { scope: 'openid documents' } },
  });
});

test.each([
  ['{', 'It is not JSON.'],
  ['[]', 'It does not contain a JSON object.'],
  ['null', 'It does not contain a JSON object.'],
])('%s is refused', (text, words) => {
  expect(parseConnectionFile(text, 'firm.json')).toMatchObject({ ok: false, error: { why: words } });
});

test('a file that is not there is refused with its name', async () => {
  expect(await readConnectionFile('/nowhere/firm.json')).toMatchObject({
    ok: false,
    error: {
      what: 'The connection file /nowhere/firm.json cannot be used.',
      why: 'It cannot be read (ENOENT).',
    },
  });
});

test('a file saved by an editor with a byte order mark is read', async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'matterline-')), 'firm.json');
  await writeFile(file, `\uFEFF${JSON.stringify(good)}`);
  expect(await readConnectionFile(file)).toMatchObject({ ok: true });
});

test('no secret of the file is in a refusal', () => {
  const refused = parse({ apiKey: 'top secret key', clientSecret: 'hidden', authUrl: 'x' });
  expect(JSON.stringify(refused)).not.toMatch(/top secret|hidden/);
});
