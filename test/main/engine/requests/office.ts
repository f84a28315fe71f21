import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { type Exchange, exchange } from '../../../../main/engine/service/exchange.ts';
import type { FormOf, RequestForm, RequestId, RequestView } from '../../../../shared/model/index.ts';
import { eventually, openWorkplace, type Workplace } from '../../../support/workplace.ts';

export interface SentWrite {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
  /** What the service answered; null while it did not, and when no answer came. */
  status: number | null;
}

/** A firm's service and a computer on which requests are made, with what its forms choose from. */
export interface Office extends AsyncDisposable {
  readonly place: Workplace;
  readonly contactIds: readonly string[];
  readonly staffIds: readonly string[];
  /** Keys that main keeps, by the ids in forms. */
  readonly keys: Map<string, string>;
  submit(...forms: RequestForm[]): RequestId[];
  request(id: RequestId): RequestView;
  /** Waits until it stands like this. */
  stands<State extends RequestView['state']>(
    id: RequestId,
    state: State,
  ): Promise<Extract<RequestView, { state: State }>>;
  newMatter(more?: Partial<FormOf<'matters.create'>>): FormOf<'matters.create'>;
  newContact(more?: Partial<FormOf<'contacts.create'>>): FormOf<'contacts.create'>;
  patch(changes: FormOf<'matters.patch'>['changes'], seen?: string | null): FormOf<'matters.patch'>;
  newTask(more?: Partial<FormOf<'portalTasks.create'>>): FormOf<'portalTasks.create'>;
  /** A colleague makes a person; answers their id. */
  makeContactElsewhere(person: { firstName: string; lastName: string }): Promise<string>;
  /** Version of the matter as the service has it. */
  versionOfMatter(): Promise<string>;
  /** Every write that left this computer, oldest first: whether it was answered or not. */
  readonly sent: readonly SentWrite[];
  sentTo(method: string, path: RegExp): readonly SentWrite[];
  /** Matters of the service with this description. */
  mattersCalled(description: string): Promise<number>;
}

export async function openOffice(
  options: Parameters<typeof openWorkplace>[0] & { speedUp?: number } = {},
): Promise<Office> {
  const keys = new Map<string, string>();
  const sent: SentWrite[] = [];
  const recording: Exchange = async (outgoing) => {
    const { method, url, body } = outgoing;
    if (method === 'GET') return exchange(outgoing);
    const write: SentWrite = {
      ...{ method, path: url.pathname, status: null },
      body: JSON.parse(typeof body === 'string' ? body : '{}'),
    };
    sent.push(write);
    const answered = await exchange(outgoing);
    if (answered.ok) write.status = answered.value.status;
    return answered;
  };
  const place = await openWorkplace({
    speedUp: 20,
    http: { exchange: recording },
    ...options,
    ports: (ports) => {
      const between = options.ports?.(ports) ?? ports;
      return { ...between, requestKey: (id) => Promise.resolve(keys.get(id) ?? null) };
    },
  });
  const { matterId, service } = place;
  const { contactIds, staffIds, matterTypeId } = service.sample();
  const client = (index: number) => ({
    kind: 'known' as const,
    contactId: contactIds[index] ?? '',
    name: `Contact ${index}`,
  });
  const office: Office = {
    place,
    contactIds,
    staffIds,
    keys,
    submit(...forms) {
      const requests = forms.map((form) => ({ id: randomUUID() as RequestId, form }));
      const submitted = place.workspace.requests.submit(requests, null);
      if (!submitted.ok) throw new Error(`${submitted.error.what} ${submitted.error.why}`);
      return requests.map(({ id }) => id);
    },
    request(id) {
      const request = place.workspace.requests.get(id);
      if (!request.ok) throw new Error(request.error.what);
      return request.value;
    },
    async stands(id, state) {
      await vi.waitFor(() => expect(office.request(id)).toMatchObject({ state }), eventually);
      return office.request(id) as never;
    },
    newMatter: (more = {}) => ({
      operation: 'matters.create',
      number: '',
      matterTypeId: String(matterTypeId),
      matterTypeName: '',
      clients: [client(0)],
      otherSides: [],
      clientRole: null,
      otherSideRole: null,
      description: `Lease ${randomUUID()}`,
      status: null,
      dateOpened: null,
      personResponsibleStaffId: null,
      personAssistingStaffId: null,
      isLead: false,
      ...more,
    }),
    newContact: (more = {}) => ({
      operation: 'contacts.create',
      firstName: 'Nora',
      lastName: `Quill ${randomUUID().slice(0, 8)}`,
      email: 'nora@example.com',
      ...more,
    }),
    patch: (changes, seen = null) => ({ operation: 'matters.patch', matterId, seen, changes }),
    newTask: (more = {}) => ({
      operation: 'portalTasks.create',
      matterId,
      fileIds: [],
      externalUserId: 'user-1',
      title: 'Sign the lease',
      url: 'https://portal.example.com/sign',
      contact: null,
      email: 'client@example.com',
      requireMFA: false,
      optional: false,
      actionText: null,
      completedText: null,
      completedUrl: null,
      ...more,
    }),
    async makeContactElsewhere(person) {
      const { baseUrl, apiKey } = place.service;
      const headers = {
        ...{ authorization: `Bearer ${place.accessToken}`, 'x-api-key': apiKey },
        'content-type': 'application/json',
      };
      const body = JSON.stringify({ person });
      const made = await fetch(`${baseUrl}/contacts`, { method: 'POST', headers, body });
      return ((await made.json()) as { id: string }).id;
    },
    async versionOfMatter() {
      const { workspace } = place;
      const before = workspace.records.matter(matterId).readAt;
      await vi.waitFor(() => expect(workspace.records.matter(matterId).readAt).not.toBe(before), eventually);
      return workspace.records.matter(matterId).version ?? '';
    },
    sent,
    sentTo: (method, path) => sent.filter((write) => write.method === method && path.test(write.path)),
    async mattersCalled(description) {
      const { baseUrl, apiKey } = place.service;
      const headers = { authorization: `Bearer ${place.accessToken}`, 'x-api-key': apiKey };
      let count = 0;
      for (const query of ['', '&isLead=true']) {
        const answer = await fetch(`${baseUrl}/matters?limit=5000${query}`, { headers });
        const page = (await answer.json()) as { value: { description: string }[] };
        count += page.value.filter((matter) => matter.description === description).length;
      }
      return count;
    },
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
  return office;
}
