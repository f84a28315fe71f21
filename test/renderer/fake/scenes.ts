import type { AddingView } from '../../../shared/model/adding.ts';
import {
  type ConnectionView,
  type EngineStatus,
  type Keeping,
  type Managed,
  managedSchema,
  matterIdSchema,
  type Person,
  type Preferences,
  type Refusal,
  type RequestSettings,
  type Session,
  statusBefore,
} from '../../../shared/model/index.ts';
import type { ProxyQuestion } from '../../../shared/model/proxy.ts';
import type { UpdatesState } from '../../../shared/model/updates.ts';
import { ago, ahead } from './firm.ts';

/** What the made-up firm is going through. */
export interface Scene {
  readonly session: Session;
  readonly status: EngineStatus;
  /** Null: the engine has not said yet whose work it shows. */
  readonly person: Person | null;
  readonly connection: ConnectionView | null;
  /** Matters in the list. */
  readonly matters: number;
  readonly long: boolean;
  readonly rootFolder: string | null;
  /** Whatever the window reads to fill a screen is answered with this. */
  readonly failure: Refusal | null;
  readonly historyProblem: string | null;
  /** No documents and no history in any matter. */
  readonly bare: boolean;
  readonly problems: number;
  /** Files that changed, and cannot be captured when their folder is to be unlinked. */
  readonly notCaptured?: number;
  /** Documents that are open while somebody else filed a newer version. */
  readonly openedOlder?: number;
  readonly proxyQuestion?: ProxyQuestion;
  /** The diagnosis finds what is wrong. */
  readonly unwell?: boolean;
  /** Nobody used the computer for a while. */
  readonly locked: boolean;
  readonly updates: UpdatesState;
  /** There is a second profile. */
  readonly profiles: boolean;
  /** And something of it needs the person. */
  readonly needElsewhere?: boolean;
  /** Documents are being added, or were when the program ended. */
  readonly adding?: AddingView;
  /** The second profile cannot be opened. */
  readonly notOpen?: boolean;
  /** The settings were damaged, and nothing of them is left. */
  readonly settingsLost?: boolean;
  /** What the service does with documents that are not on this computer; it offers none unless said. */
  readonly downloads?: 'offered' | 'slow' | 'offline' | 'not-offered' | undefined;
  /** How far the matter is that is kept on this computer; nothing of it is unless said. */
  readonly keeping?: Partial<Keeping>;
  /** Every name from outside is made to deceive. */
  readonly hostile?: boolean;
  /** What the person prefers otherwise than usual here. */
  readonly preferences?: Partial<Preferences>;
  /** An administrator decided, and wrote something that makes no sense. */
  readonly managed?: readonly Managed[];
  /** What the firm configured of its requests. */
  readonly requestSettings?: Partial<RequestSettings>;
}

const calm: EngineStatus = { ...statusBefore, service: 'online', mattersCheckedAt: ago(4 * 60_000) };
const online: EngineStatus = {
  ...calm,
  waiting: 3,
  sending: 1,
  sent: 2,
  problems: 5,
  requests: { open: 4, problems: 3 },
};

const signedIn: Session = { state: 'signed-in', keptIn: 'system', signInAgainBy: ahead(24 * 86_400_000) };

export const usualPerson: Extract<Person, { state: 'known' }> = {
  state: 'known',
  id: 'dana',
  staff: { id: 'staff-0', name: 'Dana Whitfield' },
  staffIsProven: true,
  others: { people: 0, waiting: 0, mayBeMine: false },
  mistaken: null,
  toLink: [],
  toLinkLater: [],
  toTakeOver: [],
};

export const askedPerson: Person = {
  state: 'asked',
  people: [{ id: 'a', name: 'Dana Whitfield', waiting: 3 }],
  staff: [
    { id: 'staff-0', name: 'Dana Whitfield' },
    { id: 'staff-1', name: 'Ben Okafor' },
  ],
};

const usual: Scene = {
  session: signedIn,
  status: online,
  person: usualPerson,
  connection: {
    baseUrl: 'https://api.firm.example',
    authUrl: 'https://login.firm.example',
    clientId: 'matterline-desktop',
    redirect: 'custom',
    hasClientSecret: true,
    source: 'typed',
  },
  matters: 50_000,
  long: false,
  rootFolder: '/home/dana/Matters',
  failure: null,
  historyProblem: null,
  bare: false,
  problems: 5,
  locked: false,
  updates: { state: 'current', checkedAt: ago(40 * 60_000) },
  profiles: false,
};

const refusal: Refusal = {
  code: 'sign-in-failed',
  what: 'The sign-in was not accepted.',
  why: 'The answer that came back does not belong to the sign-in started here.',
  next: 'Start again with “Sign in”, and use the page that opens then.',
};

const secretsGone: Session = {
  state: 'unconfigured',
  refusal: {
    code: 'configuration-invalid',
    what: 'The API key has to be entered again.',
    why: 'This computer has no safe place for secrets, it was cleared since, or the disk did not take them.',
    next: 'Enter the API key, and the client secret if you were given one. What you save in your matter folders is kept meanwhile.',
  },
};

const wrongFile: Refusal = {
  code: 'configuration-invalid',
  what: 'The connection file cannot be used.',
  why: 'The address of the service must begin with https://.',
  next: 'Ask whoever gave it to you to correct it, and start Matterline again.',
};

export const scenes = {
  usual,
  unconfigured: { ...usual, session: { state: 'unconfigured', refusal: null }, connection: null },
  'secrets-gone': {
    ...usual,
    session: secretsGone,
    status: { ...calm, service: 'signed-out', waiting: 2 },
  },
  'locked-secrets-gone': { ...usual, session: secretsGone, locked: true },
  'locked-wrong-file': {
    ...usual,
    session: { state: 'unconfigured', refusal: wrongFile },
    connection: null,
    locked: true,
  },
  'managed-signed-out': { ...usual, managed: ['sendLimit'], session: { state: 'signed-out', refusal: null } },
  'managed-unconfigured': {
    ...usual,
    managed: managedSchema.options,
    session: { state: 'unconfigured', refusal: null },
    connection: null,
  },
  'signed-out': { ...usual, session: { state: 'signed-out', refusal: null } },
  'signed-out-by-oneself': { ...usual, session: { state: 'signed-out', refusal: null, left: true } },
  'sign-in-refused': { ...usual, session: { state: 'signed-out', refusal } },
  'signing-in': {
    ...usual,
    session: {
      state: 'signing-in',
      address:
        'https://login.firm.example/oauth2/authorize?response_type=code&client_id=matterline-desktop&state=f3a',
      refusal: null,
    },
  },
  'signing-in-again': {
    ...usual,
    session: {
      state: 'signing-in',
      address: 'https://login.firm.example/oauth2/authorize?response_type=code&state=f3a',
      refusal: null,
      meanwhile: signedIn,
    },
  },
  downloads: { ...usual, downloads: 'offered' },
  keeping: {
    ...usual,
    downloads: 'offered',
    keeping: { matter: true, wanted: 61, here: 61, completeAt: ago(3 * 60_000) },
  },
  'keeping-fetches': {
    ...usual,
    downloads: 'offered',
    keeping: { matter: true, wanted: 61, here: 12, isRunning: true },
  },
  'keeping-waits': {
    ...usual,
    downloads: 'offered',
    keeping: { matter: true, wanted: 61, here: 61, open: 1, changed: 2 },
  },
  'keeping-too-many': {
    ...usual,
    downloads: 'offered',
    keeping: { matter: true, wanted: 61, here: 61, tooMany: 54 },
  },
  'following-waits': {
    ...usual,
    downloads: 'offered',
    keeping: {
      following: {
        open: 1,
        changed: 2,
        taken: 1,
        refused: 0,
        tooMany: 0,
        noWastebasket: 0,
        tooManyUpTo: 0,
        noWastebasketUpTo: 0,
      },
    },
  },
  'following-asks': {
    ...usual,
    downloads: 'offered',
    keeping: {
      ...{ matter: true, wanted: 61, here: 61, tooMany: 12 },
      following: {
        open: 0,
        changed: 1,
        taken: 0,
        refused: 0,
        tooMany: 54,
        noWastebasket: 3,
        tooManyUpTo: 0,
        noWastebasketUpTo: 0,
      },
    },
  },
  'downloads-slow': { ...usual, downloads: 'slow' },
  'downloads-offline': { ...usual, downloads: 'offline' },
  'not-captured': { ...usual, notCaptured: 3 },
  'person-untold': { ...usual, person: null },
  asked: { ...usual, person: askedPerson },
  'asked-nameless': {
    ...usual,
    person: { state: 'asked', people: [{ id: 'a', name: null, waiting: 0 }], staff: [] },
  },
  'asked-several': {
    ...usual,
    person: {
      state: 'asked',
      people: [
        { id: 'a', name: 'Dana Whitfield'.repeat(12), waiting: 1 },
        { id: 'b', name: null, waiting: 12_000 },
        { id: 'c', name: 'Ben Okafor', waiting: 0 },
      ],
      staff: [{ id: 'staff-0', name: 'Dana Whitfield'.repeat(12) }],
    },
  },
  'person-refused': {
    ...usual,
    person: {
      state: 'refused',
      refusal: {
        code: 'not-permitted',
        what: 'Nothing is opened for this sign-in',
        why: 'Your administrator decided that the sign-in server has to say who signs in, and its answer does not.',
        next: 'Ask the person who looks after your computers. What is saved in linked folders is kept, and nothing is sent.',
      },
    },
  },
  'others-wait': {
    ...usual,
    person: { ...usualPerson, others: { people: 1, waiting: 7, mayBeMine: false } },
  },
  'others-mine': {
    ...usual,
    person: {
      ...usualPerson,
      staff: null,
      staffIsProven: false,
      others: { people: 2, waiting: 12_000, mayBeMine: true },
    },
  },
  'folders-moving': {
    ...usual,
    person: {
      ...usualPerson,
      toTakeOver: [
        '/home/dana/Matters/2025-01000 Lease dispute',
        `/home/dana/${'Wills and trusts '.repeat(14)}`,
      ],
    },
  },
  mistaken: {
    ...usual,
    person: {
      ...usualPerson,
      others: { people: 1, waiting: 2, mayBeMine: false },
      mistaken: {
        code: 'not-permitted',
        what: 'You had been taken for another person who works on this computer',
        why: 'The service’s history names you for what was filed since you signed in. Filing in the other person’s matters has stopped.',
        next: 'What was saved in their folders since then waits for their review. Folders that you linked since then are yours, with what you saved in them.',
      },
    },
  },
  'folders-came-along': {
    ...usual,
    person: {
      ...usualPerson,
      toLink: ['/home/dana/Matters/2025-01000 Lease dispute', '/home/dana/Wills'],
      toLinkLater: ['/home/dana/Leases'],
    },
  },
  'not-opened': {
    ...usual,
    status: {
      ...online,
      blockedBy: {
        code: 'service-failed',
        what: 'Something that Matterline keeps on this computer cannot be opened',
        why: 'The disk is full. Saves in its folders are not captured until it is open.',
        next: 'Make room on the disk. Matterline tries again by itself, and nothing saved is lost: it is in its folder.',
      },
    },
  },
  offline: {
    ...usual,
    status: {
      ...online,
      service: 'offline',
      why: 'the service does not answer',
      nextTryAt: ahead(3_600_000),
      waiting: 14,
      sending: 0,
      sent: 0,
      mattersCheckedAt: ago(5 * 3_600_000),
    },
    historyProblem: 'The service does not answer.',
  },
  paused: {
    ...usual,
    session: { ...signedIn, keptIn: 'memory', signInAgainBy: ahead(3 * 86_400_000) },
    status: { ...online, paused: true },
  },
  empty: { ...usual, status: calm, matters: 0, bare: true, problems: 0, rootFolder: null },
  bare: { ...usual, status: calm, bare: true, problems: 0, rootFolder: null },
  long: {
    ...usual,
    long: true,
    rootFolder: `/home/dana/${'A folder within the last one/'.repeat(5)}Matters`,
  },
  hostile: { ...usual, hostile: true, profiles: true },
  'hostile-opened': { ...usual, hostile: true, openedOlder: 1 },
  proxy: { ...usual, proxyQuestion: { proxy: 'proxy.firm.example:8080', refused: false } },
  'proxy-refused': {
    ...usual,
    session: { state: 'signed-out', refusal: null },
    proxyQuestion: { proxy: `${'proxy.'.repeat(20)}firm.example:8080`, refused: true },
  },
  unwell: { ...usual, unwell: true },
  battery: { ...usual, status: { ...online, sending: 0, held: 'battery' } },
  metered: { ...usual, status: { ...online, sending: 0, held: 'metered' } },
  opened: { ...usual, openedOlder: 1 },
  'opened-several': { ...usual, openedOlder: 3 },
  'opened-long': { ...usual, long: true, openedOlder: 1 },
  administrator: { ...usual, requestSettings: { administrator: true } },
  configured: {
    ...usual,
    requestSettings: {
      region: 'US',
      portalAddressTemplate: 'https://sign.firm.example/{matterNumber}/{fileId}',
      portalUserTemplate: '{contactId}',
    },
  },
  'update-ready': { ...usual, updates: { state: 'ready', version: '1.2.0', allFiled: true } },
  'update-waits': { ...usual, updates: { state: 'ready', version: '1.2.0', allFiled: false } },
  'update-managed': { ...usual, updates: { state: 'off', why: 'managed' } },
  managed: { ...usual, managed: managedSchema.options },
  opening: { ...usual, preferences: { show: 'usual' } },
  compact: {
    ...usual,
    preferences: {
      lists: { density: 'compact', hidden: ['matters.changed'], widths: { 'matters.clients': 320 } },
    },
  },
  locked: { ...usual, locked: true },
  profiles: { ...usual, profiles: true },
  adding: {
    ...usual,
    adding: { now: { folderName: 'Pleadings', done: 140, of: 400, waitingFor: [] }, ended: [] },
  },
  'adding-interrupted': {
    ...usual,
    adding: {
      now: null,
      ended: [
        {
          id: 'one',
          matterId: matterIdSchema.parse('matter-0'),
          folderName: 'Pleadings',
          outcomes: [],
          left: 240,
          unsure: {
            paths: Array.from(
              { length: 20 },
              (_none, index) => `/home/dana/Scans/Exhibit ${141 + index}.pdf`,
            ),
            refusal: {
              what: 'Adding was interrupted.',
              why: 'Matterline was closed, or ended, before all documents were added.',
            },
          },
        },
      ],
    },
  },
  'profile-not-open': { ...usual, profiles: true, notOpen: true },
  'settings-lost': {
    ...usual,
    session: { state: 'unconfigured', refusal: null },
    connection: null,
    settingsLost: true,
  },
  'profiles-need': { ...usual, profiles: true, needElsewhere: true },
  'profiles-long': { ...usual, profiles: true, long: true },
  'profiles-unconfigured': {
    ...usual,
    profiles: true,
    session: { state: 'unconfigured', refusal: null },
    connection: null,
  },
  failing: {
    ...usual,
    failure: {
      code: 'service-failed',
      what: 'The list cannot be read.',
      why: 'The program that keeps it is being started again.',
      next: 'Wait a moment; it comes back by itself.',
    },
  },
} satisfies Record<string, Scene>;

export function sceneOf(name: string | null): Scene {
  const [base, role] = name?.split('-as-') ?? [];
  const scene: Scene = Object.entries(scenes).find(([known]) => known === base)?.[1] ?? usual;
  return role === 'administrator' ? { ...scene, requestSettings: { administrator: true } } : scene;
}
