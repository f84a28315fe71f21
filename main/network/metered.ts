import type { PolicyPorts } from '../policy/place.ts';

/** What is needed of this computer to know whether its network is metered. */
export type MeteredPorts = Pick<PolicyPorts, 'platform' | 'run'>;

const networkManager = 'org.freedesktop.NetworkManager';
/** As `busctl` writes NetworkManager's `NMMetered`; a good guess counts, as it does for the desktop. */
const ofNetworkManager: ReadonlyMap<string, boolean> = new Map([
  ['u 1', true],
  ['u 2', false],
  ['u 3', true],
  ['u 4', false],
]);

/** Below the folder of the system's programs. */
const powerShell = 'WindowsPowerShell\\v1.0\\powershell.exe';
const costOfProfile =
  '[Windows.Networking.Connectivity.NetworkInformation,Windows.Networking.Connectivity,ContentType=WindowsRuntime]' +
  '::GetInternetConnectionProfile().GetConnectionCost().NetworkCostType';
/** `Fixed` is free up to some amount, `Variable` costs from the first byte. */
const ofWindows: ReadonlyMap<string, boolean> = new Map([
  ['Unrestricted', false],
  ['Fixed', true],
  ['Variable', true],
]);

/**
 * Whether the network in use is metered, as far as the system knows; null where it does not tell: always on
 * macOS, which has no program to ask, and elsewhere while there is no network or nobody may ask.
 */
export async function metered({ platform, run }: MeteredPorts): Promise<boolean | null> {
  const answer = async (program: string, args: readonly string[]): Promise<string> => {
    const { status, output } = await run(program, args).catch(() => ({ status: 1, output: '' }));
    return status === 0 ? output.trim() : '';
  };
  switch (platform) {
    case 'linux': {
      const path = `/${networkManager.replaceAll('.', '/')}`;
      const args = ['--system', 'get-property', networkManager, path, networkManager, 'Metered'];
      return ofNetworkManager.get(await answer('/usr/bin/busctl', args)) ?? null;
    }
    case 'win32': {
      const args = ['-NoProfile', '-NonInteractive', '-Command', costOfProfile];
      return ofWindows.get(await answer(powerShell, args)) ?? null;
    }
    case 'darwin':
      return null;
  }
}
