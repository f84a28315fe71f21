import path from 'node:path';
import { pageScheme } from '../window/page-policy.ts';

/** Its own, so that what is the window's is never the viewer's. */
export const viewerOrigin = `${pageScheme}://viewer`;

/** Its own scripts and workers, decoders of pictures compiled for the browser, and what it was given: no evaluated text, no address elsewhere. */
export const viewerPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  'img-src data: blob:',
  'font-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
  '.bcmap': 'application/octet-stream',
  '.pfb': 'application/octet-stream',
  '.ttf': 'font/ttf',
};

/**
 * Answers the viewer's page for its own files, and nothing else.
 * @param contentOf a file below its folder, null where there is none
 */
export function viewerAnswer(
  { method, url }: { readonly method: string; readonly url: string },
  contentOf: (name: string) => Buffer | null,
) {
  const name = method === 'GET' ? nameOf(url) : null;
  const type = types[path.extname(name ?? '')];
  const content = name === null || type === undefined ? null : contentOf(name);
  return {
    statusCode: content ? 200 : 404,
    headers: {
      'content-security-policy': viewerPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-type': (content && type) || 'text/plain',
    },
    data: content ?? Buffer.from('Not found'),
  };
}

/** Plain names with at most one folder; null for every other address. */
function nameOf(address: string): string | null {
  const [, name] = /^app:\/\/viewer\/((?:\w+\/)?\w[\w.-]*)$/.exec(address) ?? [];
  return name === undefined || name.includes('..') ? null : name;
}
