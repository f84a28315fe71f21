import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** The policy main sends with the real window. */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
  ].join('; ');

/** Serves a built page on loopback under the policy of the real window. Resolves to its address. */
export async function serve(folder: string): Promise<{ address: string; server: Server }> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://page').pathname);
    const file = join(folder, path === '/' ? 'index.html' : path);
    readFile(file).then(
      (content) => {
        const nonce = randomBytes(16).toString('base64');
        const isPage = extname(file) === '.html';
        response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream');
        if (isPage) response.setHeader('Content-Security-Policy', policy(nonce));
        else response.setHeader('Cache-Control', 'max-age=3600, immutable');
        response.end(isPage ? content.toString().replaceAll('__CSP_NONCE__', nonce) : content);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the page has no port');
  return { address: `http://127.0.0.1:${bound.port}/`, server };
}
