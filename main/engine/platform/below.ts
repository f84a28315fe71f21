import { sep } from 'node:path';

/** The path of what lies below a directory, from there on, with slashes. */
export function belowRoot(root: string, path: string): string {
  let from = root.length;
  // Elsewhere than on Windows a backslash is a letter like any other, and a name may begin with it.
  while (path[from] === '/' || path[from] === sep) from += 1;
  const below = path.slice(from);
  return sep === '/' ? below : below.split(sep).join('/');
}

/** True for a path that is one of these directories, or lies below one. */
export const isBelow = (path: string, directories: readonly string[]): boolean =>
  directories.some((directory) => path === directory || path.startsWith(`${directory}/`));
