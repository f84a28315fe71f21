import path from 'node:path';

/**
 * Where this program comes from: `source` from a checkout, `release` out of a package as people install it, `test` out
 * of a package made to be driven by tests, which is never handed out.
 */
export type BuildKind = 'source' | 'release' | 'test';

/** Tells the kind by the app's archive and the manifest inside it, which the integrity of the archive covers. */
export function buildKindOf(appPath: string, readManifest: (file: string) => string): BuildKind {
  if (path.extname(appPath) !== '.asar') return 'source';
  const manifest: unknown = JSON.parse(readManifest(path.join(appPath, 'package.json')));
  const isTest =
    typeof manifest === 'object' && manifest !== null && Reflect.get(manifest, testMark) === true;
  return isTest ? 'test' : 'release';
}

/** In the manifest of a package made for tests; `scripts/packaging/` writes it. */
export const testMark = 'matterlineTestBuild';

/** Chromium's own switches that let other programs of this computer look into the window. */
const debuggingSwitches = ['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address'];

/** Chromium's own switches that have it trust other servers, go other ways, or put down what is said on them. */
const weakeningSwitches = [
  ...['ignore-certificate-errors', 'ignore-certificate-errors-spki-list', 'allow-insecure-localhost'],
  ...['ssl-version-min', 'ssl-version-max', 'ssl-key-log-file'],
  ...['allow-running-insecure-content', 'unsafely-treat-insecure-origin-as-secure'],
  ...['proxy-server', 'proxy-pac-url', 'proxy-bypass-list', 'proxy-auto-detect', 'no-proxy-server'],
  ...['host-rules', 'host-resolver-rules', 'auth-server-whitelist', 'auth-negotiate-delegate-whitelist'],
  ...['log-net-log', 'net-log-capture-mode', 'net-log-max-size-mb', 'enable-logging', 'log-file'],
  ...['log-level', 'v', 'vmodule', 'js-flags', 'disable-features'],
];

/** The variable by which Chromium writes the keys of its connections to a file. */
const keyLog = 'SSLKEYLOGFILE';

/** Where another profile is named, with settings and secrets of its own. */
const profileSwitch = 'user-data-dir';

interface Doors {
  readonly hasSwitch: (name: string) => boolean;
  readonly removeSwitch: (name: string) => void;
  readonly environment: Record<string, string | undefined>;
  /** Goes back to where every installation keeps its own files. */
  readonly useOwnProfile: () => void;
}

/**
 * What a release takes no notice of: switches and variables by which another program could get into it, or weaken what protects its
 * connections. Before anything of Chromium starts that reads them.
 */
export function shutBackDoors(kind: BuildKind, doors: Doors): void {
  if (kind !== 'release') return;
  for (const name of [...debuggingSwitches, ...weakeningSwitches]) doors.removeSwitch(name);
  Reflect.deleteProperty(doors.environment, keyLog);
  if (!doors.hasSwitch(profileSwitch)) return;
  doors.removeSwitch(profileSwitch);
  doors.useOwnProfile();
}

/** The Node to run the engine with instead of Electron's own: never in a release, whatever the environment says. */
export const engineNodeOf = (
  kind: BuildKind,
  environment: Readonly<Record<string, string | undefined>>,
): string | null => (kind === 'release' ? null : environment['MATTERLINE_ENGINE_NODE'] || null);
