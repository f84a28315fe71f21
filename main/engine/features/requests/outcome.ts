import { ok, type Result } from '../../../../shared/base/result.ts';
import type { Candidate, RequestView } from '../../../../shared/model/index.ts';
import { matterIdSchema } from '../../../../shared/model/index.ts';
import type { RequestAttempt, RequestStanding, StoredRequest } from '../../domain/request-standing.ts';
import { retryable, type ServiceError } from '../../service/errors.ts';
import { type NotThereYet, untilThere } from '../../service/until-there.ts';
import { mayBeNoOperation } from '../capabilities/no-operation.ts';
import { contactCandidates, knownCandidates } from './contact-candidates.ts';
import { matterCandidates } from './creations.ts';
import { idsFrom } from './needed.ts';
import { isReadable, readableChange } from './operations.ts';
import { seeOwnWork } from './own-work.ts';
import type { RequestPorts } from './ports.ts';
import { notShown, unknownId, unknownOutcome } from './problems.ts';
import { notShownOf, shownOtherwise, shows, showsChange } from './record-state.ts';

/** Milliseconds: of looking without a pause, between two such looks, and after which a person is told. */
const oneLook = 20_000;
const between = 30_000;
const patience = 10 * 60_000;
/** A contact is looked for at an address that not every service has. */
const contactPatience = 20_000;

type Sent = Extract<RequestStanding, { state: 'sent' }>;
type Found = Extract<RequestView, { state: 'done' }>['result'];

/** Looks until what an accepted request points to is there, and says so; a while later again, or at last to the person. */
export async function lookAfter(
  ports: RequestPorts,
  request: StoredRequest,
  sent: Sent,
  signal: AbortSignal,
): Promise<void> {
  const { form } = request;
  if (isReadable(form)) return lookAtChange(ports, request, sent, signal);
  if (form.operation === 'matters.create') return lookForMatter(ports, request, sent, signal);
  if (form.operation === 'contacts.create') return lookForContact(ports, request, sent, signal);
  // The answer to a new subscription is the subscription; of tasks and plugins nothing can be read.
  isDone(ports, request, {
    id: sent.madeId,
    seen: form.operation === 'webhooks.create' && sent.madeId !== null,
    wasSo: false,
  });
}

async function lookAtChange(
  ports: RequestPorts,
  request: StoredRequest,
  sent: Sent,
  signal: AbortSignal,
): Promise<void> {
  const { form } = request;
  if (!isReadable(form)) return;
  const { client, clock, random, names, stores } = ports;
  const change = readableChange(form, client, idsFrom(stores.requests));
  const { before } = sent.attempt;
  const read = () => change.read(names, { priority: 'view', signal });
  // What was not applied yet at the first look looks like what changes nothing that is shown.
  const isThere = clock.now() - sent.sentAt < oneLook ? showsChange : shows;
  const found = await untilThere(read, { clock, random, deadline: oneLook, signal }, (now) =>
    isThere(change.wanted, before, now),
  );
  if (found.ok) {
    if (before) seeOwnWork(ports, request, change.wanted, before, found.value);
    await afterMatter(ports, request, signal);
    const hidden = [...notShownOf(change.wanted, found.value.fields), ...Object.keys(change.hidden)];
    return isDone(ports, request, { id: sent.madeId, seen: true, wasSo: false, notShown: hidden });
  }
  const last = found.error.kind === 'not-there-yet' ? await read() : null;
  return notThere(
    ports,
    request,
    sent,
    found.error,
    last?.ok ? shownOtherwise(change.wanted, last.value.fields) : [],
  );
}

async function lookForMatter(
  ports: RequestPorts,
  request: StoredRequest,
  sent: Sent,
  signal: AbortSignal,
): Promise<void> {
  const { client, clock, random } = ports;
  const { madeId } = sent;
  if (madeId === null) return lookForWhatWasMade(ports, request, sent.attempt, signal, true);
  const read = () => client.matters.read(matterIdSchema.parse(madeId), { priority: 'view', signal });
  const found = await untilThere(read, { clock, random, deadline: oneLook, signal });
  if (!found.ok) return notThere(ports, request, sent, found.error, []);
  ports.onMatter(found.value);
  isDone(ports, request, { id: madeId, seen: true, wasSo: false });
}

/** Reading a contact is not shown: one that does not show within a while is taken as made, and said not to have been seen. */
async function lookForContact(
  ports: RequestPorts,
  request: StoredRequest,
  sent: Sent,
  signal: AbortSignal,
): Promise<void> {
  const { client, clock, random } = ports;
  const { madeId } = sent;
  if (madeId === null) return lookForWhatWasMade(ports, request, sent.attempt, signal, true);
  const read = () => client.beyondSpec.contactName(madeId, { priority: 'view', signal });
  const found = await untilThere(read, { clock, random, deadline: contactPatience, signal });
  if (signal.aborted) return;
  if (!found.ok && found.error.kind !== 'not-there-yet')
    if (ports.account.failed(found.error)) return looksAgain(ports, request, sent);
  isDone(ports, request, { id: madeId, seen: found.ok, wasSo: false });
}

/**
 * A creation of which nobody knows whether it arrived, or what it made: the person is shown what it may be.
 * @param accepted the service took it, and did not say what it made
 */
export async function lookForWhatWasMade(
  ports: RequestPorts,
  request: StoredRequest,
  attempt: RequestAttempt,
  signal: AbortSignal,
  accepted = false,
): Promise<void> {
  const { stores, clock, onChange } = ports;
  const candidates = await candidatesOf(ports, request, attempt, signal);
  if (signal.aborted) return;
  if (candidates !== null && !candidates.ok && ports.account.failed(candidates.error)) return;
  const { form } = request;
  const isLooked = candidates?.ok === true;
  const known = form.operation === 'contacts.create' && !isLooked ? knownCandidates(form, stores) : [];
  const standing: RequestStanding = {
    state: 'problem',
    problem: accepted ? unknownId(candidates, known) : unknownOutcome(candidates, known),
    attempt,
    madeId: null,
    ...(accepted && { isAccepted: true }),
  };
  stores.requests.stands(request, standing, clock.now(), {
    kind: 'request-problem',
    detail: accepted ? 'unknown-id' : 'unknown-outcome',
  });
  onChange();
}

/** Null where nothing can be looked for (spec: listing contacts, tasks and subscriptions is not shown). */
async function candidatesOf(
  { client, stores, names, clock, random }: RequestPorts,
  request: StoredRequest,
  attempt: RequestAttempt,
  signal: AbortSignal,
): Promise<Result<Candidate[], ServiceError> | null> {
  const { form } = request;
  if (form.operation !== 'matters.create' && form.operation !== 'contacts.create') return null;
  const taken = new Set(stores.requests.madeBy(form.operation));
  const options = { priority: 'view', signal } as const;
  const ask = () =>
    form.operation === 'matters.create'
      ? matterCandidates(form, attempt, client, idsFrom(stores.requests), names, options)
      : contactCandidates(form, request, attempt, client, options);
  let isOffered = true;
  const look = async () => {
    const found = await ask();
    // That a service lists contacts is beyond the specification.
    if (!found.ok && form.operation === 'contacts.create' && mayBeNoOperation(found.error)) isOffered = false;
    if (!isOffered) return ok([]);
    return found.ok ? ok(found.value.filter(({ id }) => !taken.has(id))) : found;
  };
  const isSettled = (all: Candidate[]) =>
    !isOffered || all.some(({ facts }) => facts.every(({ same }) => same));
  const found = await untilThere(look, { clock, random, deadline: oneLook, signal }, isSettled);
  const last =
    found.ok || found.error.kind !== 'not-there-yet'
      ? (found as Result<Candidate[], ServiceError>)
      : await look();
  return isOffered ? last : null;
}

function notThere(
  ports: RequestPorts,
  request: StoredRequest,
  sent: Sent,
  error: ServiceError | NotThereYet,
  otherwise: readonly string[],
): void {
  const { stores, clock, account, onChange } = ports;
  if (error.kind === 'aborted') return;
  if (error.kind !== 'not-there-yet') account.failed(error);
  const now = clock.now();
  // The clock was set back: nobody knows for how long it has been looked for.
  if (now < sent.sentAt) return looksAgain(ports, request, { ...sent, sentAt: now });
  // Whoever could not look, after a night in which the computer slept for one, does not know that it does not show.
  const hasLooked = error.kind === 'not-there-yet' || retryable(error) === 'never';
  if (!hasLooked || now - sent.sentAt < patience) return looksAgain(ports, request, sent);
  const standing: RequestStanding = {
    state: 'problem',
    problem: notShown(otherwise),
    attempt: sent.attempt,
    madeId: sent.madeId,
  };
  stores.requests.stands(request, standing, clock.now(), { kind: 'request-problem', detail: 'not-shown' });
  onChange();
}

function looksAgain({ stores, clock, onChange }: RequestPorts, request: StoredRequest, sent: Sent): void {
  stores.requests.stands(request, { ...sent, nextLookAt: clock.now() + between }, clock.now());
  onChange();
}

export function isDone(ports: RequestPorts, request: StoredRequest, result: Found): void {
  const { stores, clock, onChange } = ports;
  const { form } = request;
  stores.together(() => {
    if (form.operation === 'contacts.create' && result.id !== null)
      stores.clients.tell(result.id, `${form.firstName} ${form.lastName}`.trim());
    stores.requests.stands(request, { state: 'done', doneAt: clock.now(), result }, clock.now(), {
      kind: 'request-done',
      detail: result.wasSo ? 'was-so-already' : result.id,
    });
  });
  onChange();
}

/** What the list and the details show of a matter is what it is now. */
export async function afterMatter(
  { client, answers, onMatter }: RequestPorts,
  { form }: StoredRequest,
  signal: AbortSignal,
) {
  if (form.operation !== 'matters.patch' && form.operation !== 'relationships.put') return;
  const matter = await client.matters.read(form.matterId, { priority: 'view', signal });
  if (!matter.ok) return;
  answers.keep('matter', form.matterId, matter.value.raw);
  onMatter(matter.value);
}
