import type { ExchangeFailure, Incoming } from '../../main/engine/service/exchange.ts';
import { err, ok, type Result } from '../../shared/base/result.ts';

type Came = Result<Incoming, ExchangeFailure>;

/** One way in which a call goes wrong; adding one is adding an entry below. */
export interface NetworkFault {
  readonly name: string;
  /** `passing` ends by itself, `refusal` needs a person for a write, `account` stops everything for a while. */
  readonly kind: 'passing' | 'refusal' | 'account';
  /** What comes instead, the service not having heard of it. */
  readonly instead?: () => Came;
  /** What becomes of the answer, the service having done what was asked. */
  readonly after?: (answer: Came) => Came;
  /** The service hears it twice. */
  readonly twice?: boolean;
  /** Longest delay before the service hears it, in milliseconds. */
  readonly takes?: number;
}

const status =
  (code: number, headers: Record<string, string> = {}, body = '{"title":"Refused"}') =>
  () =>
    ok({ status: code, headers, body });
const broken = (failure: ExchangeFailure) => () => err(failure);
/** Only of a success: a refusal that reads like one would be a lie that nobody can see through. */
const garbled =
  (body: (text: string) => string) =>
  (answer: Came): Came =>
    answer.ok && answer.value.status < 300 ? ok({ ...answer.value, body: body(answer.value.body) }) : answer;
const page = '<!doctype html><title>Welcome to the court’s network</title>';

export const networkFaults: readonly NetworkFault[] = [
  {
    name: 'connection reset',
    kind: 'passing',
    instead: broken({ kind: 'offline', code: 'ECONNRESET', why: 'interrupted' }),
  },
  {
    name: 'no such host',
    kind: 'account',
    instead: broken({ kind: 'offline', code: 'ENOTFOUND', why: 'no-such-host' }),
  },
  {
    name: 'certificate not trusted',
    kind: 'account',
    instead: broken({ kind: 'offline', code: 'CERT_HAS_EXPIRED', why: 'not-trusted' }),
  },
  { name: 'timeout', kind: 'account', takes: 10_000, instead: broken({ kind: 'timeout' }) },
  { name: 'captive portal', kind: 'account', instead: status(200, { 'content-type': 'text/html' }, page) },
  {
    name: 'led to a captive portal',
    kind: 'account',
    instead: status(302, { location: 'http://login.wifi.example/' }, ''),
  },
  {
    name: 'answer lost',
    kind: 'passing',
    after: broken({ kind: 'offline', code: 'ECONNRESET', why: 'interrupted' }),
  },
  { name: 'answer stalled', kind: 'passing', takes: 3_000, after: broken({ kind: 'stalled' }) },
  {
    name: 'answer cut off',
    kind: 'passing',
    after: garbled((body) => body.slice(0, body.length / 2)),
  },
  { name: 'not JSON', kind: 'passing', after: garbled(() => '{"value":[{"id":') },
  { name: 'another shape', kind: 'passing', after: garbled(() => '{"value":7,"uploadUrl":[]}') },
  { name: 'heard twice', kind: 'passing', twice: true },
  { name: 'slow', kind: 'passing', takes: 20_000 },
  { name: 'server 500', kind: 'passing', instead: status(500) },
  { name: 'server 502', kind: 'passing', instead: status(502, { 'content-type': 'text/html' }, page) },
  { name: 'server 503', kind: 'passing', instead: status(503, { 'retry-after': '2' }) },
  { name: 'server 504, done', kind: 'passing', after: status(504) },
  { name: 'timeout 408', kind: 'account', instead: status(408) },
  { name: 'too many 429', kind: 'account', instead: status(429) },
  { name: 'too many 429, Retry-After', kind: 'account', instead: status(429, { 'retry-after': '3' }) },
  { name: 'refused 401', kind: 'account', instead: status(401) },
  { name: 'refused 403', kind: 'refusal', instead: status(403) },
  { name: 'refused 404', kind: 'refusal', instead: status(404) },
  { name: 'refused 409', kind: 'refusal', instead: status(409) },
  { name: 'refused 413', kind: 'refusal', instead: status(413) },
  { name: 'refused 422', kind: 'refusal', instead: status(422) },
];
