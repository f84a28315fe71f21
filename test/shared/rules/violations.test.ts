import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RequestForm, requestFormSchema } from '../../../shared/model/index.ts';
import { minutesOfQuantity, quantityOfMinutes } from '../../../shared/rules/activity-code.ts';
import { equalRatios, wholeRatio } from '../../../shared/rules/split-staff.ts';
import { violationsOf } from '../../../shared/rules/violations.ts';
import { type Given, specRules } from './spec-rules.ts';

const uuid = '6f1f7f0a-7a53-4a0c-9d5c-0f0f0f0f0f0f';
const text = fc.constantFrom('', 'x', 'two words', 'x'.repeat(20), 'x'.repeat(21));
const address = fc.constantFrom(
  '',
  'https://a.example/b',
  'http://a.example',
  'javascript:alert(1)',
  'ftp://a.example',
  'no address',
);
const date = fc.constantFrom(
  null,
  '2026-01-31',
  '2026-01-31T10:00:00Z',
  '31.1.2026',
  '2026-13-40T00:00:00Z',
  'soon',
);
const staff = fc.constantFrom('a', 'b', 'c');
const staffList = fc.array(staff, { maxLength: 4 });
const contact = fc.constantFrom(
  { kind: 'known', contactId: uuid, name: 'Ann' },
  { kind: 'known', contactId: 'no-uuid', name: 'Bo' },
  { kind: 'requested', requestId: uuid, name: 'Cy' },
);
const contacts = fc.array(contact, { maxLength: 2 });
const id = fc.constantFrom(uuid, uuid.toUpperCase(), 'matter-1');
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null });
/** Some members, now and then none. */
const some = (members: Record<string, fc.Arbitrary<unknown>>) =>
  fc.oneof({ weight: 15, arbitrary: fc.record(members, { requiredKeys: [] }) }, fc.constant({}));

/** Shares that now and then sum to the whole. */
const shares = fc.oneof(
  fc.array(
    fc.record({ matterStaffId: staff, matterStaffRatio: fc.constantFrom(0, 2_500, 5_000, 10_000, -5_000) }),
    { maxLength: 4 },
  ),
  fc.constantFrom(
    [
      { matterStaffId: 'a', matterStaffRatio: 6_500 },
      { matterStaffId: 'b', matterStaffRatio: 3_500 },
    ],
    [{ matterStaffId: 'a' }, { matterStaffId: 'b' }],
  ),
);
const split = fc.record(
  {
    isEnabled: fc.boolean(),
    splitMatterStaffs: shares,
    splitMethod: fc.constantFrom('UseRatio', 'Equal'),
    remainderStaffId: maybe(staff),
  },
  { requiredKeys: ['isEnabled'] },
);

const forms = fc.oneof(
  fc.record({
    operation: fc.constant('matters.create'),
    matterTypeId: fc.constantFrom('', 't'),
    clients: contacts,
    otherSides: contacts,
    dateOpened: date,
  }),
  fc.record({
    operation: fc.constant('matters.patch'),
    matterId: id,
    seen: maybe(text),
    changes: some({
      description: text,
      ...{ dateOpened: date, openedDate: date, closedDate: date, leadOpenedDate: date, leadClosedDate: date },
      leadClosedReason: maybe(text),
      isLead: fc.boolean(),
      clientRole: maybe(fc.constantFrom('', 'Client')),
      clients: contacts,
      ...{ supervisorStaffId: maybe(staff), clientCode: maybe(text) },
      originatingStaffIds: maybe(fc.oneof(staffList, fc.constant(['a', 'b']))),
      splitOriginatingStaffSettings: maybe(split),
    }),
  }),
  fc.record({
    operation: fc.constant('contacts.create'),
    firstName: fc.constantFrom('', ' ', 'Ann'),
    lastName: fc.constantFrom('', 'Bell'),
    email: text,
  }),
  fc.record({
    operation: fc.constant('relationships.put'),
    ...{ matterId: id, roleId: fc.constant('r'), relationshipId: fc.constant('s'), seen: fc.constant(null) },
    ...{
      name: text,
      displayName: text,
      contact,
      representatives: contacts,
      isMatterItemRequired: fc.boolean(),
    },
  }),
  fc.record(
    {
      operation: fc.constant('activityCodes.put'),
      ...{
        codeId: fc.constant('c'),
        seen: fc.constant(null),
        description: maybe(text),
        code: maybe(text),
        isBillable: fc.boolean(),
      },
      ...{
        type: fc.constantFrom(0, 1, 2, 3),
        rateType: fc.constantFrom(0, 1, 2),
        rate: maybe(fc.constantFrom(0, 90)),
      },
      quantity: maybe(fc.constantFrom(0, 0.6)),
      ...{
        taxInclusive: fc.boolean(),
        taxExempt: fc.boolean(),
        taxZeroRated: fc.boolean(),
        taxOutOfScope: fc.boolean(),
      },
      ...{
        inputTaxRate: maybe(fc.constantFrom(0, 17.5, 17.55, 17.555)),
        outputTaxRate: maybe(fc.constantFrom(20, 0.001)),
      },
    },
    {
      requiredKeys: [
        'operation',
        'codeId',
        'seen',
        'description',
        'code',
        'isBillable',
        'type',
        'rateType',
        'rate',
        'quantity',
        'taxExempt',
        'inputTaxRate',
        'outputTaxRate',
      ],
    },
  ),
  fc.record({
    operation: fc.constant('portalTasks.create'),
    ...{ matterId: id, externalUserId: text, title: text, url: address, contact: maybe(contact) },
    ...{ actionText: maybe(fc.constantFrom('', 'Sign', 'Sign it', ' Sign ')), completedUrl: maybe(address) },
  }),
  fc.record({
    operation: fc.constant('portalTasks.patch'),
    matterId: id,
    task: fc.constant(uuid),
    changes: some({
      ...{
        externalUserId: text,
        title: text,
        url: address,
        actionText: maybe(fc.constantFrom('Sign', 'Sign it')),
      },
      ...{
        completedUrl: maybe(address),
        cancelledUrl: maybe(address),
        expiredUrl: maybe(address),
        completed: fc.boolean(),
      },
    }),
  }),
  fc.record(
    {
      operation: fc.constant('plugins.put'),
      ...{ pluginId: fc.constantFrom('', 'p'), isNew: fc.boolean(), key: maybe(fc.constant(uuid)) },
      ...{ application: maybe(fc.constant('Web')), componentType: maybe(fc.constant('Tab')) },
      version: some({
        requestEndpointUrl: address,
        attributes: some({ page: some({ width: fc.constantFrom(1, 1.5), height: fc.constantFrom(2, 2.5) }) }),
      }),
    },
    { requiredKeys: ['operation', 'pluginId', 'isNew', 'key', 'application', 'componentType'] },
  ),
  fc.record({
    operation: fc.constant('webhooks.create'),
    ...{ name: text, key: fc.constant(uuid), eventNotificationUrl: address },
    eventTypes: fc.array(
      fc.constantFrom('matter.updated', 'matter', 'matter.', '.updated', 'a b.c', 'a.b.c'),
      { maxLength: 2 },
    ),
  }),
);

const given: fc.Arbitrary<Given> = fc.record({
  region: fc.constantFrom(null, 'AU' as const, 'UK' as const, 'US' as const),
  pluginProperties: fc.record({
    application: fc.constantFrom(null, 'application'),
    componentType: fc.constantFrom(null, 'componentType'),
  }),
});

test('1,000 random forms break what an independent table of the specification says, and nothing else', () => {
  const broken = new Set<string>();
  let whole = 0;
  fc.assert(
    fc.property(forms, given, (plain, rules) => {
      const form: RequestForm = requestFormSchema.parse(plain);
      const expected = specRules.filter(
        (rule) => rule.operation === form.operation && rule.isBroken(form, rules),
      );
      for (const { operation, field, cite } of expected) broken.add(`${operation} ${field} ${cite}`);
      if (expected.length === 0) whole += 1;
      const fields = (all: readonly { readonly field: string }[]) =>
        [...new Set(all.map(({ field }) => field))].toSorted();
      expect(fields(violationsOf(form, rules))).toEqual(fields(expected));
    }),
    { numRuns: 3_000, seed: 25 },
  );
  // Each rule was broken by some form, and some forms break none.
  expect(
    specRules.filter(({ operation, field, cite }) => !broken.has(`${operation} ${field} ${cite}`)),
  ).toEqual([]);
  expect(whole).toBeGreaterThan(100);
});

test('an equal split sums to the whole, and its shares differ by one at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), (count) => {
      const ratios = equalRatios(count);
      expect(ratios.reduce((sum, ratio) => sum + ratio, 0)).toBe(wholeRatio);
      expect(Math.max(...ratios) - Math.min(...ratios)).toBeLessThanOrEqual(1);
    }),
  );
});

test('60 minutes are sent as 0.6, and minutes come back as they went', () => {
  expect(quantityOfMinutes(60)).toBe(0.6);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000 }),
      (minutes) => minutesOfQuantity(quantityOfMinutes(minutes)) === minutes,
    ),
  );
});
