import type {
  ActivityCodeView,
  BillingView,
  MatterRecord,
  MatterTypeView,
  PortalTaskView,
  StaffView,
} from '../../../shared/model/index.ts';
import { ago, hostileName, matterAt, matterId } from './firm.ts';
import { newLetter, someId } from './requests.ts';
import type { Scene } from './scenes.ts';

const minute = 60_000;
const longName =
  'Second amended and restated supplemental action of variation relating to Fenwick Court, 2019-2025';

export const keptOf = (scene: Scene) => ({
  readAt: scene.bare ? null : ago(3 * minute),
  problem: scene.status.service === 'offline' ? 'The service does not answer.' : null,
});

export const matterTypesOf = (scene: Scene): MatterTypeView[] =>
  scene.bare
    ? []
    : ['Lease dispute', 'Estate', 'Share purchase', 'Employment claim'].map((name, index) => ({
        id: `type-${index}`,
        name: scene.long ? `${name} ${longName}` : name,
        category: index < 2 ? 'Property' : 'Commercial',
        location: index % 2 === 0 ? 'New South Wales' : 'Victoria',
        kind: 'unknown',
        representativeOptions: index === 3 ? [] : ['Tenant', 'Landlord'],
      }));

export const staffOf = (scene: Scene): StaffView[] =>
  scene.bare
    ? []
    : ['Dana Whitfield', 'Marcus Oyelaran', 'Priya Raghunathan', 'Tom Aldous'].map((name, index) => ({
        id: `staff-${index}`,
        name: scene.long ? (index === 1 ? hostileName : `${name} ${longName}`) : name,
        title: index === 0 ? 'Partner' : '',
        phone: index === 2 ? null : `+61 2 5550 01${index}0`,
        cell: index === 0 ? '+61 491 570 156' : null,
        email: `${name.toLowerCase().replace(' ', '.')}@firm.example`,
        former: index === 3,
        enabled: index !== 1,
      }));

const contact = (scene: Scene, index: number) => ({
  contactId: `contact-${index}`,
  name: scene.long ? `Maria Castellano ${longName}` : 'Maria Castellano',
});

export function recordOf(scene: Scene, id: string): MatterRecord {
  const matter = matterAt(Number(id.slice(7)), scene);
  if (scene.bare) {
    return {
      ...keptOf(scene),
      version: null,
      isLead: false,
      title: matter.title,
      fields: {},
      matterTypeName: null,
      roles: [],
      layouts: [],
      stageSetId: null,
    };
  }
  return {
    ...keptOf(scene),
    version: 'v1',
    isLead: matter.isLead,
    title: matter.title,
    fields: {
      number: matter.number,
      description: 'Advice and proceedings',
      status: 'Open',
      dateOpened: '2025-02-03T00:00:00Z',
      personResponsibleStaffId: 'staff-0',
      personAssistingStaffId: null,
      originatingStaffIds: ['staff-0', 'staff-1', 'staff-2'],
      splitOriginatingStaffSettings: {
        isEnabled: true,
        splitMethod: 'UseRatio',
        splitMatterStaffs: [
          { matterStaffId: 'staff-0', matterStaffRatio: 5_000 },
          { matterStaffId: 'staff-1', matterStaffRatio: 2_500 },
          { matterStaffId: 'staff-2', matterStaffRatio: 2_500 },
        ],
        remainderStaffId: 'staff-0',
      },
      clients: [{ kind: 'known', ...contact(scene, 1) }],
      otherSides: [],
    },
    matterTypeName: matter.matterType,
    roles: [
      {
        roleId: 'role-0',
        name: 'Client',
        contact: contact(scene, 1),
        isFirm: false,
        solicitors: [],
        relationships: [
          {
            relationshipId: 'relationship-0',
            version: 'r1',
            name: { shown: true, value: 'Guarantor' },
            displayName: { shown: true, value: scene.long ? longName : 'Guarantor of the tenant' },
            contact: { shown: true, value: contact(scene, 3) },
            representatives: { shown: false },
            isMatterItemRequired: { shown: false },
          },
        ],
        others: [],
      },
      {
        roleId: 'role-1',
        name: 'Other side',
        contact: { contactId: 'contact-3', name: 'Northgate Rail plc' },
        isFirm: false,
        solicitors: [{ contactId: null, name: scene.long ? hostileName : 'Pemberton & Co' }],
        relationships: [],
        others: [{ key: 'Experts', values: ['Dr Hale'] }],
      },
      {
        roleId: 'role-2',
        name: 'Solicitor',
        contact: null,
        isFirm: true,
        solicitors: [],
        relationships: [],
        others: [],
      },
    ],
    layouts: [{ itemId: 'item-0', name: 'Lease details' }],
    stageSetId: 'stages-0',
  };
}

export const billingOf = (scene: Scene): BillingView => ({
  ...keptOf(scene),
  configuration: scene.bare
    ? null
    : {
        billingType: 7,
        amount: 12_000,
        disbursementAmount: 350.5,
        contingencyAmount: null,
        debtors: [contact(scene, 1)],
        rateSetId: 'Rates of 2026',
        isUtbmsEnabled: true,
        ledesFirmId: '98-7654321',
        ledesMatterId: null,
        ledesClientMatterId: 'NR-4411',
        ledesTimekeeperClassificationType: 2,
      },
});

export const stagesOf = (scene: Scene) => ({
  ...keptOf(scene),
  set: {
    name: 'Litigation',
    isDeleted: false,
    stages: ['Instructions', 'Pleadings', 'Disclosure', scene.long ? longName : 'Trial', 'Costs'].map(
      (name, index) => ({ id: `stage-${index}`, name, isDeleted: false }),
    ),
  },
});

export const codesOf = (scene: Scene): ActivityCodeView[] =>
  scene.bare
    ? []
    : ['CALL', 'LETTER', 'COPIES', 'SURCH'].map((code, index) => ({
        codeId: `code-${index}`,
        version: 'c1',
        fields: {
          ...(index < 3 && { type: ([1, 0, 2] as const)[index] ?? 0 }),
          code,
          description: scene.long
            ? longName
            : (['Telephone call', 'Letter', 'Photocopies', 'Surcharge'][index] ?? ''),
          isBillable: index !== 1,
          rateType: index === 1 ? 1 : 0,
          rate: index === 1 ? 85 : null,
          quantity: index === 0 ? 0.06 : index === 2 ? 1 : null,
          taxExempt: false,
          inputTaxRate: null,
          outputTaxRate: 10,
        },
        unreadable: index === 3 ? ['type'] : [],
        type: index === 3 ? 9 : ([1, 0, 2][index] ?? 0),
        rateType: index === 1 ? 1 : 0,
        isDeleted: false,
      }));

export function tasksOf(scene: Scene): PortalTaskView[] {
  if (scene.bare) return [];
  const matter = matterAt(0, scene);
  const task = (index: number, state: PortalTaskView['state']): PortalTaskView => ({
    task: someId(20 + index),
    taskId: index === 3 ? null : `task-${index}`,
    matterId: matterId('matter-0'),
    matter: `${matter.number} ${matter.title}`,
    fileIds: [],
    state,
    setAt: ago(index * 50 * minute),
    fields: {
      title: scene.long ? `Sign ${longName}` : newLetter.title,
      url: newLetter.url,
      externalUserId: newLetter.externalUserId,
      actionText: 'Sign',
      completedText: newLetter.completedText,
      completed: state === 'completed',
      expired: state === 'expired',
    },
    contactName: scene.long ? `Maria Castellano ${longName}` : 'Maria Castellano',
    email: 'maria@castellano.example',
    requireMFA: true,
    optional: false,
    pending: index === 1,
  });
  return [task(0, 'requested'), task(1, 'asked'), task(2, 'completed'), task(3, 'asked'), task(4, 'expired')];
}
