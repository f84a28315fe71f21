import { isDefinedError, safe } from '@orpc/client';
import { err, type Result } from '../../shared/base/result.ts';
import type { AddressChange, Connection, KeptHere, Refusal } from '../../shared/model/index.ts';
import type { EngineSupervisor } from '../engine-process/supervisor.ts';
import { checkConnection } from './check.ts';
import type { ConnectionKeeper } from './keeper.ts';

/** How long the engine is waited for while it is being restarted, in milliseconds. */
const waitForEngine = 10_000;

/**
 * Keeps a typed connection. Where its service address is another one, nothing that is kept for the old one is left behind unless
 * the person said so: they are told what is unsent and which folders are linked, and may take the folders along. They are told again
 * when that is not what they were shown.
 */
export async function changeConnection(
  typed: Connection,
  { links, shown }: AddressChange,
  ports: { readonly connection: ConnectionKeeper; readonly engine: Pick<EngineSupervisor, 'ready'> },
): Promise<Result<void, Refusal>> {
  const { connection, engine } = ports;
  const before = connection.state.value.connection?.baseUrl ?? connection.state.value.watched ?? null;
  const checked = checkConnection(typed);
  if (connection.state.value.source !== 'typed' || !checked.ok || before === null)
    return connection.save(typed);
  const to = checked.value.baseUrl;
  if (to === before) return connection.save(typed);
  const engineNow = await engine.ready(waitForEngine);
  if (!engineNow) return err(cannotSay);
  const { client, ended } = engineNow;
  const kept = await client.keptHere(undefined, { signal: ended }).catch(() => null);
  if (!kept) return err(cannotSay);
  const why = whatIsLeft(kept);
  if (why === null) return connection.save(typed);
  if (links === 'ask' || why !== shown) return err(inUse(why, kept.unsent > 0));
  if (links === 'leave') return connection.save(typed);
  if (kept.unsent > 0) return err(inUse(why, true));
  const [error] = await safe(client.takeLinks({ to }, { signal: ended }));
  if (error !== null) return err(isDefinedError(error) && error.code === 'REFUSED' ? error.data : cannotSay);
  let saved: Result<void, Refusal> | null = null;
  try {
    saved = connection.save(typed);
    return saved;
  } finally {
    // The address in use is the one before: the folders are linked for it again.
    if (!saved?.ok) await safe(client.takeLinks({ to: before }, { signal: ended }));
  }
}

const mostNamed = 5;
const several = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`);

/** What the old address still has here, in words; null when nothing. */
export function whatIsLeft({ unsent, folders, others, notOpened }: KeptHere): string | null {
  const parts = [
    ...(unsent > 0 ? [`${several(unsent, 'save')} not sent yet`] : []),
    ...(folders.length > 0
      ? [
          `${several(folders.length, 'linked folder')}: ${folders.slice(0, mostNamed).join(', ')}${
            folders.length > mostNamed ? ` and ${folders.length - mostNamed} more` : ''
          }`,
        ]
      : []),
    ...(others.unsent + others.folders > 0
      ? [
          `${several(others.unsent, 'save')} and ${several(others.folders, 'linked folder')} of other people who work on this computer`,
        ]
      : []),
    ...(notOpened ? ['something that cannot be opened just now, so that what waits in it is not known'] : []),
  ];
  return parts.length === 0 ? null : `For the address in use there is still ${parts.join('; ')}.`;
}

const inUse = (why: string, isUnsent: boolean): Refusal => ({
  code: 'connection-in-use',
  what: 'The service address was not changed.',
  why,
  next: isUnsent
    ? 'Wait until everything is filed. If that address will never answer again, leave what is kept: it stays on this computer for that address, and its folders are not watched.'
    : 'Take your folders along, or leave them: what is left stays on this computer for that address, and its folders are not watched.',
});

const cannotSay: Refusal = {
  code: 'service-failed',
  what: 'The service address was not changed.',
  why: 'The part of the program that knows what is kept here is being restarted.',
  next: 'Try again in a moment. Nothing is lost.',
};
