import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { openLoopbackRedirect } from '../../../main/sign-in/loopback.ts';
import { refusals } from '../../../main/sign-in/refusals.ts';
import { err, ok } from '../../../shared/base/result.ts';

/** What a server at this address and port answers; the code of what went wrong, where nothing does. */
const knock = (host: string, port: string): Promise<number | string> =>
  new Promise((resolve) => {
    request({ host, port, path: '/' }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', (failure: NodeJS.ErrnoException) => resolve(failure.code ?? failure.message))
      .end();
  });

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

test('nobody reaches it but by 127.0.0.1: not by another address of this computer', async () => {
  const { redirect } = await open();
  const { port } = new URL(redirect.redirectUri);
  expect(await knock('127.0.0.1', port)).toBe(404);
  const others = Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .filter(({ address, scopeid }) => address !== '127.0.0.1' && !scopeid)
    .map(({ address }) => address);
  // On Linux all of 127/8 is this computer.
  if (process.platform === 'linux') others.push('127.0.0.2');
  expect(others.length).toBeGreaterThan(0);
  for (const address of others)
    expect([address, await knock(address, port)]).toEqual([address, 'ECONNREFUSED']);
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
  const response = await fetch(`${redirect.redirectUri}?state=b`);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('does not belong to a sign-in that was started here');
});

test('what the sign-in server says stands on the page as text, whatever it is', async () => {
  const said = '<img src=x onerror="alert(1)"> & <script>';
  const redirect = await openLoopbackRedirect(async () => err({ ...refusals.foreign, why: said }));
  onTestFinished(redirect.close);
  const page = await (await fetch(`${redirect.redirectUri}?state=b`)).text();
  expect(page).not.toMatch(/<img|<script/);
  expect(page).toContain('&#60;img src=x onerror=&#34;alert(1)&#34;&#62; &#38; &#60;script&#62;');
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
