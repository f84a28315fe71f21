import { err, type Result } from '../../shared/base/result.ts';
import type { Refusal } from '../../shared/model/index.ts';
import type { EngineSupervisor } from '../engine-process/supervisor.ts';
import type { SettingsStore } from '../settings.ts';
import { changeConnection } from './changing.ts';
import { readConnectionFile } from './file.ts';
import type { ConnectionKeeper } from './keeper.ts';

/**
 * Takes what a connection file says as if it had been typed: the file is not needed any more, and its secrets go to the secret
 * store. What else it says holds for as long as the connection leads to that service.
 */
export async function importConnection(
  file: string,
  ports: {
    readonly connection: ConnectionKeeper;
    readonly engine: Pick<EngineSupervisor, 'ready'>;
    readonly settings: SettingsStore;
  },
): Promise<Result<void, Refusal>> {
  const { settings } = ports;
  const read = await readConnectionFile(file);
  if (!read.ok)
    return err({ ...read.error, next: 'Choose another file, or ask whoever made this one to correct it.' });
  const { connection, ...said } = read.value;
  const before = settings.get('imported');
  // Before the connection, with which it takes effect.
  settings.set('imported', { ...said, of: connection.baseUrl });
  const changed = await changeConnection(connection, { links: 'ask', shown: null }, ports);
  if (!changed.ok) settings.set('imported', before);
  return changed;
}
