import { expect, test } from 'vitest';
import { exchange } from '../../../main/engine/service/exchange.ts';
import type { HubConfiguration } from '../../../main/hub/configuration.ts';
import type { PracticeService } from '../../service/index.ts';
import { start } from '../../service-tests/harness.ts';
import { startHub } from '../../support/hub.ts';

/** A hub before the sample firm, with what it asked the service, and two people of the firm. */
async function firm(limit?: HubConfiguration['limit']) {
  const { service, token } = await start({ seed: 'firm' });
  const asked: string[] = [];
  const hub = await startHub(service, {
    ...(limit ? { limit } : {}),
    ports: {
      exchange: (outgoing) => {
        asked.push(`${outgoing.method} ${outgoing.url.pathname}`);
        return exchange(outgoing);
      },
    },
  });
  const read = (whose: string, path: string, headers: Record<string, string> = {}) =>
    fetch(hub.address + path, { headers: { authorization: `Bearer ${whose}`, ...headers } });
  return { service, hub, asked, read, eleanor: token, tobias: service.tokensFor(1).accessToken };
}

const historyOf = (service: PracticeService) => {
  const [matterId = ''] = service.matterIds();
  return { matterId, path: `/matters/${matterId}/documents/folders/${matterId}/history` };
};
const recent = { 'cache-control': 'max-age=60' };

test('a folder that two people may read is read once for both, and told by validator to who has it already', async () => {
  const { service, asked, read, eleanor, tobias } = await firm();
  const { path } = historyOf(service);
  const hers = await read(eleanor, path);
  const his = await read(tobias, path);
  // Each had to be shown it once.
  expect(asked).toHaveLength(2);
  expect(await his.text()).toBe(await hers.text());
  const etag = hers.headers.get('etag') ?? '';
  expect(his.headers.get('etag')).toBe(etag);
  const again = await Promise.all(
    [eleanor, tobias].map((whose) => read(whose, path, { ...recent, 'if-none-match': etag })),
  );
  expect(again.map(({ status }) => status)).toEqual([304, 304]);
  expect(asked).toHaveLength(2);
});

test('many who ask at once for what they may all see, and want it as it is now, share the read that is in line', async () => {
  const { service, asked, read, eleanor, tobias } = await firm({ perSecond: 2, burst: 1 });
  const { path } = historyOf(service);
  await read(eleanor, path);
  await read(tobias, path);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => read(index % 2 ? eleanor : tobias, path)),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(asked).toHaveLength(3);
});

test('who does not say that an older answer will do is told what the service says now', async () => {
  const { service, read, eleanor, tobias } = await firm();
  const { matterId, path } = historyOf(service);
  await read(tobias, path);
  const before = await (await read(eleanor, path)).text();
  service.colleague.createFile(matterId, 'New.docx', 'new');
  const after = await (await read(tobias, path)).text();
  expect(before).not.toContain('New.docx');
  expect(after).toContain('New.docx');
  // What he was shown is told to her too, who may see the folder: one read, told to all.
  const hers = await (await read(eleanor, path, recent)).text();
  expect(hers).toBe(after);
});

test('who was refused a folder is told nothing of it from then on, and nothing of its matter without being shown it anew', async () => {
  const { service, asked, read, eleanor, tobias } = await firm();
  const { path } = historyOf(service);
  await read(eleanor, path);
  await read(tobias, path);
  service.faults.add({ route: 'documents.folderHistory', kind: 'status', status: 403, count: 'always' });
  // Still within the quarter of an hour.
  expect((await read(tobias, path, recent)).status).toBe(200);
  expect((await read(tobias, path)).status).toBe(403);
  expect((await read(tobias, path, recent)).status).toBe(403);
  // Nobody else hears of his refusal.
  expect((await read(eleanor, path, recent)).status).toBe(200);
  expect(asked).toHaveLength(4);
});

test('a token that the service takes no more is told nothing at all', async () => {
  const { service, read, eleanor } = await firm();
  const { path } = historyOf(service);
  await read(eleanor, path);
  await read(eleanor, '/staff');
  service.expireAccessTokens();
  expect((await read(eleanor, '/mattertypes')).status).toBe(401);
  expect((await read(eleanor, path, recent)).status).toBe(401);
  expect((await read(eleanor, '/staff', recent)).status).toBe(401);
});

test('someone who never was shown a folder gets nothing of what others were shown', async () => {
  const { service, read, eleanor } = await firm();
  const { path } = historyOf(service);
  await read(eleanor, path);
  expect((await read('a-token-of-another-firm', path, recent)).status).toBe(401);
});
