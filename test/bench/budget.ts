import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bar } from './bar.ts';
import { rounded } from './figures.ts';
import { openOffice } from './office.ts';

const limit = { perSecond: 5, burst: 5 };
/** Seconds of uploading that are counted. */
const measured = 90;
/** Documents filed first, and saved again while it is counted: each of those needs a look at the history. */
const known = 100;
const fresh = 500;

/** How much of a service's limit the uploads use, and whether the service ever has to refuse. */
export async function budget(): Promise<Bar[]> {
  await using office = await openOffice(1, { limit: 'default' });
  const { client } = office.engine;
  await client.engine.matters.look({ matterId: null });
  // So many changes at once would otherwise wait for the person to say that they are meant.
  await client.engine.massChange.setLimits({
    documents: known + fresh,
    percent: 100,
    ofMoreThan: known,
    withinSeconds: 1,
  });
  const matterId = await office.nextMatter();
  const folder = await office.link(matterId);
  const save = (name: string) => writeFileSync(join(folder, name), randomBytes(50 * 1024));
  for (let index = 0; index < known; index += 1) save(`Known ${index}.docx`);
  await office.until(matterId, known, ({ state }) => state === 'filed');

  await client.engine.pause({ paused: true });
  for (let index = 0; index < known; index += 1) save(`Known ${index}.docx`);
  for (let index = 0; index < fresh; index += 1) save(`New ${index}.docx`);
  await office.until(matterId, known + fresh, ({ state }) => state === 'waiting');
  await office.control('PUT', '/rate-limit', limit);
  // The person looks at the matter meanwhile, which is polled more often then.
  await client.engine.matters.look({ matterId });
  await sleep(3_000);
  await office.requests();
  const startedAt = Date.now();
  await client.engine.pause({ paused: false });
  await sleep(measured * 1000);
  const seconds = (Date.now() - startedAt) / 1000;
  const answered = await office.requests();
  const refused = answered.filter(({ status }) => status === 429).length;
  const announced = answered.filter(({ method }) => method === 'PUT').length;
  const allowed = limit.burst + limit.perSecond * seconds;
  const share = rounded((answered.length - refused) / allowed);
  // Each document that is known needs a look at the history first; nothing else has to be asked.
  const ideal = allowed - known;
  const against = `${Math.round(allowed)} requests allowed in ${Math.round(seconds)} s`;
  return [
    {
      bench: 'budget',
      what: 'requests used while documents wait, with the looks at history',
      value: answered.length,
      unit: 'requests',
      against,
      ratio: share,
      limit: 'at least 0.95',
      holds: share >= 0.95,
    },
    {
      bench: 'budget',
      what: 'requests that announced a document',
      value: announced,
      unit: 'requests',
      against: `${Math.round(ideal)}, were each of ${known} known documents looked at once and nothing else asked`,
      ratio: rounded(announced / ideal),
      limit: 'at least 0.9',
      holds: announced / ideal >= 0.9,
    },
    {
      bench: 'budget',
      what: 'requests refused for rate',
      value: refused,
      unit: 'requests',
      against: 'none',
      ratio: refused,
      limit: 'exactly 0',
      holds: refused === 0,
    },
  ];
}
