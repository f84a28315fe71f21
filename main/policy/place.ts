import { noPolicy, type Policy, readPolicy } from './policy.ts';

/** What is needed of this computer to find what its administrator decided. */
export interface PolicyPorts {
  readonly platform: 'win32' | 'darwin' | 'linux';
  /** Rejects with a code, `ENOENT` for a file that is not there. */
  readonly readText: (file: string) => Promise<string>;
  /** What a program of the system writes; `status` is its exit code. */
  readonly run: (program: string, args: readonly string[]) => Promise<{ status: number; output: string }>;
}

const linuxFile = '/etc/matterline/policy.json';
const macFile = '/Library/Managed Preferences/com.matterline.desktop.plist';
const windowsKey = 'HKLM\\Software\\Policies\\Matterline';
/** The one value that holds the whole policy, on macOS and Windows. */
const valueName = 'Policy';

/** Reads the policy from where only administrators can write. Nothing there means that nothing is managed. */
export async function findPolicy(ports: PolicyPorts): Promise<Policy> {
  switch (ports.platform) {
    case 'linux':
      return fromFile(ports);
    case 'darwin': {
      const args = ['-extract', valueName, 'raw', '-expect', 'string', '-o', '-', macFile];
      const { status, output } = await ports.run('/usr/bin/plutil', args);
      return status === 0 ? readPolicy(output, macFile) : noPolicy;
    }
    case 'win32': {
      const args = ['query', windowsKey, '/v', valueName, '/reg:64'];
      const { status, output } = await ports.run('reg.exe', args);
      return status === 0 ? readPolicy(registryText(output), windowsKey) : noPolicy;
    }
  }
}

async function fromFile({ readText }: PolicyPorts): Promise<Policy> {
  try {
    return readPolicy(await readText(linuxFile), linuxFile);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return missing ? noPolicy : readPolicy(null, linuxFile);
  }
}

/** The value in what `reg query` prints; null when it is not text. */
export const registryText = (output: string): string | null =>
  /^\s*Policy\s+REG_(?:EXPAND_)?SZ\s+(.*?)\s*$/im.exec(output)?.[1] ?? null;
