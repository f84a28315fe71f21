import { type ClientRequest, type IncomingMessage, net, type Session } from 'electron';
import { type Credentials, type ProxyLogin, proxyAsksCode } from './proxy-login.ts';

/** Answers of a sign-in server are a few kilobytes. */
const largestAnswer = 1_000_000;

/**
 * Sends a request of main's own by Chromium's network: by the system's settings, proxy scripts and certificates, and
 * without cookies. `session.fetch` does so too, but has nobody who could answer a proxy. Redirects are not followed.
 */
export async function chromiumFetch(
  session: Session,
  address: string,
  init: RequestInit,
  login: ProxyLogin,
): Promise<Response> {
  const asked = new Request(address, init);
  const body = Buffer.from(await asked.arrayBuffer());
  // Whether a password still holds is for the keeper of proxies to know: Chromium would try an old one by itself.
  await session.clearAuthCache();
  asked.signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const { method, url, signal } = asked;
    const request = net.request({ method, url, session, credentials: 'omit', redirect: 'manual' });
    for (const [name, value] of asked.headers) request.setHeader(name, value);
    const abort = (): void => {
      request.abort();
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    request.once('close', () => signal.removeEventListener('abort', abort));
    const refused = answerProxies(request, login);
    request.on('error', (error) => reject(refused() ?? error));
    request.on('redirect', (status) => resolve(new Response(null, { status })));
    request.on('response', (answer) => {
      const proxyRefused = refused();
      if (proxyRefused) {
        request.abort();
        return reject(proxyRefused);
      }
      readWhole(answer, request).then(resolve, reject);
    });
    if (body.length > 0) request.end(body);
    else request.end();
  });
}

/** Shows a proxy what is known for it. The answer tells whether it took nothing of that. */
function answerProxies(request: ClientRequest, login: ProxyLogin): () => Error | null {
  let shown: Credentials | null = null;
  let refused: Error | null = null;
  request.on('login', ({ isProxy, host, port }, callback) => {
    const place = `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`;
    // A server that asks has its 401 read by whoever sent the request.
    shown = isProxy ? login(place, shown) : null;
    if (shown) return callback(shown.name, shown.password);
    if (isProxy) refused = Object.assign(new Error('A proxy asks.'), { code: proxyAsksCode });
    callback();
  });
  return () => refused;
}

async function readWhole(answer: IncomingMessage, request: ClientRequest): Promise<Response> {
  const { statusCode: status, headers } = answer;
  const chunks: Buffer[] = [];
  let bytes = 0;
  await new Promise<void>((resolve, reject) => {
    answer.on('data', (chunk) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= largestAnswer) return;
      request.abort();
      reject(new Error('The answer is too large.'));
    });
    answer.on('end', () => resolve());
    answer.on('error', reject);
    answer.on('aborted', () => reject(new Error('The answer was cut off.')));
  });
  const isEmpty = status === 204 || status === 205 || status === 304 || bytes === 0;
  return new Response(isEmpty ? null : Buffer.concat(chunks), {
    status,
    headers: Object.entries(headers).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    ),
  });
}
