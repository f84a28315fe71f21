import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveAppFile } from '../../../main/window/app-files.ts';

const folder = path.resolve('/app/out/renderer');
const resolve = (address: string) => resolveAppFile(address, 'app://matterline', folder)?.file ?? null;

test.each([
  ['app://matterline/', 'index.html'],
  ['app://matterline/index.html', 'index.html'],
  ['app://matterline/assets/index-Bx_3-9.js?v=1#x', 'assets/index-Bx_3-9.js'],
])('%s is %s', (address, file) => {
  expect(resolve(address)).toBe(path.join(folder, file));
});

test.each([
  'app://other/index.html',
  'app://matterline:80/index.html',
  'app://user@matterline/index.html',
  'file:///etc/passwd',
  'app://matterline/..%2f..%2fmain%2findex.js',
  'app://matterline/%2e%2e/%2e%2e/main/index.js/x.html/..%2f',
  'app://matterline/assets\\..\\..\\main\\index.js',
  'app://matterline/assets%5c..%5cindex.js',
  'app://matterline//etc/passwd.html',
  'app://matterline/.env.js',
  'app://matterline/assets/',
  'app://matterline/index.html%00.js',
  'app://matterline/C:/Windows/win.html',
  'app://matterline/%zz.html',
  'app://matterline/main.node',
  'app://matterline/index',
  'not an address',
])('%s is nothing', (address) => {
  expect(resolve(address)).toBe(null);
});

test('no address leads out of the folder', () => {
  const piece = fc.constantFrom(...'.. . / \\ %2f %5c %2e %252e %00 a b.js C: ~ ü'.split(' '));
  const address = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join('')),
  );
  const inside = fc.property(address, (text) => {
    const file = resolve(`app://matterline/${text}`);
    return file === null || /^(?!\.\.)\w/.test(path.relative(folder, file));
  });
  expect(fc.check(inside, { numRuns: 5_000 })).toMatchObject({ failed: false });
});
