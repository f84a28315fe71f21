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

/** What a release takes no notice of: switches and variables by which another program could get into it. */
export function shutBackDoors(kind: BuildKind, removeSwitch: (name: string) => void): void {
  if (kind === 'release') for (const name of debuggingSwitches) removeSwitch(name);
}

/** The Node to run the engine with instead of Electron's own: never in a release, whatever the environment says. */
export const engineNodeOf = (
  kind: BuildKind,
  environment: Readonly<Record<string, string | undefined>>,
): string | null => (kind === 'release' ? null : environment['MATTERLINE_ENGINE_NODE'] || null);
