import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';

const certificate = (name: string): string =>
  readFileSync(new URL(`./certificates/${name}`, import.meta.url), 'utf8');

/** The authority that issued the firm's certificates, and that no computer trusts by itself. */
export const authority = certificate('authority.pem');
/** The store of a browser of Linux (NSS) in which it is trusted, to be put at `~/.pki/nssdb/cert9.db`. */
export const browserStore = new URL('./certificates/cert9.db', import.meta.url).pathname;
export const authorityFile = new URL('./certificates/authority.pem', import.meta.url).pathname;

/** Names that only the office's proxy can reach: no name server knows them. */
export const serviceName = 'service.firm.test';
export const storageName = 'storage.firm.test';

export interface Listening extends AsyncDisposable {
  readonly port: number;
  /** Connections that are open. */
  readonly connections: () => number;
}

/** A service of the firm's own over TLS, with a certificate of the firm's own authority. */
export async function firmService(
  answer: (request: { method: string; url: string; body: Buffer }, response: http.ServerResponse) => void,
): Promise<Listening> {
  const server = https.createServer(
    { key: certificate('service.key'), cert: certificate('service.pem') },
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '' } = request;
        answer({ method, url, body: Buffer.concat(chunks) }, response);
      });
    },
  );
  // It closes no idle connection, and says nothing of when.
  server.keepAliveTimeout = 0;
  return listening(server);
}

/** What stands in front of a service of this machine and speaks TLS for it, by the firm's certificate. */
export async function firmFront(port: number): Promise<Listening & { readonly opened: () => number }> {
  let opened = 0;
  const server = tls.createServer(
    { key: certificate('service.key'), cert: certificate('service.pem') },
    (client) => {
      opened += 1;
      const service = net.connect(port, '127.0.0.1', () => client.pipe(service).pipe(client));
      service.on('error', () => client.destroy());
      client.on('error', () => service.destroy());
    },
  );
  return { opened: () => opened, ...(await listening(server)) };
}

/** A service that speaks no TLS; tells what was asked of it. */
export async function plainService(heard: (url: string) => void): Promise<Listening> {
  return listening(
    http.createServer((request, response) => {
      heard(request.url ?? '');
      response.end();
    }),
  );
}

/** A proxy script, where an office's computers find it. */
export async function proxyScript(script: string): Promise<Listening> {
  return listening(
    http.createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/x-ns-proxy-autoconfig' }).end(script),
    ),
  );
}

export interface OfficeProxy extends Listening {
  /** What was asked of it: `host:port` of each tunnel, with the name and password shown, if any. */
  readonly asked: { to: string; shown: string | null }[];
}

/** A proxy that opens tunnels by CONNECT to services of this machine, for those who show the right name and password. */
export async function officeProxy(
  portOf: (host: string) => number,
  wanted: string | null = null,
): Promise<OfficeProxy> {
  const asked: OfficeProxy['asked'] = [];
  const refused =
    'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="office"\r\n';
  const server = http.createServer((_request, response) =>
    response.writeHead(407, { 'proxy-authenticate': 'Basic realm="office"' }).end(),
  );
  server.on('connect', (request: http.IncomingMessage, client: net.Socket) => {
    const header = request.headers['proxy-authorization'];
    const shown = header ? Buffer.from(header.replace(/^Basic /, ''), 'base64').toString('utf8') : null;
    asked.push({ to: request.url ?? '', shown });
    client.on('error', () => client.destroy());
    if (wanted !== null && shown !== wanted) {
      client.end(`${refused}Content-Length: 0\r\nConnection: close\r\n\r\n`);
      return;
    }
    const host = (request.url ?? '').replace(/:\d+$/, '');
    const upstream = net.connect(portOf(host), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on('error', () => client.destroy());
  });
  return { asked, ...(await listening(server)) };
}

/** Something that takes connections and never says anything. */
export const silence = (): Promise<Listening> =>
  listening(net.createServer((socket) => socket.on('error', () => {})));

async function listening(server: net.Server): Promise<Listening> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
