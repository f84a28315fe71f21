import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolveAppFile } from './app-files.ts';
import { contentSecurityPolicy, noncePlaceholder, pageOrigin } from './page-policy.ts';

/** Answers one request of the page for one of its own files in `folder`; 404 for everything else. */
export async function answerAppRequest(
  request: { readonly method: string; readonly url: string },
  folder: string,
): Promise<Response> {
  const found = request.method === 'GET' ? resolveAppFile(request.url, pageOrigin, folder) : null;
  const content = found && (await readFile(found.file).catch(() => null));
  const nonce = randomBytes(16).toString('base64');
  const headers = {
    'content-security-policy': contentSecurityPolicy(nonce),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
  if (!content)
    return new Response('Not found', { status: 404, headers: { ...headers, 'content-type': 'text/plain' } });
  const body = found.type.startsWith('text/html')
    ? content.toString('utf8').replaceAll(noncePlaceholder, nonce)
    : new Uint8Array(content);
  return new Response(body, { headers: { ...headers, 'content-type': found.type } });
}
