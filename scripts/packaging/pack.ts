import { join } from 'node:path';
import { ensureBuilt } from '../build.ts';
import { runOnConsole } from '../child-process.ts';
import { projectFolder } from '../project-folder.ts';
import { toolScript } from '../tools.ts';
import { builderArguments, type Packaging } from './builder-arguments.ts';
import { writeSbom } from './sbom.ts';

/** Builds the app when its sources are newer, and packs it. Returns the exit code. */
export async function pack(packaging: Packaging): Promise<number> {
  const built = await ensureBuilt();
  if (built !== 0) return built;
  await writeSbom(join(projectFolder, 'out', 'sbom.cdx.json'));
  return runOnConsole(process.execPath, [toolScript('electron-builder'), ...builderArguments(packaging)], {
    cwd: projectFolder,
  });
}
