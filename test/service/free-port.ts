import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** No system hands these out by itself. */
const ownPorts = { from: 20_000, to: 32_000 };

/** A port of loopback for whoever stops and comes back: nobody who asks for any port is given it meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ownPorts.from, ownPorts.to);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
