import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A whole picture of one pixel. */
const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
/** What every server adds to the key of a socket (RFC 6455, 1.3). */
const ofSockets = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** Somebody else's server, which gives a picture to everybody and opens a socket to everybody. */
export interface Elsewhere extends AsyncDisposable {
  readonly url: string;
  readonly picture: string;
  readonly socket: string;
  /** How often somebody connected to it. */
  connections: number;
}

export async function openElsewhere(): Promise<Elsewhere> {
  /** Those that were upgraded too, which a server does not close with itself. */
  const sockets = new Set<Socket>();
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/gif', 'access-control-allow-origin': '*' }).end(picture);
  });
  server.on('upgrade', (request, socket) => {
    const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${ofSockets}`);
    socket.write(
      [
        'HTTP/1.1 101 Switching Protocols',
        'Upgrade: websocket',
        'Connection: Upgrade',
        `Sec-WebSocket-Accept: ${accept.digest('base64')}`,
        '\r\n',
      ].join('\r\n'),
    );
    // Whoever came ends it.
    socket.on('error', () => socket.destroy());
    socket.on('data', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const elsewhere: Elsewhere = {
    url: `http://${host}/`,
    picture: `http://${host}/picture.gif`,
    socket: `ws://${host}/`,
    connections: 0,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on('connection', (socket) => {
    elsewhere.connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return elsewhere;
}
