import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { readProblem } from '../../../../main/engine/store/save-problem.ts';
import { filingRows } from '../../../../main/engine/view/filing-rows.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { eventually, sha256 } from '../../../support/workplace.ts';
import { openDesk } from '../saving/desk.ts';

test('four documents of 2.5 MB at a low send limit are each sent once, though each waits longer than a stall for its turn', async () => {
  // The figures of 16 kB a second and a minute of silence, fifty times faster and twice as strict.
  await using place = await openDesk({
    http: { uploadStall: 600 },
    ports: (real) => ({
      ...real,
      sendPace: {
        setLimit: () => real.sendPace.setLimit(800_000),
        take: (bytes, signal) => real.sendPace.take(bytes, signal),
      },
    }),
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

test('a small document that waits for the person’s own limit is looked at again before it leaves: nothing of a colleague’s is covered', async () => {
  let pace: EnginePorts['sendPace'] | undefined;
  await using place = await openDesk({
    requestLimit: { perSecond: 1_000, burst: 1_000 },
    ports: (real) => {
      pace = real.sendPace;
      return real;
    },
  });
  const { stores, pipeline, poller } = place.workspace;
  const [first, second] = ['First.docx', 'Second.docx'].map((name) => join(place.folder, name)) as [
    string,
    string,
  ];
  writeFileSync(first, 'first');
  writeFileSync(second, 'second');
  await place.allFiled(2);
  pipeline.pause(true);
  writeFileSync(first, randomBytes(250_000));
  await expect.poll(() => place.states(), eventually).toHaveLength(3);
  writeFileSync(second, randomBytes(250_000));
  await expect.poll(() => place.states(), eventually).toHaveLength(4);
  // Two at once, and one of them waits half a minute for its turn.
  pace?.setLimit(8_000);
  pipeline.setSendLimit(8_000);
  pipeline.pause(false);
  await expect.poll(() => place.states().slice(2).toSorted(), eventually).toEqual(['filed', 'waiting']);
  const [held] = stores.saves.open();
  const fileId = held?.fileId as FileId;
  place.service.colleague.addVersion(fileId, 'the colleague’s');
  poller.look(place.matterId);
  const known = () => stores.history.ofDocumentSince(place.matterId, fileId, 0).length;
  await expect.poll(known, eventually).toBe(2);
  pace?.setLimit(null);
  await expect
    .poll(() => stores.saves.problems().map(({ problem }) => readProblem(problem)?.code), eventually)
    .toEqual(['newer-version']);
  expect(place.versionsOf(held?.name ?? '').at(-1)).toBe(sha256('the colleague’s'));
});
