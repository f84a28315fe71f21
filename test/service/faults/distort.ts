import type { Answer } from '../answer.ts';
import type { Misbehaviour } from './rule.ts';

const captivePortalPage = `<!doctype html><html><head><title>Guest network</title></head>
<body><h1>Welcome to the guest network</h1><form action="/accept"><button>Accept the terms</button></form></body></html>`;

/** The answer given instead of carrying the request out, when the misbehaviour is of that sort. */
export function insteadOf(fault: Misbehaviour): Answer | undefined {
  if (fault.kind === 'status') return statusAnswer(fault.status, fault.retryAfter);
  if (fault.kind === 'answer')
    return { status: fault.status, text: fault.text, headers: fault.headers ?? {} };
  if (fault.kind !== 'captivePortal') return undefined;
  return { status: 200, text: captivePortalPage, headers: { 'content-type': 'text/html; charset=utf-8' } };
}

function statusAnswer(status: number, retryAfter: string | undefined): Answer {
  const title = status >= 500 ? 'The service is unwell' : 'Refused on request of a test';
  return {
    status,
    body: { type: null, title, status, detail: null, instance: null },
    headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  };
}

/** The answer after the misbehaviours that change one. */
export function distort(answer: Answer, faults: readonly Misbehaviour[], chance: () => number): Answer {
  return faults.reduce((current, fault) => distortions[fault.kind]?.(current, chance) ?? current, answer);
}

type Distortion = (answer: Answer, chance: () => number) => Answer;

const distortions: Partial<Record<Misbehaviour['kind'], Distortion>> = {
  truncatedBody(answer) {
    const text = answer.text ?? JSON.stringify(answer.body ?? {});
    return { ...answer, text: text.slice(0, Math.floor(text.length / 2)) };
  },
  emptyBody: (answer) => ({ ...answer, text: '' }),
  strayElements: (answer) => withItems(answer, (items) => [null, ...items, { id: null }, 'x']),
  nullIds: (answer) => ({
    ...answer,
    body: isMembers(answer.body) ? { ...answer.body, id: null, fileId: null } : answer.body,
  }),
  reordered: (answer, chance) => withItems(answer, (items) => shuffled(items, chance)),
  repeated: (answer, chance) =>
    withItems(answer, (items) => items.flatMap((item) => (chance() < 0.5 ? [item, item] : [item]))),
  unknownEnums: (answer) => ({ ...answer, body: withUnknownEnums(answer.body) }),
  foreignNextLink: (answer) => withNext(answer, () => 'http://127.0.0.2:9/elsewhere?offset=500'),
  loopingNextLink: (answer) => withNext(answer, (record) => String(linkHref(record.self) ?? record.href)),
};

type Members = Record<string, unknown>;

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function linkHref(value: unknown): unknown {
  return isMembers(value) ? value.href : undefined;
}

function withItems(answer: Answer, change: (items: unknown[]) => unknown[]): Answer {
  const { body } = answer;
  if (Array.isArray(body)) return { ...answer, body: change(body) };
  if (isMembers(body) && Array.isArray(body.value))
    return { ...answer, body: { ...body, value: change(body.value) } };
  return answer;
}

function withNext(answer: Answer, href: (record: Members) => string): Answer {
  const { body } = answer;
  if (!isMembers(body)) return answer;
  return {
    ...answer,
    body: { ...body, next: { href: href(body), rel: 'next', relation: 'next', method: 'GET' } },
  };
}

function shuffled(items: readonly unknown[], chance: () => number): unknown[] {
  return items
    .map((item) => ({ item, rank: chance() }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ item }) => item);
}

const enumMembers = new Set(['status', 'type', 'changeType', 'billingType', 'rateType']);

/** Every value of a member that is an enumeration becomes one nobody has heard of. */
function withUnknownEnums(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownEnums);
  if (!isMembers(value) || Object.getPrototypeOf(value) === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (!enumMembers.has(name)) return [name, withUnknownEnums(member)];
      return [name, typeof member === 'number' ? 97 : 'Quarantined'];
    }),
  );
}
