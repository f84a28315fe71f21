import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { documentRows } from '../../../../main/engine/view/document-rows.ts';
import { problemList } from '../../../../main/engine/view/problem-list.ts';
import type { FaultRule } from '../../../service/index.ts';
import { openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';

const patiently = { timeout: 60_000, interval: 20 };

const noLimit = { perSecond: 10_000, burst: 10_000 };
/** Ten times faster than real: the waits of the pipeline are seconds. */
const fast = { speedUp: 10, requestLimit: noLimit } as const;

type Fault = FaultRule extends infer Rule ? (Rule extends FaultRule ? Omit<Rule, 'route'> : never) : never;

interface Refusal {
  readonly what: string;
  readonly fault: Fault;
  /** `passes`: filed by itself. Otherwise words of the problem that a person sees. */
  readonly ends: 'passes' | RegExp;
  /** The service has the content although nobody knows it. */
  readonly arrives?: boolean;
  /** Words shown while the document waits, where the fault lasts until they were seen. */
  readonly says?: RegExp;
  readonly http?: Parameters<typeof openWorkplace>[0] extends infer Options
    ? Options extends { http?: infer Http }
      ? Http
      : never
    : never;
}

const page = { kind: 'captivePortal' } as const;
const status = (code: number, retryAfter?: string) =>
  ({ kind: 'status', status: code, ...(retryAfter === undefined ? {} : { retryAfter }) }) as const;

/** What can happen when a document is announced (the file PUT). */
const whenAnnounced: readonly Refusal[] = [
  { what: '401: the sign-in is refused', fault: status(401), ends: 'passes', says: /sign-in/ },
  { what: '403: this person may not', fault: status(403), ends: /does not allow this for you/ },
  { what: '404: no new documents this way', fault: status(404), ends: /takes no new documents this way/ },
  { what: '409: changed meanwhile', fault: status(409), ends: /Someone changed this/ },
  { what: '413: too large', fault: status(413), ends: /nothing this large/ },
  { what: '422: refused for what it says', fault: status(422), ends: /refused this/ },
  { what: '429 without a time', fault: status(429), ends: 'passes', says: /slow down/ },
  { what: '429 with seconds', fault: status(429, '2'), ends: 'passes', says: /slow down/ },
  { what: '500', fault: status(500), ends: 'passes', says: /fault of its own/ },
  { what: '502', fault: status(502), ends: 'passes' },
  { what: '503 with seconds', fault: status(503, '2'), ends: 'passes' },
  { what: '504', fault: status(504), ends: 'passes' },
  { what: 'the connection is reset', fault: { kind: 'reset' }, ends: 'passes', says: /broke off/ },
  {
    what: 'no answer ever',
    fault: { kind: 'stall' },
    ends: 'passes',
    says: /too long to answer/,
    http: { timeouts: { response: 300 } },
  },
  { what: 'a slow network', fault: { kind: 'latency', ms: 700 }, ends: 'passes' },
  { what: 'a guest network’s page', fault: page, ends: 'passes', says: /page of its own/ },
  { what: 'an answer cut in the middle', fault: { kind: 'truncatedBody' }, ends: 'passes' },
  { what: 'an empty answer', fault: { kind: 'emptyBody' }, ends: 'passes' },
  { what: 'a connection cut in the answer', fault: { kind: 'cutConnection' }, ends: 'passes' },
  { what: 'accepted, and the answer lost', fault: { kind: 'loseAnswer' }, ends: 'passes' },
  { what: 'an address that ran out before it is used', fault: { kind: 'expired' }, ends: 'passes' },
];

/** What can happen when the content is sent to its address (the content PUT). */
const whenSent: readonly Refusal[] = [
  { what: '401 once', fault: status(401), ends: 'passes' },
  { what: '403 once', fault: status(403), ends: 'passes', says: /did not take the document at the address/ },
  {
    what: '403 always',
    fault: { ...status(403), count: 3 },
    ends: /did not take the document at the address/,
  },
  { what: '404 once', fault: status(404), ends: 'passes' },
  { what: '409', fault: status(409), ends: 'passes' },
  { what: '413: too large', fault: status(413), ends: /nothing this large/ },
  { what: '422: refused', fault: status(422), ends: /refused this/ },
  { what: '429 without a time', fault: status(429), ends: 'passes', says: /slow down/ },
  { what: '500', fault: status(500), ends: 'passes' },
  { what: '503', fault: status(503), ends: 'passes' },
  { what: 'the connection is reset', fault: { kind: 'reset' }, ends: 'passes' },
  { what: 'nothing moves any more', fault: { kind: 'stall' }, ends: 'passes', http: { uploadStall: 3_000 } },
  { what: 'a slow network', fault: { kind: 'latency', ms: 700 }, ends: 'passes' },
  { what: 'a guest network’s page', fault: page, ends: 'passes' },
  {
    what: 'taken, and the answer lost',
    fault: { kind: 'loseAnswer' },
    ends: /It may be this save, or one from another computer/,
    arrives: true,
  },
  { what: 'the address runs out on the way', fault: { kind: 'expired' }, ends: 'passes' },
];

const rowOf = ({ workspace, matterId }: Workplace, name: string) =>
  documentRows(workspace.stores, matterId, () => null).documents.find((row) => row.name === name);

interface Outcome {
  /** What was said while it lasted; null when nobody looked. */
  readonly said: string | null;
  readonly state: string | undefined;
  readonly problems: readonly string[];
  readonly versions: readonly string[];
  readonly ofOther: readonly string[];
  readonly inVault: boolean;
}

/** The document in trouble, and another one saved after it. */
async function meet(route: string, { fault, ends, says, http }: Refusal): Promise<Outcome> {
  await using place = await openWorkplace({ ...fast, ...(http ? { http } : {}) });
  const { faults } = place.service;
  const rule = { ...fault, route } as FaultRule;
  // What is to be seen must last until it was seen.
  const end = faults.add(says === undefined ? rule : { ...rule, count: 'always' });
  const words = () => `${rowOf(place, 'Troubled.docx')?.detail} ${place.engine.status.value.why}`;
  let said: string | null = null;
  writeFileSync(join(place.folder, 'Troubled.docx'), 'troubled');
  // All of it is to meet this document, not the other.
  const hits = typeof fault.count === 'number' ? fault.count : 1;
  await vi.waitUntil(() => faults.hits >= hits, patiently);
  if (says !== undefined) {
    await vi.waitUntil(() => says.test(words()), patiently);
    said = words();
    end();
  }
  writeFileSync(join(place.folder, 'Other.docx'), 'other');
  await vi.waitUntil(() => rowOf(place, 'Other.docx')?.state === 'filed', patiently);
  const last = ends === 'passes' ? 'filed' : 'problem';
  await vi.waitUntil(() => rowOf(place, 'Troubled.docx')?.state === last, patiently);
  return {
    said,
    state: last,
    problems: problemList(place.workspace.stores, [], null).map(
      ({ subject, why, next }) => `${subject}: ${why} / ${next}`,
    ),
    versions: place.versionsOf('Troubled.docx'),
    ofOther: place.versionsOf('Other.docx'),
    inVault: await place.workspace.vault.has(sha256('troubled')),
  };
}

/** Nothing lost, nothing filed twice, right words, and the other went on. */
const right = ({ ends, says, arrives }: Refusal): unknown => ({
  said: says === undefined ? null : expect.stringMatching(says),
  state: ends === 'passes' ? 'filed' : 'problem',
  problems:
    ends === 'passes'
      ? []
      : [
          expect.stringMatching(
            new RegExp(`^Troubled.docx: .*${ends.source}.* / .*([Tt]his save is|Both are) kept\\.$`),
          ),
        ],
  versions: ends === 'passes' || arrives ? [sha256('troubled')] : [],
  ofOther: [sha256('other')],
  inVault: true,
});

describe('a document is not lost, not filed twice, and holds nothing else up when announcing it meets', () => {
  test.each(whenAnnounced)('$what', async (fault) => {
    expect(await meet('documents.putFile', fault)).toEqual(right(fault));
  });
});

describe('a document is not lost, not filed twice, and holds nothing else up when sending it meets', () => {
  test.each(whenSent)('$what', async (fault) => {
    expect(await meet('storage.put', fault)).toEqual(right(fault));
  });
});

test('no person is asked about an address that the storage refused once, after other trouble', async () => {
  await using place = await openWorkplace(fast);
  const { faults } = place.service;
  [429, 503, 401].forEach((code, after) => faults.add({ ...status(code), route: 'storage.put', after }));
  writeFileSync(join(place.folder, 'Troubled.docx'), 'troubled');
  const state = () => rowOf(place, 'Troubled.docx')?.state ?? '';
  await vi.waitUntil(() => ['filed', 'problem'].includes(state()), patiently);
  expect({ state: state(), hits: faults.hits }).toEqual({ state: 'filed', hits: 3 });
});

test.each([
  ['seconds', () => '30', 30_000],
  ['a date', () => new Date(Date.now() + 1_800_000).toUTCString(), 1_800_000],
  ['ten years', () => '315360000', 3_600_000],
])(
  'a service that asks for %s of rest is not asked by anything before',
  async (_what, retryAfter, atMost) => {
    await using place = await openWorkplace({ requestLimit: noLimit });
    const { account, stores, poller, pipeline } = place.workspace;
    place.service.faults.add({ route: 'documents.putFile', ...status(429, retryAfter()), count: 'always' });
    const askedAt = Date.now();
    writeFileSync(join(place.folder, 'Brief.docx'), 'content');
    await expect.poll(() => place.engine.status.value.service, patiently).toBe('rate-limited');
    const rest = (account.nextTryAt ?? 0) - askedAt;
    expect(rest).toBeGreaterThan(atMost - 5_000);
    expect(rest).toBeLessThan(atMost + 30_000);
    // The rest is known at once; that the try was one is written down when the disk has it.
    const open = () => stores.saves.open().map((save) => save.state);
    await expect.poll(open, patiently).toEqual(['waiting']);
    // Counts every request, whatever asks it.
    place.service.faults.add({ route: '*', kind: 'latency', ms: 0, count: 'always' });
    const asked = place.service.faults.hits;
    writeFileSync(join(place.folder, 'Second.docx'), 'content of another');
    poller.look(place.matterId);
    pipeline.wake();
    await expect.poll(open, patiently).toEqual(['waiting', 'waiting']);
    expect(place.service.faults.hits).toBe(asked);
    expect(place.engine.status.value.why).toMatch(/slow down/);
  },
);
