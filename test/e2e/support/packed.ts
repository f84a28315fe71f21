import { ensurePacked } from '../../../scripts/packaging/ensure-packed.ts';
import type { ElectronProgram } from '../../app/electron-launch.ts';
import { appLaunch } from './launch.ts';

/** Packing takes seconds on a quiet machine, and far longer on a busy one, in milliseconds. */
export const packingWithin = 300_000;

/** How a package of this kind is started here, packing it first if it is out of date. */
export async function packedLaunch(kind: 'release' | 'test'): Promise<ElectronProgram> {
  const { args, environment } = appLaunch();
  const { executablePath } = await ensurePacked(kind);
  return {
    packed: true,
    executablePath,
    args: args.filter((argument) => argument.startsWith('-')),
    environment,
  };
}
