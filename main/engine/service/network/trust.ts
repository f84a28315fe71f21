import { setImmediate } from 'node:timers/promises';
import tls from 'node:tls';

/** Node before 22.19 and 24.5 has no such choice. */
type Choice = Partial<Pick<typeof tls, 'getCACertificates' | 'setDefaultCACertificates'>>;

/**
 * Trusts the certificate authorities of this computer besides those that come with the runtime: office networks that
 * look into connections, and firms with services of their own, have theirs there. To be called before the first
 * connection. The answer is how many authorities of the computer are trusted; null when the runtime has no such choice
 * or the computer's cannot be read, and only its own count. Reading them and taking them over are tens of milliseconds each:
 * others have their turn in between.
 */
export async function trustComputersAuthorities(choice: Choice = tls): Promise<number | null> {
  if (!choice.getCACertificates || !choice.setDefaultCACertificates) return null;
  try {
    // A computer may list each under several names.
    const system = new Set(choice.getCACertificates('system'));
    await setImmediate();
    choice.setDefaultCACertificates([...new Set([...choice.getCACertificates('default'), ...system])]);
    return system.size;
  } catch {
    return null;
  }
}
