import type { Clock } from '../../shared/base/clock.ts';
import type { Connection, DiagnosisStep, EngineStatus } from '../../shared/model/index.ts';
import { parseProxyList } from '../network/proxy-list.ts';
import type { Fetch } from '../sign-in/token-server.ts';
import { hubFinding } from './hub-finding.ts';
import { networkFinding } from './network-finding.ts';

/** What the diagnosis looks at; nothing of it writes outside the program's own folder. */
export interface DiagnosisPorts {
  readonly clock: Clock;
  /** As the sign-in goes out: by the system's settings, proxies and certificates. */
  readonly fetch: Fetch;
  readonly resolveProxy: (address: string) => Promise<string>;
  /** Rejects when the name is not known. */
  readonly lookup: (host: string) => Promise<unknown>;
  /** Bytes a person may still write where the program keeps its files. */
  readonly freeBytes: () => Promise<number>;
  /** Bytes a second that reach that disk safely. */
  readonly diskSpeed: () => Promise<number>;
  /** Whether a new file in a watched folder there is heard of. */
  readonly watching: () => Promise<boolean>;
  /** Null while there is no engine. */
  readonly status: () => Promise<EngineStatus | null>;
  /** Where documents were sent last, by its origin; null when none were since the program started. */
  readonly storage: () => Promise<string | null>;
}

/** Time an answer may take, in milliseconds. */
const patience = 15_000;
/** Time a look at this computer or at the program itself may take, in milliseconds. */
const lookWithin = 5_000;
/** A slow disk takes its time, and is a finding of its own. */
const diskWithin = 15_000;
const megabyte = 1_000_000;
/** Bytes free: below the first it is told, below the second saves can hardly be kept. */
const littleSpace = 2_000 * megabyte;
const noSpace = 200 * megabyte;
/** Bytes a second; a disk in good health is ten times as fast. */
const slowDisk = 5 * megabyte;
/** Milliseconds by which a clock may be wrong before signatures and tokens of services begin to fail. */
const clockTolerance = 4 * 60_000;

/** Looks at one thing after the other; a look that itself fails is a finding, and the next one follows. */
export async function* diagnose(
  connection: Pick<Connection, 'baseUrl' | 'authUrl' | 'hub'> | null,
  ports: DiagnosisPorts,
  signal?: AbortSignal,
): AsyncGenerator<DiagnosisStep, void> {
  const dates: number[] = [];
  const looks: Look[] = [];
  if (connection) {
    const { baseUrl, authUrl, hub } = connection;
    const asked = hub ?? baseUrl;
    looks.push(
      ['proxy', () => proxyFinding(asked, ports)],
      ['names', () => namesFinding([authUrl, asked], ports)],
      ['sign-in-server', () => answerFinding('The sign-in server', authUrl, ports, dates), answerWithin],
      hub === undefined
        ? ['service', () => answerFinding('The practice service', asked, ports, dates), answerWithin]
        : ['service', () => answerFinding('The firm’s hub', hub, ports, dates, '/hub/health'), answerWithin],
      ['clock', async () => clockFinding(dates)],
    );
    const storage = await within(lookWithin, ports.clock, ports.storage()).catch(() => null);
    // Only a document that is sent tells where: what nobody knows is not looked at, and not called well.
    if (storage !== null) {
      const look = () => answerFinding('The storage for documents', storage, ports, []);
      looks.push(['storage', look, answerWithin]);
    }
  }
  looks.push(
    ['account', async () => accountFinding(await within(lookWithin, ports.clock, ports.status()))],
    ['disk-space', async () => spaceFinding(await ports.freeBytes())],
    ['disk-speed', async () => speedFinding(await ports.diskSpeed()), diskWithin],
    ['folder-watching', async () => watchingFinding(await ports.watching())],
  );
  for (const [step, look, longest = lookWithin + 1_000] of looks) {
    if (signal?.aborted) return;
    yield { step, ...(await within(longest, ports.clock, look()).catch(couldNotLook)) };
  }
}

type Look = readonly [DiagnosisStep['step'], () => Promise<Finding>, longest?: number];
/** The answer's own patience ends first, and says more. */
const answerWithin = patience + 1_000;

/** Rejects when it takes longer, in milliseconds: what hangs must not keep the other looks from being taken. */
function within<Value>(longest: number, clock: Clock, looking: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = clock.timer(longest, () => reject(new NoAnswer()));
    looking.then(resolve, reject).finally(() => timer.cancel());
  });
}

class NoAnswer extends Error {
  readonly code = 'no answer in time';
}

type Finding = Omit<DiagnosisStep, 'step'>;

const ok = (words: string): Finding => ({ result: 'ok', words, adviceForIt: null });
const couldNotLook = (error: unknown): Finding => {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code).slice(0, 40)})` : '';
  return {
    result: 'fail',
    words: 'This could not be looked at.',
    adviceForIt: `The check itself failed${code}.`,
  };
};

async function proxyFinding(address: string, { resolveProxy }: DiagnosisPorts): Promise<Finding> {
  const [first] = parseProxyList(await resolveProxy(new URL(address).origin));
  if (first?.via === 'proxy') return ok(`The practice service is reached through the proxy ${first.server}.`);
  if (first?.via !== 'unsupported') return ok('The practice service is reached without a proxy.');
  return {
    result: 'fail',
    words: 'Your network wants a kind of proxy that Matterline cannot use.',
    adviceForIt: 'Only HTTP proxies (PROXY, HTTPS in a proxy script) are used; this one is SOCKS or unknown.',
  };
}

async function namesFinding(addresses: readonly string[], ports: DiagnosisPorts): Promise<Finding> {
  const unknown: string[] = [];
  for (const address of addresses) {
    const { origin, hostname } = new URL(address);
    // Behind a proxy it is the proxy that knows the names.
    if (parseProxyList(await ports.resolveProxy(origin))[0]?.via === 'proxy') continue;
    await ports.lookup(hostname.replace(/^\[|\]$/g, '')).catch(() => unknown.push(hostname));
  }
  if (unknown.length === 0) return ok('The names of the services are known on this network.');
  return {
    result: 'fail',
    words: 'This network does not know the names of the services.',
    adviceForIt: `These names cannot be resolved: ${unknown.join(', ')}.`,
  };
}

async function answerFinding(
  what: string,
  address: string,
  { fetch, clock }: DiagnosisPorts,
  dates: number[],
  health: string | null = null,
): Promise<Finding> {
  const { origin } = new URL(address);
  try {
    const before = clock.now();
    const asked = health === null ? origin : `${address.replace(/\/+$/, '')}${health}`;
    const answer = await fetch(asked, {
      method: health === null ? 'HEAD' : 'GET',
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    });
    const date = Date.parse(answer.headers.get('date') ?? '');
    if (!Number.isNaN(date)) dates.push((before + clock.now()) / 2 - date);
    if (answer.status === 407) return networkFinding(what, origin, 'ERR_PROXY_AUTH_REQUESTED');
    if (health !== null) return hubFinding(origin, answer.status, (await answer.text()).slice(0, 10_000));
    // Any other answer shows that the way is open: what it says without a sign-in means nothing.
    return ok(`${what} answers at ${origin}.`);
  } catch (error) {
    return networkFinding(what, origin, codeOf(error));
  }
}

function clockFinding([difference]: readonly number[]): Finding {
  if (difference === undefined) {
    return {
      result: 'warn',
      words: 'No service told the time.',
      adviceForIt: 'No answer had a Date header.',
    };
  }
  const minutes = Math.round(Math.abs(difference) / 60_000);
  if (Math.abs(difference) <= clockTolerance) return ok('This computer’s clock is right.');
  const how = difference > 0 ? 'ahead of' : 'behind';
  return {
    result: 'fail',
    words: `This computer’s clock is ${minutes} minutes ${how} the service’s.`,
    adviceForIt:
      'Turn on setting the clock by the network: sign-in and storage refuse clocks that are wrong.',
  };
}

function accountFinding(status: EngineStatus | null): Finding {
  if (!status || status.engine === 'stopped') {
    return {
      result: 'fail',
      words: 'The part of the program that files documents is not running.',
      adviceForIt:
        'The part of the program that files documents ends or does not start; its reasons are in the log.',
    };
  }
  if (status.blockedBy) {
    const { what, why, next } = status.blockedBy;
    return { result: 'fail', words: `${what}. ${why}`, adviceForIt: next };
  }
  if (status.service === 'online') return filingFinding(status);
  const words = status.why ?? 'Documents are not being filed at the moment.';
  const passing = status.service === 'unknown' || status.service === 'rate-limited';
  return {
    result: passing ? 'warn' : 'fail',
    words,
    adviceForIt: `State of the service: ${status.service}.`,
  };
}

/** The service answers: what else keeps documents from being filed. */
function filingFinding({ paused, held, problems }: EngineStatus): Finding {
  const why = [
    ...(paused ? ['Filing is paused.'] : []),
    ...(held === 'battery' ? ['Filing waits until the computer is plugged in.'] : []),
    ...(held === 'metered' ? ['Filing waits for a network that is not metered.'] : []),
    ...(problems > 0
      ? [problems === 1 ? 'One problem waits for you.' : `${problems} problems wait for you.`]
      : []),
  ];
  if (why.length === 0) return ok('Documents can be filed.');
  const said = [
    paused ? 'paused by the person' : null,
    held ? `held: ${held}` : null,
    `${problems} problems`,
  ];
  return {
    result: 'warn',
    words: why.join(' '),
    adviceForIt: `The service answers. State of filing: ${said.filter((part) => part !== null).join(', ')}.`,
  };
}

function spaceFinding(bytes: number): Finding {
  const words = `${Math.floor(bytes / megabyte)} MB are free where the program keeps saves.`;
  if (bytes >= littleSpace) return ok(words);
  return { result: bytes < noSpace ? 'fail' : 'warn', words, adviceForIt: 'Make room on this disk.' };
}

function speedFinding(bytesPerSecond: number): Finding {
  const words = `The disk takes ${(bytesPerSecond / megabyte).toFixed(1)} MB a second.`;
  if (bytesPerSecond >= slowDisk) return ok(words);
  return {
    result: 'warn',
    words,
    adviceForIt: 'Look at the disk, or at what checks each file as it is written.',
  };
}

function watchingFinding(heard: boolean): Finding {
  if (heard) return ok('Changes in folders are noticed at once.');
  return {
    result: 'fail',
    words: 'The system does not tell of changes in folders.',
    adviceForIt:
      'File watching does not work here (on Linux: fs.inotify.max_user_watches and max_user_instances).',
  };
}

/** The name of a network failure, wherever the http client put it. */
function codeOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1) {
    const chromium = /net::(ERR_\w+)/.exec(at.message)?.[1];
    if (chromium !== undefined) return chromium;
    if ('code' in at && typeof at.code === 'string') return at.code;
    if (at.name === 'TimeoutError') return 'ERR_TIMED_OUT';
  }
  return 'unknown';
}
