import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { err } from '../../../../shared/base/result.ts';

/** A service that tells no matters while they are held. */
export function withoutMatters() {
  const matters = { held: false };
  const ports = (real: EnginePorts): EnginePorts => ({
    ...real,
    connect(...given) {
      const client = real.connect(...given);
      const { list } = client.matters;
      const held: typeof list = async function* (...asked) {
        if (matters.held) yield err({ kind: 'server', status: 503, title: null, detail: null } as never);
        else yield* list(...asked);
      };
      return { ...client, matters: { ...client.matters, list: held } };
    },
  });
  return { matters, ports };
}

/** A disk on which there is no room to open the database in one directory. */
export function fullDisk() {
  const disk = { of: '' };
  const ports = (real: EnginePorts): EnginePorts => ({
    ...real,
    openDatabase: (directory: string) => {
      if (disk.of === directory) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
      return real.openDatabase(directory);
    },
  });
  return { disk, ports };
}
