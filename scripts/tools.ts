import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { projectFolder } from './project-folder.ts';

const requireFromProject = createRequire(join(projectFolder, 'package.json'));

/**
 * Absolute path of the script behind a dependency's command, to be run by this Node. Unlike the wrappers in
 * node_modules/.bin this works the same on Windows. Throws when the dependency has no such command.
 */
export function toolScript(packageName: string, command = packageName): string {
  const manifestPath = join(projectFolder, 'node_modules', packageName, 'package.json');
  const { bin }: { bin?: string | Record<string, string> } = requireFromProject(manifestPath);
  const script = typeof bin === 'string' ? bin : bin?.[command];
  if (script === undefined) throw new Error(`${packageName} has no command ${command}: run npm ci again.`);
  return join(dirname(manifestPath), script);
}
