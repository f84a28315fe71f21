import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolveAppFile } from './app-files.ts';
import { contentSecurityPolicy, keptScreenPlaceholder, noncePlaceholder, pageOrigin } from './page-policy.ts';

interface AppAnswer {
  readonly statusCode: 200 | 404;
  readonly headers: Record<string, string>;
  readonly data: Buffer;
}

/**
 * Answers one request of the page for one of its own files in `folder`; 404 for everything else.
 * @param keptScreen what the window showed last, as JSON for the page
 */
export function answerAppRequest(
  request: { readonly method: string; readonly url: string },
  folder: string,
  keptScreen: () => string,
): AppAnswer {
  const found = request.method === 'GET' ? resolveAppFile(request.url, pageOrigin, folder) : null;
  const content = found && contentOf(found.file);
  const nonce = randomBytes(16).toString('base64');
  const headers = {
    'content-security-policy': contentSecurityPolicy(nonce),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
  if (!content)
    return {
      statusCode: 404,
      headers: { ...headers, 'content-type': 'text/plain' },
      data: Buffer.from('Not found'),
    };
  const data = found.type.startsWith('text/html')
    ? Buffer.from(
        content
          .toString('utf8')
          .replaceAll(noncePlaceholder, nonce)
          .replace(keptScreenPlaceholder, () => keptScreen()),
      )
    : content;
  return { statusCode: 200, headers: { ...headers, 'content-type': found.type }, data };
}

/** Null when it is not there. Read at once: while the program starts, an answer to come would wait behind all its code. */
function contentOf(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
