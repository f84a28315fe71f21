import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { answerAppRequest } from '../../../main/window/app-answer.ts';

async function page(): Promise<string> {
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'matterline-')), 'renderer');
  await mkdir(path.join(folder, 'assets'), { recursive: true });
  await writeFile(
    path.join(folder, 'index.html'),
    '<meta property="csp-nonce" nonce="__CSP_NONCE__"><script>"__KEPT_SCREEN__"</script>',
  );
  await writeFile(path.join(folder, 'assets', 'a.js'), 'let nonce = "__CSP_NONCE__"');
  return folder;
}

const get = (folder: string, file: string, method = 'GET', kept = 'null') =>
  answerAppRequest({ method, url: `app://matterline/${file}` }, folder, () => kept);

test('each load of the page has its own nonce, in the page and in its policy', async () => {
  const folder = await page();
  const loads = [get(folder, ''), get(folder, 'index.html')];
  const nonces = loads.map((load) => {
    const nonce = /nonce="([\w+/=]{24})"/.exec(load.data.toString())?.[1];
    expect(load.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
    return nonce;
  });
  expect(new Set(nonces).size).toBe(2);
});

test('the page finds what the window showed last as it is, whatever is in it', async () => {
  const hostile = '{"title":"$& __CSP_NONCE__ $`"}';
  const load = get(await page(), 'index.html', 'GET', hostile).data.toString();
  expect(load).toContain(`<script>${hostile}</script>`);
});

test('everything is answered under the strict policy, and never sniffed', async () => {
  const folder = await page();
  for (const response of [get(folder, 'index.html'), get(folder, 'assets/a.js'), get(folder, 'no.js')]) {
    const policy = response.headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(response.headers['x-content-type-options']).toBe('nosniff');
  }
});

test('other files come as they are, with their type', async () => {
  const response = get(await page(), 'assets/a.js');
  expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(response.data.toString()).toBe('let nonce = "__CSP_NONCE__"');
});

test('what is not there, not a file or not read is not found', async () => {
  const folder = await page();
  await mkdir(path.join(folder, 'folder.js'));
  await symlink(path.join(folder, 'nowhere'), path.join(folder, 'broken.js'));
  for (const file of ['missing.js', 'folder.js', 'broken.js', '../secret.js']) {
    expect(get(folder, file).statusCode).toBe(404);
  }
  expect(get(folder, 'index.html', 'POST').statusCode).toBe(404);
});
