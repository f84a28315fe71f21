import type {
  FormOf,
  Region,
  RequestForm,
  RequestOperation,
  RequestSettings,
} from '../../../shared/model/index.ts';

/** A rule of the specification, or of ours, written down apart from the program's own: by the field, and where it stands. */
export interface SpecRule {
  readonly operation: RequestForm['operation'];
  readonly field: string;
  readonly cite: string;
  readonly isBroken: (form: RequestForm, given: Given) => boolean;
}
export interface Given {
  readonly region: Region | null;
  readonly pluginProperties: RequestSettings['pluginProperties'];
}

/** Typed by its operation. */
const rule = <Operation extends RequestOperation>(of: {
  readonly operation: Operation;
  readonly field: string;
  readonly cite: string;
  readonly isBroken: (form: FormOf<Operation>, given: Given) => boolean;
}): SpecRule => ({
  ...of,
  isBroken: (form, given) => form.operation === of.operation && of.isBroken(form as FormOf<Operation>, given),
});

const isUuid = (text: string) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);
const isDate = (text: string | null | undefined) =>
  text === undefined ||
  text === null ||
  text === '' ||
  (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text)));
const isHttps = (text: string | null | undefined) =>
  text === undefined || text === null || text === '' || text.startsWith('https://');
const isOneWord = (text: string | null | undefined) => !/\S\s+\S/.test(text ?? '');
const isSet = (value: unknown) => value !== undefined && value !== null;
const elsewhere = (region: Region | null, ...regions: Region[]) =>
  region !== null && !regions.includes(region);
const post = 'POST /matters';
const patch = 'PATCH /matters/{matterId}';
const code = 'Activity code';
const task = 'POST /matters/{matterId}/portal/tasks';
const ours = 'ours: what a client is led to, and told, stays between the two';

const settings = (form: FormOf<'matters.patch'>) => {
  const split = form.changes.splitOriginatingStaffSettings;
  return split?.isEnabled === true ? split : null;
};
const shares = (form: FormOf<'matters.patch'>) => settings(form)?.splitMatterStaffs ?? [];
const names = (form: FormOf<'matters.patch'>): string[] => shares(form).map((share) => share.matterStaffId);
const originating = (form: FormOf<'matters.patch'>) => form.changes.originatingStaffIds;
const isEach = (all: string[]) => all.every((one, index) => all.indexOf(one) === index);
const splitField = 'splitOriginatingStaffSettings.splitMatterStaffs';

/** Every rule that a form can break. */
export const specRules: readonly SpecRule[] = [
  rule({
    operation: 'matters.create',
    field: 'matterTypeId',
    cite: `${post}: required`,
    isBroken: (f) => f.matterTypeId === '',
  }),
  rule({
    operation: 'matters.create',
    field: 'clients',
    cite: `${post}, Limits: at least 1 contact id`,
    isBroken: (f) => f.clients.length === 0,
  }),
  rule({
    operation: 'matters.create',
    field: 'dateOpened',
    cite: `${post}: string (ISO 8601)`,
    isBroken: (f) => !isDate(f.dateOpened),
  }),

  rule({
    operation: 'matters.patch',
    field: 'matterId',
    cite: `${patch}: matterId uuid`,
    isBroken: (f) => !isUuid(f.matterId),
  }),
  rule({
    operation: 'matters.patch',
    field: 'changes',
    cite: 'ours: a patch of nothing says nothing',
    isBroken: (f) => Object.keys(f.changes).length === 0,
  }),
  rule({
    operation: 'matters.patch',
    field: 'clients',
    cite: 'Limits: clientIds at least 1 entry',
    isBroken: (f) => f.changes.clients?.length === 0,
  }),
  ...(['dateOpened', 'openedDate', 'closedDate', 'leadOpenedDate', 'leadClosedDate'] as const).map((field) =>
    rule({
      operation: 'matters.patch',
      field,
      cite: `${patch}: date-time or null`,
      isBroken: (f) => f.changes[field] === '' || !isDate(f.changes[field]),
    }),
  ),
  ...(['leadOpenedDate', 'leadClosedDate', 'leadClosedReason'] as const).map((field) =>
    rule({
      operation: 'matters.patch',
      field,
      cite: `${patch}: apply only if isLead is true`,
      isBroken: (f) => f.changes.isLead === false && isSet(f.changes[field]),
    }),
  ),
  rule({
    operation: 'matters.patch',
    field: 'clientRole',
    cite: `${patch}, States: required when converting a lead, and only supported then`,
    isBroken: (f) => (f.changes.isLead === false) !== ((f.changes.clientRole ?? '') !== ''),
  }),
  rule({
    operation: 'matters.patch',
    field: 'supervisorStaffId',
    cite: `${patch}: UK only`,
    isBroken: (f, { region }) => 'supervisorStaffId' in f.changes && elsewhere(region, 'UK'),
  }),
  rule({
    operation: 'matters.patch',
    field: 'clientCode',
    cite: `${patch}: AU and UK only`,
    isBroken: (f, { region }) => 'clientCode' in f.changes && elsewhere(region, 'AU', 'UK'),
  }),
  rule({
    operation: 'matters.patch',
    field: 'originatingStaffIds',
    cite: 'splitOriginatingStaffSettings (a): must be in the same request',
    isBroken: (f) => settings(f) !== null && !isSet(originating(f)),
  }),
  rule({
    operation: 'matters.patch',
    field: splitField,
    cite: 'splitOriginatingStaffSettings (a): exactly match originatingStaffIds',
    isBroken: (f) =>
      settings(f) !== null &&
      [...new Set(names(f))].toSorted().join() !==
        [...new Set<string>(originating(f) ?? [])].toSorted().join(),
  }),
  rule({
    operation: 'matters.patch',
    field: splitField,
    cite: 'splitOriginatingStaffSettings (b): ratios sum to 10000',
    isBroken: (f) =>
      settings(f)?.splitMethod === 'UseRatio' &&
      (shares(f).some((share) => (share.matterStaffRatio ?? -1) < 0) ||
        shares(f).reduce((sum, share) => sum + (share.matterStaffRatio ?? 0), 0) !== 10_000),
  }),
  rule({
    operation: 'matters.patch',
    field: 'splitOriginatingStaffSettings.remainderStaffId',
    cite: 'splitOriginatingStaffSettings (c): one of the staff',
    isBroken: (f) => {
      const remainder = settings(f)?.remainderStaffId ?? null;
      return remainder !== null && !names(f).includes(remainder);
    },
  }),
  rule({
    operation: 'matters.patch',
    field: splitField,
    cite: 'splitOriginatingStaffSettings (d): no duplicate staff',
    isBroken: (f) => !isEach(names(f)),
  }),
  rule({
    operation: 'matters.patch',
    field: 'originatingStaffIds',
    cite: 'splitOriginatingStaffSettings (a), (d): the same staff, none twice',
    isBroken: (f) => settings(f) !== null && !isEach(originating(f) ?? []),
  }),

  rule({
    operation: 'contacts.create',
    field: 'lastName',
    cite: 'ours: a person without a name is never found again',
    isBroken: (f) => `${f.firstName}${f.lastName}`.trim() === '',
  }),
  rule({
    operation: 'relationships.put',
    field: 'name',
    cite: 'ours: a PUT replaces the name too',
    isBroken: (f) => f.name === '',
  }),

  rule({
    operation: 'activityCodes.put',
    field: 'code',
    cite: `${code}: at most 20 characters`,
    isBroken: (f) => (f.code ?? '').length > 20,
  }),
  rule({
    operation: 'activityCodes.put',
    field: 'rate',
    cite: `${code}: if set, rateType must be OverrideRateForAllStaff`,
    isBroken: (f) => isSet(f.rate) && f.rateType !== 1,
  }),
  rule({
    operation: 'activityCodes.put',
    field: 'quantity',
    cite: `${code}: not applicable to type Fixed`,
    isBroken: (f) => isSet(f.quantity) && f.type === 0,
  }),
  ...(['taxZeroRated', 'taxOutOfScope'] as const).map((field) =>
    rule({
      operation: 'activityCodes.put',
      field,
      cite: `${code}: UK only`,
      isBroken: (f, { region }) => field in f && elsewhere(region, 'UK'),
    }),
  ),
  rule({
    operation: 'activityCodes.put',
    field: 'taxInclusive',
    cite: `${code}: AU and UK only`,
    isBroken: (f, { region }) => 'taxInclusive' in f && elsewhere(region, 'AU', 'UK'),
  }),
  // The second of two that exclude each other is the one that is named.
  rule({
    operation: 'activityCodes.put',
    field: 'taxZeroRated',
    cite: `${code}: mutually exclusive with taxExempt`,
    isBroken: (f) => f.taxExempt && f.taxZeroRated === true,
  }),
  rule({
    operation: 'activityCodes.put',
    field: 'taxOutOfScope',
    cite: `${code}: mutually exclusive with taxZeroRated and taxExempt`,
    isBroken: (f) => f.taxOutOfScope === true && f.taxExempt !== (f.taxZeroRated === true),
  }),
  ...(['inputTaxRate', 'outputTaxRate'] as const).map((field) =>
    rule({
      operation: 'activityCodes.put',
      field,
      cite: `${code}: percentage to two decimals`,
      isBroken: (f) => isSet(f[field]) && Math.round(f[field] * 100) / 100 !== f[field],
    }),
  ),

  rule({
    operation: 'portalTasks.create',
    field: 'matterId',
    cite: `${task}: matterId uuid`,
    isBroken: (f) => !isUuid(f.matterId),
  }),
  ...(['externalUserId', 'title', 'url'] as const).map((field) =>
    rule({
      operation: 'portalTasks.create',
      field,
      cite: `${task}: min length 1`,
      isBroken: (f) => f[field] === '',
    }),
  ),
  rule({
    operation: 'portalTasks.create',
    field: 'contact',
    cite: `${task}: contactId uuid`,
    isBroken: (f) => f.contact?.kind === 'known' && !isUuid(f.contact.contactId),
  }),
  rule({
    operation: 'portalTasks.create',
    field: 'actionText',
    cite: `${task}: single word`,
    isBroken: (f) => !isOneWord(f.actionText),
  }),
  ...(['url', 'completedUrl'] as const).map((field) =>
    rule({
      operation: 'portalTasks.create',
      field,
      cite: ours,
      isBroken: (f) => !isHttps(f[field]),
    }),
  ),

  rule({
    operation: 'portalTasks.patch',
    field: 'matterId',
    cite: 'PATCH …/portal/tasks/{taskId}: uuid',
    isBroken: (f) => !isUuid(f.matterId),
  }),
  rule({
    operation: 'portalTasks.patch',
    field: 'changes',
    cite: 'ours: a patch of nothing says nothing',
    isBroken: (f) => Object.keys(f.changes).length === 0,
  }),
  ...(['externalUserId', 'title', 'url'] as const).map((field) =>
    rule({
      operation: 'portalTasks.patch',
      field,
      cite: `${task}: min length 1`,
      isBroken: (f) => f.changes[field] === '',
    }),
  ),
  rule({
    operation: 'portalTasks.patch',
    field: 'actionText',
    cite: `${task}: single word`,
    isBroken: (f) => !isOneWord(f.changes.actionText),
  }),
  ...(['url', 'completedUrl', 'cancelledUrl', 'expiredUrl'] as const).map((field) =>
    rule({
      operation: 'portalTasks.patch',
      field,
      cite: ours,
      isBroken: (f) => !isHttps(f.changes[field]),
    }),
  ),

  rule({
    operation: 'plugins.put',
    field: 'pluginId',
    cite: 'PUT /plugins/{pluginId}: its id',
    isBroken: (f) => f.pluginId === '',
  }),
  rule({
    operation: 'plugins.put',
    field: 'key',
    cite: 'Plugins: key can only be set on creation',
    isBroken: (f) => f.key !== null && !f.isNew,
  }),
  ...(['width', 'height'] as const).map((field) =>
    rule({
      operation: 'plugins.put',
      field: `version.attributes.page.${field}`,
      cite: 'Plugins: integer',
      isBroken: (f) =>
        isSet(f.version?.attributes?.page?.[field]) && f.version.attributes.page[field] % 1 !== 0,
    }),
  ),
  rule({
    operation: 'plugins.put',
    field: 'application',
    cite: 'Plugin (update shape): its property name is not shown',
    isBroken: (f, { pluginProperties }) => f.application !== null && pluginProperties.application === null,
  }),
  rule({
    operation: 'plugins.put',
    field: 'componentType',
    cite: 'Plugin (update shape): its property name is not shown',
    isBroken: (f, { pluginProperties }) =>
      f.componentType !== null && pluginProperties.componentType === null,
  }),
  rule({
    operation: 'plugins.put',
    field: 'version.requestEndpointUrl',
    cite: ours,
    isBroken: (f) => !isHttps(f.version?.requestEndpointUrl),
  }),

  rule({
    operation: 'webhooks.create',
    field: 'eventTypes',
    cite: 'Events 2: of the form <resource>.<change>',
    isBroken: (f) => f.eventTypes.some((name: string) => !/^[^\s.]+\.[^\s]*[^\s.]$/.test(name)),
  }),
  rule({
    operation: 'webhooks.create',
    field: 'eventTypes',
    cite: 'Events 1: a subscription names the event types',
    isBroken: (f) => f.eventTypes.length === 0,
  }),
  rule({
    operation: 'webhooks.create',
    field: 'eventNotificationUrl',
    cite: 'POST /webhooks: uri; and ours: over TLS',
    isBroken: (f) => f.eventNotificationUrl === '' || !isHttps(f.eventNotificationUrl),
  }),
];
