import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { openLoopbackRedirect } from '../../../main/sign-in/loopback.ts';
import { refusals } from '../../../main/sign-in/refusals.ts';
import { err, ok } from '../../../shared/base/result.ts';

async function open(accept: (state: string | null) => boolean = () => true) {
  const received: string[] = [];
  const redirect = await openLoopbackRedirect(async (parameters) => {
    received.push(parameters.toString());
    return accept(parameters.get('state')) ? ok(undefined) : err(refusals.foreign);
  });
  onTestFinished(redirect.close);
  return { redirect, received };
}

test('it listens on a free port of 127.0.0.1 and takes one exact path', async () => {
  const { redirect, received } = await open();
  expect(redirect.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/oauth2\/callback$/);
  const response = await fetch(`${redirect.redirectUri}?code=a&state=b`);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('You can close this page');
  expect(received).toEqual(['code=a&state=b']);
});

test('its page runs nothing, loads nothing and is kept nowhere', async () => {
  const { redirect } = await open();
  const { headers } = await fetch(`${redirect.redirectUri}?code=a&state=b`);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});

test('a refused callback is told so, as text', async () => {
  const { redirect } = await open(() => false);
  const response = await fetch(`${redirect.redirectUri}?state=%3Cscript%3E`);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('does not belong to a sign-in that was started here');
});

test('other paths, methods and names of the host reach nobody', async () => {
  const { redirect, received } = await open();
  const { origin, port } = new URL(redirect.redirectUri);
  expect((await fetch(`${origin}/favicon.ico`)).status).toBe(404);
  expect((await fetch(`${redirect.redirectUri}/more?state=b`)).status).toBe(404);
  expect((await fetch(`${redirect.redirectUri}?state=b`, { method: 'POST' })).status).toBe(405);
  const rebound = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { host: `evil.example:${port}` };
    request({ host: '127.0.0.1', port, path: '/oauth2/callback?state=b', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
  expect(rebound).toBe(400);
  expect(received).toEqual([]);
});

test('once closed nothing listens any more', async () => {
  const { redirect } = await open();
  redirect.close();
  await expect(fetch(`${redirect.redirectUri}?state=b`)).rejects.toThrow('fetch failed');
});
