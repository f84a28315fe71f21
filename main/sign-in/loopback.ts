import { createServer, type Server } from 'node:http';
import type { Result } from '../../shared/base/result.ts';
import type { Refusal } from '../../shared/model/index.ts';
import { callbackPath } from './deep-link.ts';

export interface LoopbackRedirect {
  /** `http://127.0.0.1:PORT/oauth2/callback` */
  readonly redirectUri: string;
  close(): void;
}

/**
 * Listens on a free port of 127.0.0.1 for the callback of one sign-in (RFC 8252, 7.3). `receive` judges the callback;
 * its answer is what the browser page says. Rejects when no port can be opened.
 */
export async function openLoopbackRedirect(
  receive: (parameters: URLSearchParams) => Promise<Result<void, Refusal>>,
): Promise<LoopbackRedirect> {
  let authority = '';
  const server = createServer((request, response) => {
    const say = (status: number, title: string, text: string): void => {
      response.writeHead(status, pageHeaders).end(page(title, text));
    };
    // A name that was made to point here is not us: that is how pages of other origins reach local ports.
    if (request.headers.host !== authority) return say(400, 'Not for you', 'This address is not known here.');
    if (request.method !== 'GET') return say(405, 'Not possible', 'Nothing can be sent here.');
    const [path, query] = split(request.url ?? '');
    if (path !== callbackPath) return say(404, 'Nothing here', 'This address is not known here.');
    receive(new URLSearchParams(query)).then(
      (result) =>
        result.ok
          ? say(200, 'You are signed in', 'You can close this page and go back to Matterline.')
          : say(400, result.error.what, `${result.error.why} ${result.error.next}`),
      () => say(500, 'Something went wrong', 'Go back to Matterline and sign in again.'),
    );
  });
  await listen(server);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  authority = `127.0.0.1:${address.port}`;
  return { redirectUri: `http://${authority}${callbackPath}`, close: () => void server.close() };
}

function split(target: string): [path: string, query: string] {
  const question = target.indexOf('?');
  return question === -1 ? [target, ''] : [target.slice(0, question), target.slice(question + 1)];
}

const listen = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, () => {
      server.off('error', reject);
      resolve();
    });
  });

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  connection: 'close',
};

const page = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Matterline</title>` +
  `<h1>${escaped(title)}</h1><p>${escaped(text)}</p></html>`;

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
