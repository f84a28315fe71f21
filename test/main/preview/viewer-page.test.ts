import { expect, test } from 'vitest';
import { viewerAnswer, viewerPolicy } from '../../../main/preview/viewer-page.ts';

const asked = (url: string, method = 'GET') => {
  const names: string[] = [];
  const { statusCode } = viewerAnswer({ method, url }, (name) => {
    names.push(name);
    return Buffer.from('content');
  });
  return statusCode === 200 ? names : statusCode;
};

test('the viewer is served its own files and no others', () => {
  expect(asked('app://viewer/viewer.html')).toEqual(['viewer.html']);
  expect(asked('app://viewer/cmaps/UniGB-UCS2-H.bcmap')).toEqual(['cmaps/UniGB-UCS2-H.bcmap']);
  for (const url of [
    'app://matterline/index.html',
    'app://viewer/../main/index.js',
    'app://viewer/..%2fmain/index.js',
    'app://viewer/a/../../index.js',
    'app://viewer/a/b/c.js',
    'app://viewer/package.json',
    'app://viewer/.env',
    'https://viewer/viewer.html',
    'file:///etc/passwd',
  ])
    expect([url, asked(url)]).toEqual([url, 404]);
  expect(asked('app://viewer/viewer.html', 'POST')).toBe(404);
});

test('the viewer evaluates no text as a script, and reaches nobody', () => {
  expect(viewerPolicy).toContain("default-src 'none'");
  expect(viewerPolicy).toContain("connect-src 'self'");
  expect(viewerPolicy).not.toMatch(/'unsafe-|https?:|\*/);
});
