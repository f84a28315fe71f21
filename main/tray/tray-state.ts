import { assertNever } from '../../shared/base/result.ts';
import type { EngineStatus, Held } from '../../shared/model/index.ts';

/** What the tray shows at a glance; each has a shape of its own. */
export type TrayKind = 'filed' | 'waiting' | 'person' | 'offline' | 'paused' | 'starting';

export interface TrayState {
  readonly kind: TrayKind;
  /** In words, the most important first; never empty. */
  readonly lines: readonly string[];
}

const waitsUntil: Readonly<Record<Held, string>> = {
  battery: 'Filing waits until the computer is plugged in',
  metered: 'Filing waits for an unmetered connection',
};

/** How things stand. What needs a person goes before everything else, and "filed" is said only when nothing else is true. */
export function trayStateOf(status: EngineStatus): TrayState {
  if (status.engine === 'stopped') return { kind: 'starting', lines: ['Restarting. Nothing is lost.'] };
  const person = personLines(status);
  const held = (!status.paused && status.held) || null;
  const paused = status.paused ? ['Filing is paused'] : held ? [waitsUntil[held]] : [];
  const away = awayLine(status);
  const waiting = waitingLines(status);
  const lines = [...person, ...paused, ...(away === null ? [] : [away]), ...waiting];
  const kind = kindOf({
    person: person.length > 0,
    paused: status.paused || held !== null,
    offline: status.service === 'offline',
    starting: status.service === 'unknown',
    waiting: waiting.length > 0 || status.service === 'rate-limited',
  });
  const { kept } = status;
  const filed = kept > 0 ? `All other saves are filed, ${grouped(kept)} kept unfiled` : 'All saves are filed';
  const otherwise = kind === 'starting' ? 'Looking for changes…' : filed;
  return { kind, lines: lines.length > 0 ? lines : [otherwise] };
}

function kindOf(
  is: Readonly<Record<'person' | 'paused' | 'offline' | 'starting' | 'waiting', boolean>>,
): TrayKind {
  for (const kind of ['person', 'paused', 'offline', 'starting', 'waiting'] as const)
    if (is[kind]) return kind;
  return 'filed';
}

function personLines({ service, problems }: EngineStatus): string[] {
  return [
    ...(service === 'signed-out' ? ['Sign in to resume filing'] : []),
    ...(problems > 0
      ? [problems === 1 ? '1 problem needs you' : `${grouped(problems)} problems need you`]
      : []),
  ];
}

function awayLine({ service }: EngineStatus): string | null {
  switch (service) {
    case 'offline':
      return 'Offline. Saves are kept and sent later.';
    case 'rate-limited':
      return 'The service asked to slow down';
    case 'unknown':
      return 'Connecting…';
    case 'online':
    case 'signed-out':
      return null;
    default:
      return assertNever(service);
  }
}

function waitingLines({ waiting, sending, sent, unread, looking }: EngineStatus): string[] {
  const parts = [
    ...(waiting > 0 ? [`${grouped(waiting)} waiting`] : []),
    ...(sending > 0 ? [`${grouped(sending)} sending`] : []),
    ...(sent > 0 ? [`${grouped(sent)} sent, not yet filed`] : []),
    ...(unread > 0 ? [`${grouped(unread)} changed and not read yet`] : []),
  ];
  if (parts.length > 0) return [parts.join(', ')];
  return looking > 0 ? ['Looking for changes…'] : [];
}

const grouped = (howMany: number): string => new Intl.NumberFormat('en-GB').format(howMany);
