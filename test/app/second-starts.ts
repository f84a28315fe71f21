import { readlink, rename, unlink } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

/**
 * Hands links to a running program as starts of their own would, without starting anything for each: one real start is
 * listened to, and what it said is said again with another link. Answers how many were taken.
 * @param appData where the program keeps its own files
 * @param start starts the program a second time with a link, and waits until that start has ended
 */
export async function handOver(
  links: readonly string[],
  appData: string,
  start: (link: string) => Promise<void>,
): Promise<number> {
  const socket = await readlink(join(appData, 'SingletonSocket'));
  const said = await listenedTo(socket, () => start(placeholder));
  const at = said.indexOf(placeholder);
  if (at === -1) throw new Error('A second start does not say what it was started with.');
  const [before, after] = [said.subarray(0, at), said.subarray(at + placeholder.length)];
  let taken = 0;
  for (const link of links) {
    const answer = await tell(socket, Buffer.concat([before, Buffer.from(link), after]));
    if (answer.length > 0) taken += 1;
  }
  return taken;
}

const placeholder = 'com.matterline.desktop:/placeholder';

/** What is said to a socket meanwhile; it reaches nobody else, and whoever says it hears that it was taken. */
async function listenedTo(socket: string, meanwhile: () => Promise<void>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const server = createServer((client) => {
    client.on('error', () => client.destroy());
    client.on('data', (chunk) => {
      chunks.push(chunk);
      client.end('ACK');
    });
  });
  const aside = `${socket}.aside`;
  await rename(socket, aside);
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  await meanwhile();
  await new Promise((resolve) => server.close(resolve));
  await unlink(socket).catch(() => undefined);
  await rename(aside, socket);
  return Buffer.concat(chunks);
}

async function tell(socket: string, message: Buffer): Promise<Buffer> {
  const client = connect(socket);
  client.end(message);
  // What is too long for a command line is not answered.
  return buffer(client).catch(() => Buffer.alloc(0));
}
