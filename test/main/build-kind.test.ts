import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildKindOf, engineNodeOf, shutBackDoors, testMark } from '../../main/build-kind.ts';

const archive = join('/opt', 'Matterline', 'resources', 'app.asar');
const kindWith = (manifest: unknown) => buildKindOf(archive, () => JSON.stringify(manifest));

test('a program without an archive runs from its source', () => {
  expect(buildKindOf('/home/dev/matterline', () => expect.unreachable())).toBe('source');
});

test('a package is a release unless its own manifest says plainly that it was made for tests', () => {
  expect(kindWith({ [testMark]: true })).toBe('test');
  for (const manifest of [{}, { [testMark]: 'true' }, { [testMark]: 1 }, { [testMark]: false }, null, []]) {
    expect(kindWith(manifest)).toBe('release');
  }
});

test('the manifest asked is the one inside the archive', () => {
  buildKindOf(archive, (file) => {
    expect(file).toBe(join(archive, 'package.json'));
    return '{}';
  });
});

test('a release runs its engine with nothing the environment names', () => {
  const environment = { MATTERLINE_ENGINE_NODE: '/tmp/evil' };
  expect(engineNodeOf('release', environment)).toBe(null);
  expect(engineNodeOf('test', environment)).toBe('/tmp/evil');
  expect(engineNodeOf('source', environment)).toBe('/tmp/evil');
  expect(engineNodeOf('source', { MATTERLINE_ENGINE_NODE: '' })).toBe(null);
});

const doorsOf = (kind: 'release' | 'test' | 'source', given: readonly string[] = []) => {
  const removed: string[] = [];
  const environment: Record<string, string | undefined> = { SSLKEYLOGFILE: '/tmp/keys', HOME: '/home/dana' };
  let profile = 'as given';
  shutBackDoors(kind, {
    hasSwitch: (name) => given.includes(name),
    removeSwitch: (name) => void removed.push(name),
    environment,
    useOwnProfile: () => void (profile = 'own'),
  });
  return { removed, environment, profile };
};

test('a release drops every switch that opens the window to other programs', () => {
  expect(doorsOf('release').removed).toEqual(
    expect.arrayContaining(['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address']),
  );
});

test('a release takes no switch, and no variable, that weakens TLS, proxies, its profile or its logging', () => {
  const { removed, environment, profile } = doorsOf('release', ['user-data-dir']);
  for (const weakening of [
    'ignore-certificate-errors',
    'ssl-key-log-file',
    'host-resolver-rules',
    'proxy-server',
    'proxy-pac-url',
    'log-net-log',
    'enable-logging',
    'user-data-dir',
  ]) {
    expect(removed).toContain(weakening);
  }
  expect(environment).toEqual({ HOME: '/home/dana' });
  expect(profile).toBe('own');
  expect(doorsOf('release').profile).toBe('as given');
});

test('a program made for tests, or run from its source, takes them all', () => {
  for (const kind of ['test', 'source'] as const) {
    const { removed, environment, profile } = doorsOf(kind, ['user-data-dir']);
    expect({ removed, profile }).toEqual({ removed: [], profile: 'as given' });
    expect(environment).toHaveProperty('SSLKEYLOGFILE');
  }
});
