import type { ElectronProgram } from '../../app/electron-launch.ts';
import { screenOfWorker } from './screen-of-worker.ts';

/** How the app is started here; `npm run test:e2e` says so in the environment. */
export function appLaunch(): ElectronProgram {
  const { MATTERLINE_ELECTRON_PATH, MATTERLINE_ELECTRON_ARGUMENTS, ...environment } = process.env;
  if (MATTERLINE_ELECTRON_PATH === undefined || MATTERLINE_ELECTRON_ARGUMENTS === undefined) {
    throw new Error('These tests are started by: npm run test:e2e');
  }
  const args: string[] = JSON.parse(MATTERLINE_ELECTRON_ARGUMENTS);
  return {
    executablePath: MATTERLINE_ELECTRON_PATH,
    args,
    environment: { ...defined(environment), ...screenOfWorker(process.env) },
  };
}

function defined(variables: NodeJS.ProcessEnv): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables)) if (value !== undefined) result[name] = value;
  return result;
}
