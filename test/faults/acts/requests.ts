import type { Workspace } from '../../../main/engine/compose.ts';
import type {
  FormOf,
  RequestDecision,
  RequestForm,
  RequestId,
  RequestView,
} from '../../../shared/model/index.ts';
import { type Chance, oneOf } from '../noise.ts';
import { matters, type World } from '../world.ts';
import type { Act } from './act.ts';

/** The person asks for something in the window, if it is open and they are the one who is there. */
const asking = (
  name: string,
  weight: number,
  formOf: (world: World, chance: Chance, reference: string) => RequestForm | null,
): Act => ({
  name,
  weight,
  play: (world, chance) =>
    world.person.do(() => {
      const { workspace: open } = world;
      if (!open || world.anotherIsHere) return;
      const id = `request-${world.person.next()}` as RequestId;
      const form = formOf(world, chance, id);
      if (!form) return;
      world.count(name);
      world.tell(`the person ${name}: ${id}`);
      try {
        const kept = open.requests.submit([{ id, form }], null);
        if (!kept.ok) return world.tell(`that is not kept: ${kept.error.why}`);
        world.journal.requests.push({ id, operation: form.operation, at: world.now });
      } catch (failure) {
        world.refusedBy(failure, 'that is not kept');
      }
    }),
});

const task = (id: string, contact: FormOf<'portalTasks.create'>['contact']): RequestForm => ({
  operation: 'portalTasks.create',
  matterId: matters[0].id,
  fileIds: [],
  externalUserId: id,
  title: `Sign ${id}`,
  url: 'https://portal.example/sign',
  contact,
  email: contact ? null : 'client@example.com',
  requireMFA: false,
  optional: false,
  actionText: null,
  completedText: null,
  completedUrl: null,
});

const submitted = ({ journal }: World, operation: string): readonly RequestId[] =>
  journal.requests.filter((one) => one.operation === operation).map(({ id }) => id as RequestId);

export const requestActs: readonly Act[] = [
  asking('asks for a contact', 2, (_world, _chance, id) => ({
    ...{ operation: 'contacts.create', firstName: 'Nora', lastName: id, email: '' },
  })),
  asking('asks for a client task', 1, (world, chance, id) => {
    // Often of somebody who is not there yet.
    const requestId = chance() < 0.7 ? oneOf(chance, submitted(world, 'contacts.create')) : undefined;
    return task(id, requestId ? { kind: 'requested', requestId, name: requestId } : null);
  }),
  asking('changes a client task', 1, (world, chance, id) => {
    const made = oneOf(chance, submitted(world, 'portalTasks.create'));
    if (!made) return null;
    return { operation: 'portalTasks.patch', matterId: matters[0].id, task: made, changes: { title: id } };
  }),
  asking('describes a matter', 2, (_world, chance, id) => {
    const { id: matterId } = oneOf(chance, matters);
    return { operation: 'matters.patch', matterId, seen: null, changes: { description: `As of ${id}` } };
  }),
  {
    name: 'decides about a request',
    weight: 2,
    play: (world, chance) =>
      world.person.do(async () => {
        const before = world.workspace;
        const all = { matterId: null, operations: null, offset: 0, limit: 100 };
        const asked = before?.requests.list({ ...all, states: ['problem', 'waiting'] }).rows;
        const request = oneOf(chance, asked ?? []);
        const answer = request && oneOf(chance, answersTo(request));
        if (!before || !answer) return;
        // They read it, and it may stand otherwise when they answer.
        if (chance() < 0.5) await world.person.moment(10_000, chance);
        if (world.workspace !== before || world.anotherIsHere) return;
        world.tell(`the person decides about ${request.id}: ${answer.said}`);
        try {
          const { ok } = answer.tell(before.requests);
          if (ok) world.journal.requestDecisions.push({ id: request.id, decision: answer.said });
        } catch (failure) {
          world.refusedBy(failure, 'that is not kept');
        }
      }),
  },
];

type Told = Pick<Workspace['requests'], 'cancel' | 'retry' | 'decide'>;
interface Answer {
  readonly said: string;
  readonly tell: (requests: Told) => { readonly ok: boolean };
}

/** What a person can say of a request that waits, or about its problem as it is shown. */
function answersTo(request: RequestView): readonly Answer[] {
  const { id } = request;
  const cancel: Answer = { said: 'cancel', tell: (requests) => requests.cancel(id) };
  if (request.state !== 'problem') return [cancel];
  const { kind, actions, candidates, version } = request.problem;
  const decisions: readonly RequestDecision[] = {
    'unknown-outcome': [
      { decision: 'send-again', shown: candidates.map((candidate) => candidate.id) } as const,
      { decision: 'leave' } as const,
      { decision: 'look-again' } as const,
    ],
    'unknown-id': [{ decision: 'leave' } as const, { decision: 'look-again' } as const],
    'changed-since': [{ decision: 'send-anyway', version } as const],
    'not-shown': [{ decision: 'look-again' } as const, { decision: 'leave' } as const],
    refused: [],
    'needs-another': [],
    'key-missing': [],
  }[kind];
  return actions.flatMap((action): readonly Answer[] => {
    if (action === 'cancel') return [cancel];
    if (action === 'retry') return [{ said: 'retry', tell: (requests) => requests.retry(id) }];
    if (action !== 'decide') return [];
    return decisions.map((decision) => ({
      said: decision.decision,
      tell: (requests) => requests.decide(id, decision),
    }));
  });
}
