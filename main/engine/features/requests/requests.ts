import { isDeepStrictEqual } from 'node:util';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type {
  Draft,
  Refusal,
  RequestDecision,
  RequestForm,
  RequestId,
  RequestState,
  RequestView,
} from '../../../../shared/model/index.ts';
import { contactsIn } from '../../../../shared/rules/body.ts';
import { violationsOf } from '../../../../shared/rules/violations.ts';
import {
  newlyWaiting,
  type RequestStanding,
  recordOf,
  type StoredRequest,
} from '../../domain/request-standing.ts';
import { inTrustedLog } from '../../store/log-trust.ts';
import type { RequestQuery } from '../../store/requests.ts';
import { keptBase } from './kept-base.ts';
import { keyOf, mayBeMade } from './operations.ts';
import type { RequestPorts } from './ports.ts';
import { refusals } from './refusals.ts';
import { requestView } from './request-view.ts';
import type { RequestSender } from './sender.ts';
import { matterIn, subjectOf } from './subject.ts';

type Problem = Extract<RequestStanding, { state: 'problem' }>;

/** What a person does with requests; the sender does the rest. */
export class Requests {
  readonly #ports: RequestPorts;
  readonly #sender: Pick<RequestSender, 'wake'>;

  constructor(ports: RequestPorts, sender: Pick<RequestSender, 'wake'>) {
    this.#ports = ports;
    this.#sender = sender;
  }

  list(query: Omit<RequestQuery, 'states'> & { states: readonly RequestState[] | null }) {
    const { stores, account } = this.#ports;
    // One that is on its way waits for its answer.
    const states = query.states?.flatMap((state) =>
      state === 'waiting' ? (['waiting', 'sending'] as const) : [state],
    );
    const { rows, total } = stores.requests.list({ ...query, states: states ?? null });
    return { rows: rows.map((request) => requestView(request, stores, account)), total };
  }

  get(id: RequestId): Result<RequestView, Refusal> {
    const { stores, account } = this.#ports;
    const request = stores.requests.get(id);
    return request ? ok(requestView(request, stores, account)) : err(refusals.none);
  }

  /** All of them or none. One that is kept already is not kept again; where it is asked for otherwise now, it is changed while it can be. */
  submit(
    requests: readonly { readonly id: RequestId; readonly form: RequestForm }[],
    draft: Draft['id'] | null,
  ): Result<void, Refusal> {
    const { stores, clock } = this.#ports;
    const together = new Set(requests.map(({ id }) => id));
    for (const { form } of requests) {
      const refusal = this.#whyNot(form, together);
      if (refusal) return err(refusal);
    }
    const corrected = requests.flatMap(({ id, form }) => {
      const kept = stores.requests.get(id);
      return kept && !isSameForm(kept.form, form) ? [{ kept, form }] : [];
    });
    for (const { kept, form } of corrected) {
      const refusal = whyNotEdited(kept, form);
      if (refusal) return err(refusal === refusals.keyInUse ? refusal : refusals.keptAlready);
    }
    const keep = () => {
      for (const { id, form } of requests) {
        const { base, seen } = keptBase(form, this.#ports);
        const kept = 'seen' in form ? { ...form, seen: form.seen ?? seen } : form;
        stores.requests.add({
          ...{ id, form: kept, base, record: recordOf(id, form), matterId: matterIn(form) },
          ...{ subject: subjectOf(form, stores), standing: newlyWaiting, submittedAt: clock.now() },
        });
      }
      for (const { kept, form } of corrected)
        stores.requests.edit(kept, form, subjectOf(form, stores), this.#waitingAgain(kept), clock.now());
      if (draft !== null) stores.drafts.remove(draft);
    };
    inTrustedLog(stores.database, () => stores.together(keep));
    this.#changed();
    return ok(undefined);
  }

  edit(id: RequestId, form: RequestForm, revision: number, draft: Draft['id'] | null): Result<void, Refusal> {
    const { stores, clock } = this.#ports;
    const request = stores.requests.get(id);
    if (!request) return err(refusals.none);
    if (request.revision !== revision) return err(refusals.changed);
    const refusal = whyNotEdited(request, form) ?? this.#whyNot(form, new Set());
    if (refusal) return err(refusal);
    const { base } = keptBase(form, this.#ports);
    const keep = () => {
      stores.requests.edit(request, form, subjectOf(form, stores), this.#waitingAgain(request), clock.now());
      if (this.#isSeenAnew(request, form)) stores.requests.sawAlso(request, form, base);
      if (draft !== null) stores.drafts.remove(draft);
    };
    inTrustedLog(stores.database, () => stores.together(keep));
    this.#changed();
    return ok(undefined);
  }

  cancel(id: RequestId): Result<void, Refusal> {
    const request = this.#ports.stores.requests.get(id);
    if (!request) return err(refusals.none);
    if (!offers(request, 'cancel')) return err(refusals.tooLate);
    this.#cancels(request, unresolvedTry(request.standing) === null);
    return ok(undefined);
  }

  retry(id: RequestId): Result<void, Refusal> {
    const request = this.#ports.stores.requests.get(id);
    if (!request) return err(refusals.none);
    if (!offers(request, 'retry')) return err(refusals.tooLate);
    this.#stands(request, this.#waitingAgain(request), 'retry');
    return ok(undefined);
  }

  decide(id: RequestId, decision: RequestDecision): Result<void, Refusal> {
    const request = this.#ports.stores.requests.get(id);
    if (!request) return err(refusals.none);
    const { standing } = request;
    if (standing.state !== 'problem') return err(refusals.decided);
    return this.#decide(request, standing, decision);
  }

  #decide(request: StoredRequest, standing: Problem, decision: RequestDecision): Result<void, Refusal> {
    const { kind, candidates, lookedFor, version } = standing.problem;
    const { clock } = this.#ports;
    const { attempt, madeId } = standing;
    switch (decision.decision) {
      case 'it-is': {
        if (!candidates.some(({ id }) => id === decision.candidateId)) return err(refusals.changed);
        const result = { id: decision.candidateId, seen: lookedFor, wasSo: false };
        this.#stands(request, { state: 'done', doneAt: clock.now(), result }, 'it-is');
        return ok(undefined);
      }
      case 'send-again': {
        const shown = new Set(decision.shown);
        const isAsShown = candidates.every(({ id }) => shown.has(id)) && shown.size === candidates.length;
        if (kind !== 'unknown-outcome' || standing.isAccepted || !isAsShown) return err(refusals.changed);
        // What the person looked for and did not find was not made: a refusal is about what is sent from now on.
        const waiting = mayBeMade(request.form) ? newlyWaiting : this.#waitingAgain(request);
        this.#stands(request, waiting, 'send-again');
        return ok(undefined);
      }
      case 'send-anyway': {
        if (kind !== 'changed-since' || version === null || version !== decision.version)
          return err(refusals.changed);
        this.#sendsAnyway(request, version);
        return ok(undefined);
      }
      case 'look-again': {
        if (attempt === null) return err(refusals.decided);
        const now = clock.now();
        const next: RequestStanding =
          kind === 'not-shown' || standing.isAccepted
            ? { state: 'sent', attempt, sentAt: now, madeId, nextLookAt: now }
            : { state: 'sending', attempt };
        this.#stands(request, next, 'look-again');
        return ok(undefined);
      }
      case 'leave': {
        if (kind === 'not-shown' || standing.isAccepted) {
          const result = { id: madeId, seen: false, wasSo: false };
          this.#stands(request, { state: 'done', doneAt: clock.now(), result }, 'leave');
        } else this.#cancels(request, attempt === null);
        return ok(undefined);
      }
    }
  }

  /** Whatever becomes of the next try, they are not asked about that version again. */
  #sendsAnyway(request: StoredRequest, version: string): void {
    const { stores } = this.#ports;
    const { form, base } = request;
    const agreed = () => {
      if ('seen' in form) stores.requests.sawAlso(request, { ...form, seen: version }, base);
      this.#stands(request, this.#waitingAgain(request), 'send-anyway');
    };
    inTrustedLog(stores.database, () => stores.together(agreed));
  }

  /** Null where it may be kept. */
  #whyNot(form: RequestForm, together: ReadonlySet<RequestId>): Refusal | null {
    const { stores, settings } = this.#ports;
    const { region, pluginProperties } = settings();
    const violations = violationsOf(form, { region, pluginProperties });
    if (violations.length > 0) return refusals.broken(violations);
    const isHere = (id: RequestId) => together.has(id) || stores.requests.get(id) !== undefined;
    const makers = contactsIn(form).flatMap((choice) =>
      choice.kind === 'requested' ? [choice.requestId] : [],
    );
    const task = form.operation === 'portalTasks.patch' ? [form.task] : [];
    return [...makers, ...task].every(isHere) ? null : refusals.namesNone;
  }

  /** What is known of a try that left stays known: the record is looked at before it is sent again. */
  #waitingAgain({ standing }: StoredRequest): RequestStanding {
    return { ...newlyWaiting, unresolved: unresolvedTry(standing) };
  }

  /** The person saw another version than before. */
  #isSeenAnew({ form: before }: StoredRequest, form: RequestForm): boolean {
    return 'seen' in form && 'seen' in before && form.seen !== before.seen;
  }

  #cancels(request: StoredRequest, certainlyNotMade: boolean): void {
    const { stores, clock } = this.#ports;
    stores.requests.stands(request, { state: 'cancelled', certainlyNotMade }, clock.now(), {
      kind: 'request-cancelled',
      detail: certainlyNotMade ? null : 'may-be-made',
    });
    this.#changed();
  }

  #stands(request: StoredRequest, standing: RequestStanding, decision: string): void {
    const { stores, clock } = this.#ports;
    stores.requests.stands(request, standing, clock.now(), { kind: 'request-decided', detail: decision });
    this.#changed();
  }

  #changed(): void {
    this.#ports.onChange();
    this.#sender.wake();
  }
}

/** Null where the form may take the place of the one that is kept. */
function whyNotEdited(request: StoredRequest, form: RequestForm): Refusal | null {
  const { id, form: before, record } = request;
  if (!offers(request, 'edit')) return refusals.tooLate;
  if (form.operation !== before.operation || recordOf(id, form) !== record) return refusals.another;
  return mayHaveItsKey(request) && keyOf(form) !== keyOf(before) ? refusals.keyInUse : null;
}

/** Whether the same is asked for, whichever version was seen. */
function isSameForm(one: RequestForm, other: RequestForm): boolean {
  const [first, second]: object[] = [one, other].map((form) =>
    JSON.parse(JSON.stringify({ ...form, seen: null })),
  );
  return isDeepStrictEqual(first, second);
}

/** Whether the person may do this with a request as it stands. */
function offers({ standing }: StoredRequest, action: 'edit' | 'cancel' | 'retry'): boolean {
  if (standing.state === 'waiting') return true;
  return standing.state === 'problem' && standing.problem.actions.includes(action);
}

/** What it makes may be at the service, with the key that went along: nobody else knows that one. */
function mayHaveItsKey({ form, standing }: StoredRequest): boolean {
  const isGone = standing.state === 'problem' && standing.problem.kind === 'key-missing';
  return mayBeMade(form) && keyOf(form) !== null && unresolvedTry(standing) !== null && !isGone;
}

/** A try that left, whose outcome is not known. */
function unresolvedTry(standing: RequestStanding): RequestAttemptOrNone {
  if (standing.state === 'waiting') return standing.unresolved;
  return standing.state === 'problem' ? standing.attempt : null;
}
type RequestAttemptOrNone = Extract<RequestStanding, { state: 'waiting' }>['unresolved'];
