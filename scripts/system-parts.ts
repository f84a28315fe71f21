import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runQuietly } from './child-process.ts';

/** Debian packages with the libraries Electron links to; `xvfb` is the display for machines without one. */
const libraryPackages = [
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libcups2',
  'libatk-bridge2.0-0',
  'libxcomposite1',
  'libxdamage1',
  'libxrandr2',
  'libxkbcommon0',
] as const;

/** What the machine lacks: names of shared libraries, and programs under the package that has them. */
export type MissingParts = { readonly libraries: readonly string[]; readonly displayServer: boolean };

/** Names of the libraries that `ldd` reports as not found. */
export function missingLibraries(lddOutput: string): string[] {
  return [...lddOutput.matchAll(/^\s*(\S+) => not found$/gm)].map(([, name]) => name ?? '');
}

export function isComplete({ libraries, displayServer }: MissingParts): boolean {
  return libraries.length === 0 && !displayServer;
}

/** Arguments of the `apt-get` call that brings what is missing. */
export function aptInstallArguments({ libraries, displayServer }: MissingParts): string[] {
  const packages = [...(displayServer ? ['xvfb'] : []), ...(libraries.length > 0 ? libraryPackages : [])];
  return ['install', '-y', '--no-install-recommends', ...packages];
}

/** The exact commands for a person on Debian, as one line to paste. */
export function aptCommandText(missing: MissingParts): string {
  return `sudo apt-get update && sudo apt-get ${aptInstallArguments(missing).join(' ')}`;
}

export async function findMissingParts(
  executable: string,
  needsDisplayServer: boolean,
): Promise<MissingParts> {
  const { output } = await runQuietly('ldd', [executable]);
  return {
    libraries: missingLibraries(output),
    displayServer: needsDisplayServer && !isOnPath('Xvfb'),
  };
}

/**
 * Makes the machine able to run the executable: installs what is missing as root on Debian, else says what a
 * person has to do. Returns that message, or undefined when nothing is missing (any more).
 */
export async function ensureSystemParts(
  executable: string,
  needsDisplayServer: boolean,
): Promise<string | undefined> {
  const missing = await findMissingParts(executable, needsDisplayServer);
  if (isComplete(missing)) return undefined;
  const lacks = [...(missing.displayServer ? ['Xvfb'] : []), ...missing.libraries].join(', ');
  const lacking = `Electron needs what this machine lacks: ${lacks}.`;
  if (!isOnPath('apt-get')) return `${lacking} Install it and try again.`;
  const advice = `${lacking} Install it with:\n  ${aptCommandText(missing)}`;
  if (process.getuid?.() !== 0) return advice;

  console.log(
    `Installing what Electron lacks here (${lacks}): apt-get ${aptInstallArguments(missing).join(' ')}`,
  );
  const environment = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const update = await runQuietly('apt-get', ['update'], environment);
  const install = await runQuietly('apt-get', aptInstallArguments(missing), environment);
  if (isComplete(await findMissingParts(executable, needsDisplayServer))) return undefined;
  return [update.output, install.output, advice].join('\n');
}

function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}
