import type { Timer } from '../../../../shared/base/clock.ts';
import { violationsOf } from '../../../../shared/rules/violations.ts';
import type {
  RecordState,
  RequestAttempt,
  RequestStanding,
  StoredRequest,
} from '../../domain/request-standing.ts';
import { fullJitter } from '../../platform/back-off.ts';
import { describe } from '../../service/describe-error.ts';
import { retryable, type ServiceError } from '../../service/errors.ts';
import { certainlyNotSent } from '../upload/failed-try.ts';
import type { Sending } from './creations.ts';
import { changedFields } from './in-words.ts';
import { lookBeforeMaking } from './look-before-making.ts';
import { type LostTry, whatCameOf } from './lost-try.ts';
import { idsFrom, maySoonBeTaken, neededBy } from './needed.ts';
import {
  isReadable,
  keyOf,
  mayBeMade,
  mayBeRepeated,
  type Readable,
  readableChange,
  sendUnread,
  type UnreadForm,
} from './operations.ts';
import { afterMatter, isDone, lookAfter, lookForWhatWasMade } from './outcome.ts';
import { seeOwnWork } from './own-work.ts';
import type { RequestPorts } from './ports.ts';
import {
  brokenRules,
  changedSince,
  keyMissing,
  needsAnother,
  refusedAgain,
  refusedBy,
  takenBack,
} from './problems.ts';
import { notShownOf, showsAll } from './record-state.ts';

const backOff = { base: 2_000, cap: 120_000 } as const;
/** Milliseconds between two tries at the least. */
const shortestWait = 1_000;
/** Longest that one waits by itself, in milliseconds: an account that is to wait longer is paused as a whole. */
const longestWait = 15 * 60_000;
/** Requests of different records that are sent at once, and as many that are looked for beside them. */
const lanes = 4;
/** Milliseconds that the end of the program waits for answers that are under way. */
const patience = 5_000;

type Waiting = Extract<RequestStanding, { state: 'waiting' }>;

/** Sends requests, those of one record one after the other, and follows each until what it points to is there. */
export class RequestSender {
  readonly #ports: RequestPorts;
  readonly #stop = new AbortController();
  /** By record. */
  readonly #inHand = new Map<string, Promise<void>>();
  /** Records of those in hand that are looked for. */
  readonly #lookedFor = new Set<string>();
  #isStopping = false;
  #timer: Timer | null = null;
  #wake = () => {};
  #running: Promise<void> = Promise.resolve();

  constructor(ports: RequestPorts) {
    this.#ports = ports;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Something may be to be done. */
  wake(): void {
    this.#wake();
  }

  /** What is under way gets some seconds for its answer; what is not answered by then is looked for at the next start. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#wake();
    const answered = new AbortController();
    await Promise.race([
      Promise.all(this.#inHand.values()).then(() => answered.abort()),
      this.#ports.clock.sleep(patience, answered.signal),
    ]);
    this.#stop.abort();
    this.#wake();
    await Promise.all(this.#inHand.values());
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!this.#isStopping) {
      await this.#ports.account.ready(signal);
      if (this.#isStopping) return;
      let next = Number.POSITIVE_INFINITY;
      try {
        next = this.#takeAllDue();
      } catch (failure) {
        this.#ports.onNotKept(failure);
        next = this.#ports.clock.now() + backOff.base;
      }
      await this.#rest(next);
    }
  }

  /** Takes what is due into hand; answers when something else will be. */
  #takeAllDue(): number {
    const { stores, clock } = this.#ports;
    const now = clock.now();
    let next = Number.POSITIVE_INFINITY;
    for (const request of inTurn(stores.requests.open())) {
      if (!this.#hasRoom(request)) continue;
      const due = dueAt(request.standing, now);
      if (this.#inHand.has(request.record) || stores.requests.isBehindAnother(request)) continue;
      if (neededBy(request, stores.requests).kind === 'not-yet') continue;
      if (due > now) next = Math.min(next, due);
      else this.#take(request);
    }
    return next;
  }

  /** What does not show for a long time keeps nothing else from being sent. */
  #hasRoom({ standing }: StoredRequest): boolean {
    const looks = this.#lookedFor.size;
    return (standing.state === 'sent' ? looks : this.#inHand.size - looks) < lanes;
  }

  #take(request: StoredRequest): void {
    if (request.standing.state === 'sent') this.#lookedFor.add(request.record);
    const done = this.#handle(request)
      .catch((failure: unknown) => {
        this.#ports.onNotKept(failure);
        return this.#ports.clock.sleep(backOff.base, this.#stop.signal);
      })
      .finally(() => {
        this.#inHand.delete(request.record);
        this.#lookedFor.delete(request.record);
        this.#wake();
      });
    this.#inHand.set(request.record, done);
  }

  #rest(until: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        this.#timer?.cancel();
        this.#timer = null;
        this.#wake = () => {};
        resolve();
      };
      this.#wake = end;
      if (until !== Number.POSITIVE_INFINITY)
        this.#timer = this.#ports.clock.timer(Math.max(until - this.#ports.clock.now(), 0), end);
      if (this.#isStopping) end();
    });
  }

  async #handle(request: StoredRequest): Promise<void> {
    const { signal } = this.#stop;
    switch (request.standing.state) {
      case 'waiting':
        return this.#send(request, request.standing);
      case 'sending':
        return this.#outcomeIsUnknown(request, request.standing.attempt, 0);
      case 'sent':
        return lookAfter(this.#ports, request, request.standing, signal);
      default:
        return;
    }
  }

  async #send(request: StoredRequest, waiting: Waiting): Promise<void> {
    const { form } = request;
    const needed = neededBy(request, this.#ports.stores.requests);
    if (needed.kind === 'never') return this.#needsPerson(request, needsAnother(needed.name));
    const { region, pluginProperties } = this.#ports.settings();
    const violations = violationsOf(form, { region, pluginProperties });
    if (violations.length > 0) return this.#needsPerson(request, brokenRules(violations));
    const keyId = keyOf(form);
    const key = keyId === null ? null : await this.#ports.requestKey(keyId);
    if (keyId !== null && key === null) return this.#needsPerson(request, keyMissing);
    const sending = { requestId: request.id, idOf: idsFrom(this.#ports.stores.requests), key };
    return isReadable(form)
      ? this.#change(request, waiting, readableChange(form, this.#ports.client, sending.idOf))
      : this.#sendUnread(request, form, waiting, sending);
  }

  async #sendUnread(
    request: StoredRequest,
    form: UnreadForm,
    waiting: Waiting,
    sending: Sending,
  ): Promise<void> {
    const { signal } = this.#stop;
    const before = await lookBeforeMaking(form, this.#ports, { priority: 'view', signal });
    if (before.outcome === 'no-way') return this.#notAnswered(request, waiting, before.error, null);
    if (before.outcome === 'not-to-be-used')
      return this.#needsPerson(request, brokenRules([before.violation]));
    const leaving = this.#leaving(request, { startedAt: this.#ports.clock.now(), before: null });
    const sent = await sendUnread(form, this.#ports, sending, leaving.options);
    if (sent.ok) return this.#accepted(request, leaving.attempt, sent.value.id);
    return this.#notAnswered(request, waiting, sent.error, leaving.left() ? leaving.attempt : null);
  }

  /** The record is read just before: it may be so already, or somebody may have changed it since the person saw it. */
  async #change(request: StoredRequest, waiting: Waiting, readable: Readable): Promise<void> {
    const { names, account, clock } = this.#ports;
    const options = { priority: 'view', signal: this.#stop.signal } as const;
    const read = await readable.read(names, options);
    if (!read.ok) return this.#notAnswered(request, waiting, read.error, null);
    account.succeeded();
    const now = read.value;
    const { seen, wanted, hidden } = readable;
    const isSeen = seen === null || seen === now.version;
    const lost = whatCameOf(waiting.unresolved, wanted, now);
    const changed = () => changedFields(request.base, now, readable, names);
    if (lost.maySetMore && seen !== now.version) {
      const ask = lost.isAlone ? takenBack : changedSince;
      return this.#needsPerson(request, ask(changed(), now.version, true));
    }
    // Somebody may have set what is not shown otherwise than it was asked for here.
    const isAllShown = showsAll(wanted, now.fields) && Object.keys(hidden).length === 0;
    if (lost.isDone || isAllShown) return this.#isSoAlready(request, waiting, lost, now, hidden);
    if (lost.isAlone) this.#seesOwnWork(request, waiting, lost, now);
    else if (!isSeen) {
      const mayBeOwn = waiting.unresolved !== null;
      return this.#needsPerson(request, changedSince(changed(), now.version, mayBeOwn));
    }
    const leaving = this.#leaving(request, { startedAt: clock.now(), before: now, wanted });
    const sent = await readable.send(now, leaving.options);
    if (sent.ok) return this.#accepted(request, leaving.attempt, sent.value.id);
    return this.#notAnswered(request, waiting, sent.error, leaving.left() ? leaving.attempt : null);
  }

  /** What is kept and asked at the moment at which the request leaves: not when it was cancelled or edited meanwhile. */
  #leaving(request: StoredRequest, attempt: RequestAttempt) {
    const { stores, clock, onChange } = this.#ports;
    let left = false;
    const onLeaving = (): boolean => {
      const now = stores.requests.get(request.id);
      const isAsTaken = now?.revision === request.revision && (left || now.standing.state === 'waiting');
      if (!isAsTaken || this.#stop.signal.aborted) return false;
      if (!left)
        stores.requests.stands(request, { state: 'sending', attempt }, clock.now(), {
          kind: 'request-sending',
        });
      left = true;
      onChange();
      return true;
    };
    const options = { priority: 'announce', signal: this.#stop.signal, onLeaving } as const;
    return { attempt, options, left: () => left };
  }

  #accepted(request: StoredRequest, attempt: RequestAttempt, madeId: string | null): void {
    const { account, stores, clock, onChange } = this.#ports;
    account.succeeded();
    const now = clock.now();
    const sent: RequestStanding = { state: 'sent', attempt, sentAt: now, madeId, nextLookAt: now };
    stores.requests.stands(request, sent, now, { kind: 'request-accepted' });
    onChange();
  }

  /** It was so all the time, or a try whose answer was lost made it so. */
  async #isSoAlready(
    request: StoredRequest,
    waiting: Waiting,
    lost: LostTry,
    now: RecordState,
    hidden: Readable['hidden'],
  ): Promise<void> {
    if (!this.#isAsTaken(request)) return;
    this.#seesOwnWork(request, waiting, lost, now);
    await afterMatter(this.#ports, request, this.#stop.signal);
    if (!this.#isAsTaken(request)) return;
    const notShown = [...notShownOf(lost.tried, now.fields), ...Object.keys(hidden)];
    const wasSo = waiting.unresolved === null;
    isDone(this.#ports, request, { id: null, seen: true, wasSo, ...(!wasSo && { notShown }) });
  }

  #seesOwnWork(request: StoredRequest, { unresolved }: Waiting, { tried }: LostTry, now: RecordState): void {
    if (unresolved?.before && this.#isAsTaken(request))
      seeOwnWork(this.#ports, request, tried, unresolved.before, now);
  }

  /** @param attempt null when nothing left */
  #notAnswered(
    request: StoredRequest,
    waiting: Waiting,
    error: ServiceError,
    attempt: RequestAttempt | null,
  ): void | Promise<void> {
    const { account, stores, clock, random } = this.#ports;
    const ofAccount = account.failed(error);
    if (attempt !== null && error.kind === 'malformed' && isAccepted(error.status))
      return this.#accepted(request, attempt, null);
    if (attempt !== null && !isCertainlyNotDone(error))
      return this.#outcomeIsUnknown(request, attempt, waiting.failures, error);
    // It was cancelled or edited in the last moment, or the program ends.
    if (error.kind === 'aborted') return;
    const isSoon =
      ['rejected', 'not-found'].includes(error.kind) && maySoonBeTaken(request, stores.requests, clock.now());
    if (retryable(error) === 'never' && !isSoon) {
      const isQuestion = waiting.unresolved !== null && mayBeMade(request.form);
      return this.#needsPerson(request, isQuestion ? refusedAgain(error, request) : refusedBy(error));
    }
    const asked = 'retryAfterMs' in error ? (error.retryAfterMs ?? 0) : 0;
    const wait = Math.max(
      Math.min(asked, longestWait),
      shortestWait + fullJitter(waiting.failures, random, backOff),
    );
    const again: Waiting = {
      ...waiting,
      why: describe(error).why,
      nextTryAt: ofAccount ? null : clock.now() + wait,
      failures: waiting.failures + 1,
    };
    this.#waits(request, again, attempt === null ? null : error.kind);
  }

  /** It left, and nobody knows what became of it. Nothing that is made is sent again before the person said so. */
  async #outcomeIsUnknown(
    request: StoredRequest,
    attempt: RequestAttempt,
    failures: number,
    error?: ServiceError,
  ): Promise<void> {
    const { clock, random } = this.#ports;
    const why = error ? describe(error).why : 'The program ended while it was on its way.';
    const { form } = request;
    if (attempt.before !== null || mayBeRepeated(form)) {
      const nextTryAt = clock.now() + shortestWait + fullJitter(failures, random, backOff);
      const waiting: Waiting = {
        ...{ state: 'waiting', why, nextTryAt, failures: failures + 1 },
        unresolved: attempt,
      };
      return this.#waits(request, waiting, error?.kind ?? 'program-ended');
    }
    return lookForWhatWasMade(this.#ports, request, attempt, this.#stop.signal);
  }

  /** False once the person cancelled or edited it: what was found meanwhile is of what they do not want any more. */
  #isAsTaken({ id, revision }: StoredRequest): boolean {
    const now = this.#ports.stores.requests.get(id);
    return now?.revision === revision && ['waiting', 'sending'].includes(now.standing.state);
  }

  #waits(request: StoredRequest, waiting: Waiting, interruptedBy: string | null): void {
    const { stores, clock, onChange } = this.#ports;
    if (!this.#isAsTaken(request)) return;
    const events =
      interruptedBy === null ? [] : [{ kind: 'request-interrupted', detail: interruptedBy } as const];
    stores.requests.stands(request, waiting, clock.now(), ...events);
    onChange();
  }

  #needsPerson(
    request: StoredRequest,
    problem: Extract<RequestStanding, { state: 'problem' }>['problem'],
  ): void {
    const { stores, clock, onChange } = this.#ports;
    if (!this.#isAsTaken(request)) return;
    // What may have come of a try before stays to be known.
    const attempt = request.standing.state === 'waiting' ? request.standing.unresolved : null;
    const standing: RequestStanding = { state: 'problem', problem, attempt, madeId: null };
    stores.requests.stands(request, standing, clock.now(), { kind: 'request-problem', detail: problem.kind });
    onChange();
  }
}

/** What was not looked for yet comes first, then what waits longest for the next look. */
function inTurn(requests: readonly StoredRequest[]): StoredRequest[] {
  const lastLook = ({ standing }: StoredRequest) =>
    standing.state === 'sent' && standing.nextLookAt > standing.sentAt ? standing.nextLookAt : 0;
  return requests.toSorted((one, other) => lastLook(one) - lastLook(other));
}

/** When something is to be done about it; milliseconds since 1970. What seems to wait longer than anything does waits for a clock that was set back. */
function dueAt(standing: RequestStanding, now: number): number {
  const waits = standing.state === 'waiting' || standing.state === 'sent';
  const due = waits ? ((standing.state === 'sent' ? standing.nextLookAt : standing.nextTryAt) ?? 0) : 0;
  return due > now + longestWait ? now : due;
}

const isAccepted = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/** Beside what tells it of contents: no request goes out without a token. */
const isCertainlyNotDone = (error: ServiceError): boolean =>
  error.kind === 'signed-out' || error.kind === 'sign-in-unreachable' || certainlyNotSent(error);
