import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exchange } from '../../../main/engine/service/exchange.ts';
import { atHub } from '../../../main/engine/service/network/through-hub.ts';
import type { PracticeService } from '../../service/index.ts';
import { startHub } from '../../support/hub.ts';
import { eventually, openWorkplace, sha256 } from '../../support/workplace.ts';

/** A hub that can be ended and started again at its address, and where the desktop's requests went. */
function hubOf() {
  const went = new Set<string>();
  let hub: Awaited<ReturnType<typeof startHub>> | null = null;
  let before: PracticeService | null = null;
  return {
    /** Hosts that the desktop spoke to. */
    went,
    http: {
      exchange: (outgoing: Parameters<typeof exchange>[0]) => {
        went.add(outgoing.url.host);
        return exchange(outgoing);
      },
    },
    async open(service: PracticeService): Promise<string> {
      before = service;
      hub = await startHub(service);
      return hub.address;
    },
    async stop(): Promise<void> {
      await hub?.stop();
    },
    async startAgain(): Promise<void> {
      if (!hub || !before) throw new Error('there was none');
      hub = await startHub(before, {
        listen: { host: '127.0.0.1', port: Number(new URL(hub.address).port) },
      });
    },
    get address(): string {
      return hub?.address ?? '';
    },
  };
}

const hostOf = (address: string) => new URL(address).host;

test('a desktop behind the hub links, saves and files without a key of its own, and speaks to the hub and the storage alone', async () => {
  const hub = hubOf();
  await using place = await openWorkplace({ hub: hub.open, http: hub.http });
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await place.allFiled(1);
  writeFileSync(join(place.folder, 'Brief.docx'), 'second');
  await place.allFiled(2);
  expect(place.versionsOf('Brief.docx')).toEqual(['first', 'second'].map(sha256));
  expect([...hub.went].toSorted()).toEqual(
    [hostOf(hub.address), hostOf(place.service.storageUrl)].toSorted(),
  );
  expect(place.engine.status.value).toMatchObject({ service: 'online', throughHub: true });
});

test('while the hub is away saves are captured, wait and say so; once it is back each is filed once', async () => {
  const hub = hubOf();
  await using place = await openWorkplace({ hub: hub.open, http: hub.http });
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await place.allFiled(1);
  // The next document is on its way when the hub goes.
  const slow = place.service.faults.add({
    route: 'documents.putFile',
    kind: 'latency',
    ms: 300,
    count: 'always',
  });
  mkdirSync(join(place.folder, 'more'));
  for (let index = 0; index < 6; index += 1)
    writeFileSync(join(place.folder, 'more', `Letter ${index}.docx`), `letter ${index}`);
  await expect.poll(() => place.states().length, eventually).toBeGreaterThan(3);
  await hub.stop();
  slow();
  writeFileSync(join(place.folder, 'Brief.docx'), 'second');
  await expect.poll(() => place.states().length, eventually).toBe(8);
  await expect.poll(() => place.engine.status.value.service, eventually).toBe('offline');
  expect(place.engine.status.value.why).toContain('hub');
  expect(place.states()).not.toEqual(place.states().map(() => 'filed'));
  await hub.startAgain();
  await place.allFiled(8);
  expect(place.versionsOf('Brief.docx')).toEqual(['first', 'second'].map(sha256));
  for (let index = 0; index < 6; index += 1)
    expect(place.versionsOf(`Letter ${index}.docx`)).toEqual([sha256(`letter ${index}`)]);
  expect(hub.went).not.toContain(hostOf(place.service.baseUrl));
});

test('where policy gives a desktop a key and a share of its own, it files past a hub that is away, says so, and goes through it once it is back', async () => {
  const hub = hubOf();
  await using place = await openWorkplace({
    hub: hub.open,
    http: hub.http,
    withoutHub: { perSecond: 20, burst: 1 },
  });
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await place.allFiled(1);
  const service = hostOf(place.service.baseUrl);
  expect(hub.went).not.toContain(service);
  await hub.stop();
  writeFileSync(join(place.folder, 'Brief.docx'), 'second');
  await place.allFiled(2);
  expect(hub.went).toContain(service);
  expect(place.versionsOf('Brief.docx')).toEqual(['first', 'second'].map(sha256));
  expect(place.engine.status.value).toMatchObject({ service: 'online', pastHub: true });
});

test('a hub that cannot reach the service is told as such, and what was saved is filed once it can', async () => {
  const hub = hubOf();
  await using place = await openWorkplace({ hub: hub.open, http: hub.http });
  await place.stopService();
  writeFileSync(join(place.folder, 'Brief.docx'), 'first');
  await expect
    .poll(() => place.engine.status.value.why, eventually)
    .toBe('Your firm’s hub cannot reach the practice service.');
  await place.restartService();
  await place.allFiled(1);
  expect(place.versionsOf('Brief.docx')).toEqual([sha256('first')]);
});

test('a service that lies below a path, behind a hub that lies below another, is asked at the right place', async () => {
  const moved = (asked: string, service: string, to: string) =>
    atHub(new URL(asked), new URL(service), new URL(to)).href;
  expect(
    moved('https://a.example/v1/matters?limit=5', 'https://a.example/v1/', 'https://hub.example/in/'),
  ).toBe('https://hub.example/in/matters?limit=5');
  expect(moved('https://a.example/matters/x%20y', 'https://a.example', 'http://127.0.0.1:8710')).toBe(
    'http://127.0.0.1:8710/matters/x%20y',
  );
});
