import { noPolicy, type Policy, readPolicy } from './policy.ts';

/** What is needed of this computer to find what its administrator decided. */
export interface PolicyPorts {
  readonly platform: 'win32' | 'darwin' | 'linux';
  /** Rejects with a code, `ENOENT` for a file that is not there. */
  readonly readText: (file: string) => Promise<string>;
  /** What a program of the system writes; `status` is its exit code, null where it has none: it did not answer in time, or did not start. */
  readonly run: (
    program: string,
    args: readonly string[],
  ) => Promise<{ status: number | null; output: string }>;
}

const linuxFile = '/etc/matterline/policy.json';
const macFile = '/Library/Managed Preferences/com.matterline.desktop.plist';
/** On every Windows: it shows whether the registry can be asked at all. */
const windowsPolicies = 'HKLM\\Software\\Policies';
const windowsKey = `${windowsPolicies}\\Matterline`;
/** The one value that holds the whole policy, on macOS and Windows. */
const valueName = 'Policy';

/**
 * Reads the policy from where only administrators can write. Nothing there means that nothing is managed; what cannot be
 * looked at does not.
 */
export async function findPolicy(ports: PolicyPorts): Promise<Policy> {
  switch (ports.platform) {
    case 'linux':
      return fromFile(ports);
    case 'darwin':
      return fromPreferences(ports);
    case 'win32':
      return fromRegistry(ports);
  }
}

async function fromFile({ readText }: PolicyPorts): Promise<Policy> {
  try {
    return readPolicy(await readText(linuxFile), linuxFile);
  } catch (error) {
    return isMissing(error) ? noPolicy : readPolicy(null, linuxFile);
  }
}

async function fromPreferences({ readText, run }: PolicyPorts): Promise<Policy> {
  const reading = await readText(macFile).catch((error: unknown) => (isMissing(error) ? null : ''));
  if (reading === null) return noPolicy;
  const plutil = (...args: string[]) => run('/usr/bin/plutil', [...args, macFile]);
  const text = await plutil('-extract', valueName, 'raw', '-expect', 'string', '-o', '-');
  if (text.status === 0) return readPolicy(text.output, macFile);
  // Other values may be there without ours. One of another kind, or a damaged file, is a slip of the pen.
  const whole = await plutil('-lint', '-s');
  const there = await plutil('-extract', valueName, 'xml1', '-o', '-');
  const isNone = text.status !== null && whole.status === 0 && there.status !== null && there.status !== 0;
  return isNone ? noPolicy : readPolicy(null, macFile);
}

async function fromRegistry({ run }: PolicyPorts): Promise<Policy> {
  const query = (...args: string[]) => run('reg.exe', ['query', ...args, '/reg:64']);
  const { status, output } = await query(windowsKey, '/v', valueName);
  if (status === 0) return readPolicy(registryText(output), windowsKey);
  if (status === null) return readPolicy(null, windowsKey);
  // It answers the same when it is forbidden to people here, as when there is nothing.
  const policies = await query(windowsPolicies);
  const isOurs = /\\Matterline\s*$/im.test(policies.output);
  const isNone = policies.status === 0 && (!isOurs || (await query(windowsKey)).status === 0);
  return isNone ? noPolicy : readPolicy(null, windowsKey);
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** The value in what `reg query` prints; null when it is not text, or has letters that its code page has spoilt. */
export function registryText(output: string): string | null {
  const text = /^\s*Policy\s+REG_(?:EXPAND_)?SZ\s+(.*?)\s*$/im.exec(output)?.[1] ?? null;
  return text?.includes('\uFFFD') ? null : text;
}
