import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The system's opener of addresses, while a stand-in is first in the PATH of the programs that use it. */
export interface Opener {
  /** To be put first in PATH. */
  readonly binaries: string;
  close(): Promise<void>;
}

/**
 * Puts an `xdg-open` of our own into `directory`, which is what Linux programs run to open an address; each address it
 * is asked for comes to `onAddress`.
 */
export async function standInOpener(
  directory: string,
  onAddress: (address: string) => void,
): Promise<Opener> {
  const socket = join(directory, 'opener.sock');
  const binaries = join(directory, 'bin');
  await mkdir(binaries, { recursive: true });
  const server = createServer((connection) => void text(connection).then(onAddress));
  server.listen(socket);
  await once(server, 'listening');
  const command = join(binaries, 'xdg-open');
  await writeFile(command, scriptFor(socket));
  await chmod(command, 0o755);
  return {
    binaries,
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}

const scriptFor = (socket: string): string => `#!/bin/sh
exec "${process.execPath}" -e 'require("node:net").connect(process.argv[1]).end(process.argv[2])' "${socket}" "$1"
`;
