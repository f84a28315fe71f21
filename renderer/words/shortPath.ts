import { displayName } from './displayName.ts';

/** "…/Documents/Timeline.csv": the end of a path, which tells a person where it is. */
export function shortPath(path: string): string {
  const separator = path.includes('\\') ? '\\' : '/';
  const parts = path.split(/[\\/]/u).filter((part) => part !== '');
  return displayName(parts.length <= 2 ? path : `…${separator}${parts.slice(-2).join(separator)}`);
}
