import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Contents lie in Redis so that only a hub of this firm reads them. */
export function sealing(secret: Buffer) {
  return {
    close(body: string | Buffer): Buffer {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', secret, nonce);
      const sealed = [cipher.update(body), cipher.final()];
      return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]);
    },
    /** Null for what is not ours. */
    open(sealed: Buffer): Buffer | null {
      try {
        const cipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, 12), { authTagLength: 16 });
        cipher.setAuthTag(sealed.subarray(12, 28));
        return Buffer.concat([cipher.update(sealed.subarray(28)), cipher.final()]);
      } catch {
        return null;
      }
    },
  };
}
