import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRequestBudget } from '../../main/engine/service/budget/request-budget.ts';
import { activityCodeIdSchema } from '../../main/engine/service/ids.ts';
import { systemClock } from '../../shared/base/clock.ts';
import { fileIdSchema, matterIdSchema, matterStatuses } from '../../shared/model/index.ts';
import { type ActivityCodeUpdate, rateTypes } from '../../shared/rules/activity-code.ts';
import type { MatterPatch } from '../../shared/rules/matter-patch.ts';
import type { NewMatter } from '../../shared/rules/new-matter.ts';
import type { NewPortalTask } from '../../shared/rules/portal-task.ts';
import { itemsOf, startPractice, valueOf } from './practice.ts';

const practice = await startPractice({ region: 'UK' });
const { client, service, matterId } = practice;
const { contactIds, staffIds, ...sample } = service.sample();

const words = fc.string({ unit: 'grapheme', maxLength: 60 });
const contacts = fc.uniqueArray(fc.constantFrom(...contactIds), { minLength: 1, maxLength: 4 });
const staff = fc.constantFrom(...staffIds);
const instant = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const runs = { numRuns: 60 };

const newMatter: fc.Arbitrary<NewMatter> = fc.record(
  {
    matterTypeId: fc.constant(String(sample.matterTypeId)),
    clientIds: contacts,
    otherSidesIds: contacts,
    number: words,
    description: words,
    status: fc.constantFrom(...matterStatuses),
    dateOpened: instant,
    personResponsibleStaffId: staff,
    personAssistingStaffId: staff,
  },
  { requiredKeys: ['matterTypeId', 'clientIds'] },
);

const patch: fc.Arbitrary<MatterPatch> = fc.record(
  {
    externalSystemId: words,
    leadClosedReason: fc.constant(null),
    referralType: words,
    referralAgreementFee: fc.double({ min: 0, max: 1e9, noNaN: true }),
    referralAgreementFeeComment: words,
    personAssistingStaffIds: fc.uniqueArray(staff, { maxLength: 5 }),
    clientCode: words,
    closedDate: instant,
  },
  { requiredKeys: [] },
);

const share = fc.integer({ min: 0, max: 10_000 });
const split = fc
  .record({ ids: fc.uniqueArray(staff, { minLength: 2, maxLength: 2 }), first: share })
  .map(({ ids, first }) => ({
    originatingStaffIds: ids,
    splitOriginatingStaffSettings: {
      isEnabled: true,
      splitMethod: 'UseRatio',
      splitMatterStaffs: ids.map((matterStaffId, index) => ({
        matterStaffId,
        matterStaffRatio: index === 0 ? first : 10_000 - first,
      })),
      remainderStaffId: ids[0] ?? null,
    },
  }));

const cents = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
const update: fc.Arbitrary<ActivityCodeUpdate> = fc.record(
  {
    description: fc.option(words),
    code: fc.option(fc.string({ unit: 'grapheme', maxLength: 8 }).filter((code) => code.length <= 20)),
    isBillable: fc.boolean(),
    quantity: fc.double({ min: 0, max: 1e6, noNaN: true }),
    taxInclusive: fc.boolean(),
    inputTaxRate: fc.option(cents),
    outputTaxRate: fc.option(cents),
  },
  { requiredKeys: [] },
);

const filled = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
const task: fc.Arbitrary<NewPortalTask> = fc.record(
  {
    externalUserId: filled,
    title: filled,
    url: filled,
    email: words,
    requireMFA: fc.boolean(),
    optional: fc.boolean(),
    completedText: fc.option(words),
  },
  { requiredKeys: ['externalUserId', 'title', 'url'] },
);

describe('random valid values survive the round trip', () => {
  it('of a new matter', async () => {
    await fc.assert(
      fc.asyncProperty(newMatter, async (matter) => {
        const { id } = valueOf(await client.matters.create(matter));
        service.applyPending();
        const read = valueOf(await client.matters.read(matterIdSchema.parse(id)));
        expect(read.clients.map((link) => link.id)).toEqual(matter.clientIds);
        expect(read.otherSides.map((link) => link.id)).toEqual(matter.otherSidesIds ?? []);
        expect(read).toMatchObject({
          number: matter.number ?? '',
          description: matter.description ?? '',
          status: matter.status ?? 'Open',
        });
        expect(read.personResponsible?.id).toBe(matter.personResponsibleStaffId);
        expect(read.personAssisting?.id).toBe(matter.personAssistingStaffId);
        const opened = Date.parse(String(read.openedDate));
        expect(matter.dateOpened === undefined || opened === Date.parse(matter.dateOpened)).toBe(true);
      }),
      runs,
    );
  });

  it('of a changed matter, split among originating staff', async () => {
    await fc.assert(
      fc.asyncProperty(patch, split, async (some, shares) => {
        valueOf(await client.matters.patch(matterId, { ...some, ...shares }));
        service.applyPending();
        const given = Object.entries({ ...some, ...shares }).filter(([, value]) => value !== null);
        // JSON has one zero only.
        const expected = JSON.parse(JSON.stringify(Object.fromEntries(given)));
        expect(valueOf(await client.matters.read(matterId)).raw).toMatchObject(expected);
      }),
      runs,
    );
  });

  it('of a file', async () => {
    const fileName = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 120 })
      .filter((name) => name.trim() !== '' && name.length <= 250)
      .map((name) => `${name}.docx`);
    const data = fc.dictionary(
      words.filter((name) => name !== '__proto__'),
      words,
      { maxKeys: 4 },
    );
    await fc.assert(
      fc.asyncProperty(fileName, data, fc.boolean(), async (name, fileAdditionalData, isFavorite) => {
        const fileId = fileIdSchema.parse(randomUUID());
        const body = { fileName: name, folderId: null, fileAdditionalData, isFavorite };
        const info = valueOf(await client.documents.putFile(matterId, fileId, body));
        valueOf(await client.documents.putContent(info, { size: 0, open: () => Readable.from([]) }));
        service.applyPending();
        const kept = service.filesOf(matterId).find((file) => file.fileId === fileId);
        expect(kept).toMatchObject({ fileName: name, additional: { ...fileAdditionalData }, isFavorite });
        const { entries } = valueOf(await client.history.read(matterId, matterId));
        expect(entries.find(({ file }) => file?.id === fileId)?.newName).toBe(name);
      }),
      runs,
    );
  });

  it('of an activity code', async () => {
    const id = activityCodeIdSchema.parse(sample.activityCodeId);
    await fc.assert(
      fc.asyncProperty(update, cents, async (some, rate) => {
        const body = { ...some, rateType: rateTypes.overrideRateForAllStaff, rate };
        valueOf(await client.activityCodes.put(id, body));
        service.applyPending();
        const code = (await itemsOf(client.activityCodes.list())).find((each) => each.id === id);
        expect(code).toMatchObject(body);
      }),
      runs,
    );
  });

  it('of a portal task', async () => {
    await fc.assert(
      fc.asyncProperty(task, async (some) => {
        const { taskId } = valueOf(await client.portalTasks.create(matterId, some));
        service.applyPending();
        const given = Object.entries(some).filter(([, value]) => value !== null);
        expect(practice.kept('portalTask', String(taskId))).toMatchObject(Object.fromEntries(given));
      }),
      runs,
    );
  });
});

describe('a service that says 429', () => {
  it('pauses everyone for as long as it asks', async () => {
    const pauses: (number | null)[] = [];
    const budget = createRequestBudget({
      clock: systemClock,
      random: () => 0.5,
      limit: { perSecond: 1000, burst: 1000 },
      onPause: (until) => pauses.push(until),
    });
    service.faults.add({ route: 'matters.read', kind: 'status', status: 429, retryAfter: '1' });
    const limited = practice.clientWith({ budget });
    const start = performance.now();
    expect((await limited.matters.read(matterId)).ok).toBe(true);
    expect(performance.now() - start).toBeGreaterThan(900);
    expect(pauses).toEqual([expect.any(Number), null]);
  });
});
