import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MatterId, RequestForm, RequestId, RequestView } from '../../../../shared/model/index.ts';
import { type PracticeService, startPracticeService } from '../../../service/index.ts';
import { type EngineProcess, startEngineProcess } from '../../../support/engine-process.ts';
import { eventually } from '../../../support/workplace.ts';

/** Kills of one life of the engine, so many milliseconds after its requests were submitted. */
const instants = [0, 15, 40, 80, 150, 300];

interface Killed extends AsyncDisposable {
  readonly service: PracticeService;
  readonly matterId: MatterId;
  readonly accessToken: string;
  engine: EngineProcess;
  start(): Promise<void>;
}

async function openKilled(): Promise<Killed> {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  const service = await startPracticeService({ directory: join(directory, 'service'), applyDelayMs: 30 });
  const { accessToken } = service.tokensFor();
  const killed: Killed = {
    ...{ service, accessToken, matterId: service.matterIds()[0] as MatterId },
    engine: undefined as unknown as EngineProcess,
    async start() {
      killed.engine = startEngineProcess(join(directory, 'engine'), accessToken);
      await killed.engine.client.configure({
        connection: { baseUrl: service.baseUrl, apiKey: service.apiKey },
        signedIn: true,
        rootFolder: null,
        requestLimit: { perSecond: 200, burst: 200 },
      });
    },
    async [Symbol.asyncDispose]() {
      await killed.engine.kill();
      await service.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  await killed.start();
  return killed;
}

/** Matters of the service by their descriptions. */
async function matters({ service, accessToken }: Killed): Promise<Map<string, number>> {
  const headers = { authorization: `Bearer ${accessToken}`, 'x-api-key': service.apiKey };
  const answer = await fetch(`${service.baseUrl}/matters?limit=5000`, { headers });
  const { value } = (await answer.json()) as { value: { description: string }[] };
  const all = Map.groupBy(value, ({ description }) => description);
  return new Map([...all].map(([description, found]) => [description, found.length]));
}

test('killed at any moment, no request is lost, nothing is made twice, and where nobody knows, the person is asked', {
  timeout: 240_000,
}, async () => {
  await using killed = await openKilled();
  const { service, matterId } = killed;
  const { contactIds, matterTypeId } = service.sample();
  const clients = [{ kind: 'known' as const, contactId: String(contactIds[0]), name: '' }];
  const submitted = new Map<RequestId, RequestForm>();
  for (const [life, wait] of instants.entries()) {
    const forms: RequestForm[] = [1, 2, 3].map((each) => ({
      ...{ operation: 'matters.create' as const, number: '', matterTypeId: String(matterTypeId) },
      ...{ matterTypeName: '', clients, otherSides: [], clientRole: null, otherSideRole: null },
      ...{ description: `Life ${life}, matter ${each}`, status: null, dateOpened: null },
      ...{ personResponsibleStaffId: null, personAssistingStaffId: null, isLead: false },
    }));
    forms.push({
      operation: 'matters.patch',
      matterId,
      seen: null,
      changes: { description: `Life ${life}` },
    });
    const requests = forms.map((form) => ({ id: randomUUID() as RequestId, form }));
    await killed.engine.client.engine.requests.submit({ requests });
    for (const { id, form } of requests) submitted.set(id, form);
    await new Promise((resolve) => setTimeout(resolve, wait));
    await killed.engine.kill();
    await killed.start();
  }
  const all = async (): Promise<RequestView[]> =>
    (await killed.engine.client.engine.requests.list({ limit: 500 })).rows;
  await expect
    .poll(async () => (await all()).filter(({ state }) => state === 'waiting' || state === 'sent').length, {
      ...eventually,
      timeout: 150_000,
    })
    .toBe(0);
  const rows = await all();
  expect(rows.map(({ id }) => id).toSorted()).toEqual([...submitted.keys()].toSorted());
  const made = await matters(killed);
  const creations = rows.flatMap((row) =>
    row.form.operation === 'matters.create' ? [{ row, count: made.get(row.form.description) ?? 0 }] : [],
  );
  expect(creations.filter(({ count }) => count > 1)).toEqual([]);
  const isRight = ({ row, count }: (typeof creations)[number]): boolean =>
    row.state === 'done' ? count === 1 : row.state === 'problem' && row.problem.kind === 'unknown-outcome';
  expect(creations.filter((each) => !isRight(each))).toEqual([]);
  // A change is never left to the person for a kill: it is looked at, and sent again where it was not made.
  const patches = rows.filter(({ operation }) => operation === 'matters.patch');
  expect(patches.map(({ state }) => state)).toEqual(patches.map(() => 'done'));
});
