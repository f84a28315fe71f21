/** What the platform computes beside the program. */
const computed = ['digest', 'importKey', 'exportKey', 'generateKey', 'sign', 'verify'] as const;

let pending = 0;
for (const name of computed) {
  const { [name]: real } = crypto.subtle;
  const value = async (...given: unknown[]) => {
    pending += 1;
    try {
      return await Reflect.apply(real, crypto.subtle, given);
    } finally {
      pending -= 1;
    }
  };
  Object.defineProperty(crypto.subtle, name, { value, configurable: true });
}

/** True while the platform's cryptography has not answered: it takes real time, and no time of a simulated clock. */
export const isComputing = (): boolean => pending > 0;
