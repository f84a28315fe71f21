import path from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

export interface AppFile {
  readonly file: string;
  readonly type: string;
}

/**
 * The file in `folder` that an `app://` address means, or null: only the app's own host, only plain names below the
 * folder, only kinds of file a page is made of.
 */
export function resolveAppFile(address: string, origin: string, folder: string): AppFile | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (`${url.protocol}//${url.host}` !== origin || url.username !== '' || url.password !== '') return null;
  const names = decoded(url.pathname)?.split('/').slice(1);
  if (!names?.every((name) => /^[\w][\w.-]*$/.test(name))) return null;
  const type = types[path.extname(names.at(-1) ?? '').toLowerCase()];
  return type === undefined ? null : { file: path.join(folder, ...names), type };
}

function decoded(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname === '/' ? '/index.html' : pathname);
  } catch {
    return null;
  }
}
