import type {
  ContactView,
  Draft,
  RequestForm,
  RequestId,
  RequestProblem,
  RequestView,
} from '../../../shared/model/index.ts';
import { ago, ahead, hostileName, matterAt, matterId } from './firm.ts';
import type { Scene } from './scenes.ts';

const minute = 60_000;
const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}` as RequestId;
/** A matter's id as the service's are. */
const long =
  'Konstantinopoulou-Featherstonehaugh of the Inner Temple and the Northern Circuit, formerly Abernathy';

export const contactNames = ['Abernathy Holdings', 'Maria Castellano', 'Tom Delacroix', 'Northgate Rail plc'];

export const contactsOf = (scene: Scene): ContactView[] =>
  scene.bare
    ? []
    : contactNames.map((name, index) => ({
        contactId: `contact-${index}`,
        name: scene.long && index === 1 ? `${name} ${long}` : index === 2 ? null : name,
        email: index === 1 ? 'maria@castellano.example' : null,
        matters: index * 3,
        madeHere: index === 1,
      }));

export const newLetter: Extract<RequestForm, { operation: 'portalTasks.create' }> = {
  operation: 'portalTasks.create',
  matterId: matterId('matter-0'),
  fileIds: [],
  externalUserId: 'maria@castellano.example',
  title: 'Sign the engagement letter',
  url: 'https://sign.firm.example/letters/17',
  contact: { kind: 'known', contactId: 'contact-1', name: 'Maria Castellano' },
  email: null,
  requireMFA: true,
  optional: false,
  actionText: 'Sign',
  completedText: 'Thank you. We have your signature.',
  completedUrl: null,
};

const person: RequestForm = {
  operation: 'contacts.create',
  firstName: 'Maria',
  lastName: 'Castellano',
  email: 'maria@castellano.example',
};
const matter: RequestForm = {
  operation: 'matters.create',
  number: '2026-00017',
  matterTypeId: 'type-0',
  matterTypeName: 'Lease dispute',
  clients: [{ kind: 'requested', requestId: id(1), name: 'Maria Castellano' }],
  otherSides: [],
  clientRole: 'Tenant',
  otherSideRole: null,
  description: 'Dilapidations at Fenwick Court',
  status: 'Open',
  dateOpened: '2026-02-03',
  personResponsibleStaffId: 'staff-0',
  personAssistingStaffId: null,
  isLead: false,
};
const status: RequestForm = {
  operation: 'matters.patch',
  matterId: matterId('matter-4'),
  seen: 'v1',
  changes: { status: 'Closed', closedDate: '2026-03-01' },
};

const problem = (given: Partial<RequestProblem> & Pick<RequestProblem, 'kind' | 'what'>): RequestProblem => ({
  why: '',
  next: '',
  fields: [],
  candidates: [],
  lookedFor: true,
  changed: [],
  version: null,
  actions: ['edit', 'cancel'],
  ...given,
});

/** One request of each kind. */
export function requestsOf(scene: Scene): RequestView[] {
  if (scene.bare) return [];
  const four = matterAt(4, scene);
  const of = (index: number, form: RequestForm, name: string, about: string | null = null) => ({
    id: id(index),
    operation: form.operation,
    form,
    subject: {
      matterId: about === null ? null : matterId(about),
      name: scene.long ? `${name} ${long}` : name,
    },
    revision: 0,
    submittedAt: ago(index * 7 * minute),
    changedAt: ago(index * 5 * minute),
  });
  const offline = scene.status.service === 'offline';
  return [
    {
      ...of(1, person, 'Maria Castellano'),
      state: 'waiting',
      waitsFor: offline ? 'service' : 'answer',
      why: null,
      nextTryAt: null,
    },
    {
      ...of(2, matter, 'Dilapidations at Fenwick Court'),
      state: 'waiting',
      waitsFor: 'another-request',
      why: null,
      nextTryAt: null,
    },
    {
      ...of(3, newLetter, 'Sign the engagement letter', 'matter-0'),
      state: 'waiting',
      waitsFor: offline ? 'service' : 'next-try',
      why: 'The service is busy (answer 503).',
      nextTryAt: ahead(95_000),
    },
    {
      ...of(4, status, `${four.number} ${four.title}`, 'matter-4'),
      state: 'sent',
      sentAt: ago(minute),
      madeId: null,
    },
    {
      ...of(5, matter, 'Dilapidations at Fenwick Court'),
      state: 'problem',
      problem: problem({
        kind: 'refused',
        what: 'The service does not take this matter',
        why: 'It answered that something in it is not valid (answer 400).',
        next: 'Change what it names, and it is sent again.',
        fields: [
          { field: 'clientRole', words: scene.long ? hostileName : 'Tenant is no role of this matter type.' },
          { field: 'dateOpened', words: 'The date must not lie before 1990.' },
        ],
      }),
    },
    {
      ...of(6, person, 'Maria Castellano'),
      state: 'problem',
      problem: problem({
        kind: 'unknown-outcome',
        what: 'Nobody knows whether this person was made',
        why: 'The connection broke off before the service answered.',
        next: 'Look whether one of these is the person. Nothing is sent again before you say so.',
        candidates: [
          {
            id: 'contact-9',
            name: 'Maria Castellano',
            facts: [
              { label: 'Made', value: '2 minutes after it was sent', same: true },
              { label: 'Email', value: 'm.castellano@elsewhere.example', same: false },
            ],
          },
        ],
        canBeLookedFor: true,
        actions: ['decide', 'cancel'],
      }),
    },
    {
      ...of(7, status, `${four.number} ${four.title}`, 'matter-4'),
      state: 'problem',
      problem: problem({
        kind: 'changed-since',
        what: 'Somebody else changed this matter since you looked at it',
        why: 'What you were shown is not what the service has now.',
        next: 'Send yours all the same, change it, or cancel it.',
        changed: [
          { field: 'status', seen: 'Open', now: 'Pending', yours: 'Closed' },
          { field: 'description', seen: 'Advice', now: 'Advice and proceedings' },
        ],
        version: 'v2',
        actions: ['edit', 'cancel', 'decide'],
      }),
    },
    {
      ...of(8, person, 'Ben Haruna'),
      state: 'done',
      doneAt: ago(50 * minute),
      result: { id: 'contact-8', seen: false, wasSo: false },
    },
    {
      ...of(9, status, `${four.number} ${four.title}`, 'matter-4'),
      state: 'cancelled',
      certainlyNotMade: false,
    },
  ];
}

export const draftsOf = (scene: Scene): Draft[] =>
  scene.bare
    ? []
    : [
        {
          id: id(40),
          operation: 'matters.create',
          matterId: null,
          name: scene.long ? `New matter: ${long}` : 'New matter: Dilapidations at Fenwick Court',
          fields: JSON.stringify({ form: matter, people: [] }),
          savedAt: ago(12 * minute),
        },
      ];

export const someId = id;
