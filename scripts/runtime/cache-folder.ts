import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where runtimes are kept between runs, by the XDG base directory rules: a relative XDG_CACHE_HOME is ignored. */
export function runtimeCacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const configured = environment['XDG_CACHE_HOME'];
  const base = configured !== undefined && isAbsolute(configured) ? configured : join(homedir(), '.cache');
  return join(base, 'matterline', 'electron');
}
