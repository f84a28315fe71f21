import { describe, expect } from 'vitest';
import { type ActivityCodeId, activityCodeIdSchema } from '../../main/engine/service/ids.ts';
import type { Region } from '../../shared/model/index.ts';
import { type ActivityCodeUpdate, activityTypes, rateTypes } from '../../shared/rules/activity-code.ts';
import { type AnyJson, failed, firstPage, itemsOf, refused, startPractice, valueOf } from './practice.ts';
import { operation, rows } from './rows.ts';

const practice = await startPractice({ seed: 'empty', region: 'UK' });
const { client, service } = practice;
const listed = await itemsOf(client.activityCodes.list());
const { body: rawList } = await practice.call('GET', '/activitycodes');

async function codeCalled(code: string) {
  const found = (await itemsOf(client.activityCodes.list())).find((each) => each.code === code);
  if (!found) throw new Error(`the firm has a code ${code}`);
  return found;
}
const time = await codeCalled('ATT');
const fixed = await codeCalled('LTR');
const expense = await codeCalled('COPY');
const foreign = await codeCalled('EXTERNAL');

async function updated(id: ActivityCodeId, update: ActivityCodeUpdate) {
  valueOf(await client.activityCodes.put(id, update));
  service.applyPending();
  const code = (await itemsOf(client.activityCodes.list())).find((each) => each.id === id);
  if (!code) throw new Error('the code is still there');
  return code;
}

const same = (field: string) => () => {
  const values = rawList.value.map((each: AnyJson) => each[field] ?? null);
  expect(listed.map((each) => Reflect.get(each, field))).toEqual(values);
};
const put = (update: ActivityCodeUpdate, region?: Region) =>
  practice.clientWith({ region }).activityCodes.put(time.id, update);
const onlyIn = async (field: keyof ActivityCodeUpdate, regions: readonly Region[]) => {
  for (const region of ['AU', 'UK', 'US'] as const) {
    const result = await put({ [field]: false }, region);
    expect(result).toMatchObject(regions.includes(region) ? { ok: true } : refused(field));
  }
};

rows('Activity code', {
  'id, versionId': async () => {
    same('id')();
    same('versionId')();
    expect((await updated(time.id, { description: 'Attendance' })).versionId).not.toBe(time.versionId);
  },
  updatedByUserId: async () => {
    const [userId = ''] = service.sample().staffIds;
    expect((await updated(time.id, { updatedByUserId: userId })).updatedByUserId).toBe(userId);
  },
  type: async () => {
    same('type')();
    expect(activityTypes).toEqual({ fixed: 0, time: 1, expense: 2, surcharge: 3 });
    expect(new Set(listed.map(({ type }) => type))).toEqual(new Set([0, 1, 2, 3]));
    expect((await updated(expense.id, { type: activityTypes.time })).type).toBe(1);
    expect(await put({ type: 9 as 0 })).toMatchObject(refused('type'));
  },
  description: async () => {
    expect((await updated(time.id, { description: null })).description).toBeNull();
    expect((await updated(time.id, { description: 'Words' })).description).toBe('Words');
  },
  code: async () => {
    expect((await updated(time.id, { code: 'x'.repeat(20) })).code).toBe('x'.repeat(20));
    expect((await updated(time.id, { code: null })).code).toBeNull();
    expect(await put({ code: 'x'.repeat(21) })).toMatchObject(refused('code'));
  },
  isBillable: async () => {
    expect((await updated(time.id, { isBillable: false })).isBillable).toBe(false);
    expect((await updated(time.id, { isBillable: true })).isBillable).toBe(true);
  },
  rateType: async () => {
    expect(rateTypes).toEqual({
      useDefaultStaffRate: 0,
      overrideRateForAllStaff: 1,
      overrideRatePerStaff: 2,
    });
    for (const rateType of Object.values(rateTypes)) {
      expect((await updated(time.id, { rateType, rate: null })).rateType).toBe(rateType);
    }
    expect(await put({ rateType: 3 as 0 })).toMatchObject(refused('rateType'));
  },
  rate: async () => {
    const update = { rateType: rateTypes.overrideRateForAllStaff, rate: 199.95 };
    expect((await updated(time.id, update)).rate).toBe(199.95);
    for (const rateType of [rateTypes.useDefaultStaffRate, rateTypes.overrideRatePerStaff]) {
      expect(await put({ rateType, rate: 1 })).toMatchObject(refused('rate'));
    }
    expect(await put({ rate: 1 })).toMatchObject(refused('rate'));
    await updated(time.id, { rateType: rateTypes.useDefaultStaffRate, rate: null });
  },
  quantity: async () => {
    expect((await updated(time.id, { type: activityTypes.time, quantity: 0.6 })).quantity).toBe(0.6);
    expect((await updated(expense.id, { type: activityTypes.expense, quantity: 3 })).quantity).toBe(3);
    const onFixed = await client.activityCodes.put(fixed.id, { type: activityTypes.fixed, quantity: 1 });
    expect(onFixed).toMatchObject(refused('quantity'));
  },
  taxInclusive: async () => {
    expect((await updated(time.id, { taxInclusive: true })).taxInclusive).toBe(true);
    await onlyIn('taxInclusive', ['AU', 'UK']);
  },
  taxExempt: async () => {
    expect((await updated(time.id, { taxExempt: true })).taxExempt).toBe(true);
    expect(await put({ taxExempt: true, taxZeroRated: true })).toMatchObject(refused('taxZeroRated'));
    expect(await put({ taxExempt: true, taxOutOfScope: true })).toMatchObject(refused('taxOutOfScope'));
    await updated(time.id, { taxExempt: false });
  },
  taxZeroRated: async () => {
    expect((await updated(time.id, { taxZeroRated: true })).taxZeroRated).toBe(true);
    expect(await put({ taxZeroRated: true, taxOutOfScope: true })).toMatchObject(refused('taxOutOfScope'));
    await updated(time.id, { taxZeroRated: false });
    await onlyIn('taxZeroRated', ['UK']);
  },
  taxOutOfScope: async () => {
    expect((await updated(time.id, { taxOutOfScope: true })).taxOutOfScope).toBe(true);
    await updated(time.id, { taxOutOfScope: false });
    await onlyIn('taxOutOfScope', ['UK']);
  },
  'inputTaxRate, outputTaxRate': async () => {
    const rates = { inputTaxRate: 17.5, outputTaxRate: 8.25 };
    expect(await updated(time.id, rates)).toMatchObject(rates);
    expect(await updated(time.id, { inputTaxRate: null })).toMatchObject({ inputTaxRate: null });
    expect(await put({ inputTaxRate: 1.234 })).toMatchObject(refused('inputTaxRate'));
    expect(await put({ outputTaxRate: Number.NaN })).toMatchObject(refused('outputTaxRate'));
  },
  isDeleted: () => {
    same('isDeleted')();
    expect(listed.some(({ isDeleted }) => isDeleted)).toBe(true);
  },
});

rows('GET /activitycodes', {
  Offset: async () => {
    const ids = (await itemsOf(client.activityCodes.list({ offset: 4 }))).map(({ id }) => id);
    expect(ids).toEqual(listed.slice(4).map(({ id }) => id));
    for (const offset of [-1, 2_147_483_648]) {
      expect((await client.activityCodes.list({ offset }).next()).value).toMatchObject(refused('Offset'));
    }
    expect((await client.activityCodes.list({ offset: 2_147_483_647 }).next()).value).toMatchObject({
      ok: true,
    });
  },
  Limit: async () => {
    expect((await firstPage(client.activityCodes.list({ limit: 2 }))).items).toHaveLength(2);
    for (const limit of [0, 501]) {
      expect((await client.activityCodes.list({ limit }).next()).value).toMatchObject(refused('Limit'));
    }
    expect((await firstPage(client.activityCodes.list({ limit: 500 }))).limit).toBe(500);
  },
  UpdatedSince: async () => {
    const later = BigInt(Date.now()) * 10_000n + 621_355_968_000_000_000n;
    await updated(time.id, { description: `At ${later}` });
    const changed = await itemsOf(client.activityCodes.list({ updatedSince: later - 10_000_000n }));
    expect(changed.map(({ id }) => id)).toContain(time.id);
    expect(await itemsOf(client.activityCodes.list({ updatedSince: later + 10n ** 12n }))).toEqual([]);
    expect((await client.activityCodes.list({ updatedSince: -1n }).next()).value).toMatchObject(
      refused('UpdatedSince'),
    );
  },
});

rows('PUT /activitycodes/{id}', {
  'writable fields': async () => {
    const everything: Required<ActivityCodeUpdate> = {
      updatedByUserId: null,
      type: activityTypes.expense,
      description: 'All of it',
      code: 'ALL',
      isBillable: true,
      rateType: rateTypes.overrideRateForAllStaff,
      rate: 10,
      quantity: 2,
      taxInclusive: true,
      taxExempt: false,
      taxZeroRated: false,
      taxOutOfScope: false,
      inputTaxRate: 10.25,
      outputTaxRate: 20,
    };
    expect(await updated(time.id, everything)).toMatchObject(everything);
  },
  'no other properties allowed': async () => {
    const more = { isDeleted: true } as ActivityCodeUpdate;
    expect(await put(more)).toMatchObject(refused('isDeleted'));
    expect((await practice.call('PUT', `/activitycodes/${time.id}`, more)).status).toBe(400);
  },
});

rows('Errors of PUT /activitycodes/{id}', {
  202: async () => {
    const { status } = await practice.call('PUT', `/activitycodes/${time.id}`, { isBillable: true });
    expect(status).toBe(202);
    expect(valueOf(await put({ isBillable: true }))).toMatchObject({
      id: time.id,
      relation: 'ActivityCodes',
    });
  },
  400: async () => {
    service.faults.add({ route: 'activityCodes.put', kind: 'status', status: 400 });
    expect(await put({})).toMatchObject(failed('rejected', 400));
    // A rule only the service can check: the code as it is has the type Fixed.
    const refusedThere = await client.activityCodes.put(fixed.id, { quantity: 2 });
    expect(refusedThere).toMatchObject({ ok: false, error: { kind: 'rejected', problem: { status: 400 } } });
  },
  403: async () => {
    expect(await client.activityCodes.put(foreign.id, {})).toMatchObject(failed('forbidden', 403));
  },
  404: async () => {
    const unknown = activityCodeIdSchema.parse('no-such-code');
    expect(await client.activityCodes.put(unknown, {})).toMatchObject(failed('not-found', 404));
  },
});

describe('activity codes', () => {
  operation('activityCodes.list', 'gives every code once over many pages', async () => {
    const ids = (await itemsOf(client.activityCodes.list({ limit: 3 }))).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(listed.map(({ id }) => id).toSorted());
  });
  operation('activityCodes.put', 'is accepted and applies a moment later', async () => {
    valueOf(await client.activityCodes.put(expense.id, { description: 'Later' }));
    const now = async () => (await itemsOf(client.activityCodes.list())).find(({ id }) => id === expense.id);
    expect((await now())?.description).not.toBe('Later');
    service.applyPending();
    expect((await now())?.description).toBe('Later');
  });
});
