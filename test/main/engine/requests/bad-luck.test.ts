import { expect, test } from 'vitest';
import type { RequestForm, RequestId } from '../../../../shared/model/index.ts';
import type { FaultRule } from '../../../service/faults/rule.ts';
import { eventually } from '../../../support/workplace.ts';
import { type Office, openOffice, type SentWrite } from './office.ts';

const faults: readonly FaultRule[] = [
  { route: '/^(POST|PATCH|PUT) /', kind: 'loseAnswer', count: 5, chance: 0.15 },
  { route: '/^(POST|PATCH|PUT) /', kind: 'reset', count: 5, chance: 0.1 },
  { route: '/^(POST|PATCH|PUT) /', kind: 'status', status: 503, count: 5, chance: 0.1 },
  {
    route: '/^(POST|PATCH|PUT) /',
    kind: 'status',
    status: 429,
    retryAfter: '1',
    count: 5,
    chance: 0.1,
  },
  { route: '/^(POST|PATCH|PUT) /', kind: 'status', status: 409, count: 5, chance: 0.05 },
  { route: '/^(POST|PATCH|PUT) /', kind: 'emptyBody', count: 5, chance: 0.1 },
  { route: '/^GET /', kind: 'status', status: 500, count: 5, chance: 0.05 },
];

/** Numbers from 0 to 1, the same for the same seed. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** What many people ask for in any order: a contact, a matter of it, changes of a matter, tasks. */
function work(office: Office, random: () => number): RequestForm[][] {
  return Array.from({ length: 10 }, (_, index) => {
    const which = random();
    if (which < 0.3) return [office.newMatter()];
    if (which < 0.5) return [office.newContact()];
    if (which < 0.8)
      return [office.patch({ description: `Words ${index}` }), office.patch({ number: `n/${index}` })];
    return [office.newTask({ title: `Task ${index}` })];
  });
}

const wasRefusedForCertain = ({ status }: SentWrite): boolean =>
  status !== null && status >= 400 && status < 500;

test.each([11, 12, 13, 14])(
  'whatever the service and the network do (seed %i), no request is lost, and nothing that is made is sent again before a person said so',
  { timeout: 120_000 },
  async (seed) => {
    await using office = await openOffice({ speedUp: 60, faultSeed: seed });
    const { place } = office;
    const random = chances(seed);
    for (const fault of faults) place.service.faults.add(fault);
    const ids: RequestId[] = [];
    for (const forms of work(office, random)) {
      ids.push(...office.submit(...forms));
      if (random() < 0.2) await place.restartEngine();
    }
    const isSettled = () =>
      ids.every(
        (id) => ['done', 'problem', 'cancelled'].includes(office.request(id).state) || isBehindProblem(id),
      );
    /** One that waits for an earlier one of its record, which a person is asked about. */
    const isBehindProblem = (id: RequestId): boolean => {
      const request = office.request(id);
      return request.state === 'waiting' && request.waitsFor === 'earlier-request';
    };
    await expect.poll(isSettled, { ...eventually, timeout: 90_000 }).toBe(true);
    const creations = office.sent.filter(({ method }) => method === 'POST');
    const byWhat = Map.groupBy(creations, ({ body }) =>
      String(body['externalSystemId'] ?? body['description'] ?? body['title']),
    );
    const repeated = [...byWhat.values()].filter((tries) => !tries.slice(0, -1).every(wasRefusedForCertain));
    expect(repeated).toEqual([]);
    expect(ids.map((id) => office.request(id).state)).not.toContain('cancelled');
    // What the service has is asked of it as it is: what it is told to break is for the program.
    place.service.faults.clear();
    const counts = ids.flatMap((id) => {
      const { form } = office.request(id);
      return form.operation === 'matters.create' ? [office.mattersCalled(form.description)] : [];
    });
    expect((await Promise.all(counts)).filter((count) => count > 1)).toEqual([]);
  },
);
