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

test('a release drops every switch that opens the window to other programs', () => {
  const removedBy = (kind: 'release' | 'test' | 'source'): string[] => {
    const removed: string[] = [];
    shutBackDoors(kind, (name) => void removed.push(name));
    return removed;
  };
  expect(removedBy('release')).toEqual([
    'remote-debugging-port',
    'remote-debugging-pipe',
    'remote-debugging-address',
  ]);
  expect(removedBy('test')).toEqual([]);
  expect(removedBy('source')).toEqual([]);
});
