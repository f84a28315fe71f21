import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filingRows } from '../../../../main/engine/view/filing-rows.ts';
import { eventually, sha256 } from '../../../support/workplace.ts';
import { openDesk } from '../saving/desk.ts';

test('four documents of 2.5 MB at a low send limit are each sent once, though each waits longer than a stall for its turn', async () => {
  // The figures of 16 kB a second and a minute of silence, a hundred times faster and twice as strict.
  await using place = await openDesk({
    http: { uploadStall: 300 },
    ports: (real) => ({ ...real, setSendLimit: () => real.setSendLimit(1_600_000) }),
  });
  const puts = { route: 'storage.put', kind: 'latency', ms: 0, count: 'always' } as const;
  place.service.faults.add(puts);
  const contents = [1, 2, 3, 4].map((number) => [`Bundle ${number}.pdf`, randomBytes(2_500_000)] as const);
  for (const [name, bytes] of contents) writeFileSync(join(place.folder, name), bytes);
  await place.allFiled(4);
  for (const [name, bytes] of contents) expect(place.versionsOf(name)).toEqual([sha256(bytes)]);
  expect(place.service.faults.hits).toBe(4);
});

test('a document that the person’s own limit makes slow says so, and for how long', async () => {
  await using place = await openDesk({ requestLimit: { perSecond: 100, burst: 100 } });
  const { stores, pipeline } = place.workspace;
  pipeline.pause(true);
  writeFileSync(join(place.folder, 'Bundle.pdf'), randomBytes(3_000_000));
  writeFileSync(join(place.folder, 'Letter.docx'), 'short');
  await expect.poll(() => place.states(), eventually).toHaveLength(2);
  pipeline.setSendLimit(16_000);
  const { sendLimit } = pipeline;
  const { open } = filingRows(stores, {
    now: 0,
    paused: true,
    ready: true,
    progressOf: () => null,
    sendLimit,
  });
  const why = Object.fromEntries(open.map((row) => [row.name, row.why]));
  expect(why).toEqual({
    'Bundle.pdf': expect.stringContaining(
      'No more than 16 kB a second are sent, so this takes about 4 minutes',
    ),
    'Letter.docx': null,
  });
});
