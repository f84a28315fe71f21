import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Answering } from '../../../main/hub/figures.ts';
import { Recent } from '../../../main/hub/status/recent.ts';
import { start } from '../../service-tests/harness.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { startHub } from '../../support/hub.ts';

const soon = { timeout: 10_000, interval: 20 };

describe('the status page', () => {
  test('says how many wait, how fast it goes and what was refused, and runs no script', async () => {
    const { service, token } = await start({ seed: 'firm' });
    const hub = await startHub(service);
    const [matter = ''] = service.matterIds();
    const announce = () =>
      fetch(`${hub.address}/matters/${matter}/documents/files/a-new-file`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ fileName: 'Brief.docx', folderId: null }),
      });
    expect((await announce()).status).toBe(202);
    await fetch(`${hub.address}/matters/none`, { headers: { authorization: `Bearer ${token}` } });
    const answer = await fetch(`${hub.address}/hub`);
    const page = await answer.text();
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script');
    expect(page).not.toMatch(/<script|src=|https?:\/\//);
    expect(page).toContain('Filing; nothing waits');
    expect(page).toMatch(/New versions announced<\/th><td>1</);
    expect(page).toMatch(/Refused by the service<\/th><td>1</);
    for (const secret of [token, matter, service.apiKey]) expect(page).not.toContain(secret);
    expect(page).toContain('http-equiv="refresh"');
    const still = await (await fetch(`${hub.address}/hub?still`)).text();
    expect(still).not.toContain('http-equiv="refresh"');
  });

  test('says in words, not in colour alone, that the service does not answer', async () => {
    const { service, token } = await start();
    const hub = await startHub(service);
    await service.stop();
    await fetch(`${hub.address}/staff`, { headers: { authorization: `Bearer ${token}` } });
    await expect
      .poll(async () => (await fetch(`${hub.address}/hub`)).text(), soon)
      .toContain('The service does not answer (offline). Saves wait.');
  });

  test('forgets what was more than five minutes ago', () => {
    const clock = new FakeClock(0);
    const recent = new Recent(clock);
    const announced: Answering = {
      ...{ operation: 'documents.putFile', status: 202, requestClass: 'announce', source: 'service' },
      milliseconds: 120,
    };
    recent.add(announced);
    clock.tick(200_000);
    recent.add({ ...announced, status: 429 });
    expect(recent.figures()).toMatchObject({ announced: 1, limited: 1, announcing: { p50: 120, p95: 120 } });
    clock.tick(200_000);
    expect(recent.figures()).toMatchObject({ announced: 0, limited: 1, announcing: null });
  });
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd)
  console.warn('SKIPPED “systemd takes the unit as it is written”: there is no systemd-analyze.');
test.skipIf(!hasSystemd)('systemd takes the unit as it is written', () => {
  const unit = join(import.meta.dirname, '../../../build/hub/matterline-hub.service');
  const { stderr } = spawnSync('systemd-analyze', ['verify', unit]);
  // The programs it names are elsewhere.
  expect(
    stderr
      .toString()
      .split('\n')
      .filter((line) => /Unknown|Invalid|parse/i.test(line)),
  ).toEqual([]);
});
