import { ensureBuilt } from './build.ts';
import { type Display, ensureDisplay } from './display.ts';
import { ensureElectronRuntime } from './electron-runtime.ts';
import { projectFolder } from './project-folder.ts';

/** All that is needed to start the built app from this checkout. */
export type AppLaunch = {
  readonly executablePath: string;
  /** Switches for this machine and the app's folder; the app's own arguments follow them. */
  readonly args: readonly string[];
  /** This process's environment with what the app needs; see electron-runtime.ts and display.ts. */
  readonly environment: Readonly<Record<string, string>>;
  /** Takes down what was set up for the app, such as a virtual screen. */
  readonly close: () => void;
};

export type AppLaunchOutcome =
  | { readonly kind: 'ready'; readonly launch: AppLaunch }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** Builds the app when its sources are newer, and finds or sets up an Electron and a display to run it with. */
export async function prepareAppLaunch(): Promise<AppLaunchOutcome> {
  const runtimeOutcome = await ensureElectronRuntime();
  if (runtimeOutcome.kind === 'unavailable') return runtimeOutcome;
  const { executablePath, engineNode } = runtimeOutcome.runtime;
  if ((await ensureBuilt()) !== 0) return { kind: 'unavailable', reason: 'The app could not be built.' };
  const displayOutcome = await ensureDisplay(executablePath);
  if (displayOutcome.kind === 'unavailable') return displayOutcome;
  const { display } = displayOutcome;
  return {
    kind: 'ready',
    launch: {
      executablePath,
      args: [...machineSwitches(display), projectFolder],
      environment: {
        ...inheritedEnvironment(),
        ...display.environment,
        ...(engineNode === undefined ? {} : { MATTERLINE_ENGINE_NODE: engineNode }),
      },
      close: display.close,
    },
  };
}

function machineSwitches(display: Display): string[] {
  return [
    // Chromium refuses to run as root with its sandbox on.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    // A screen of our own comes without a desktop's message bus, which Chromium would report again and again.
    ...(display.environment.DISPLAY === undefined ? [] : ['--log-level=3']),
  ];
}

/** Leaves out what would turn Electron into a plain Node or point the app at an engine it does not need. */
function inheritedEnvironment(): Record<string, string> {
  const unwanted = new Set(['ELECTRON_RUN_AS_NODE', 'MATTERLINE_ENGINE_NODE']);
  const inherited: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !unwanted.has(name)) inherited[name] = value;
  }
  return inherited;
}
