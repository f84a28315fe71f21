import type { RequestKeyId } from '../../shared/model/index.ts';
import type { SecretStore } from './secret-store.ts';

/** Secrets that requests are sent with, beside the other secrets of this profile: given to the engine for one sending at a time. */
export class RequestKeys {
  readonly #secrets: SecretStore;
  readonly #random: { readonly newId: () => string; readonly newKey: () => string };

  constructor(secrets: SecretStore, random: { newId: () => string; newKey: () => string }) {
    this.#secrets = secrets;
    this.#random = random;
  }

  async keep(key: string): Promise<{ id: RequestKeyId; keptIn: 'system' | 'memory' }> {
    const id = this.#random.newId() as RequestKeyId;
    await this.#secrets.update({ requestKeys: { ...this.#secrets.secrets.requestKeys, [id]: key } });
    return { id, keptIn: this.#secrets.isKept ? 'system' : 'memory' };
  }

  make(): Promise<{ id: RequestKeyId; keptIn: 'system' | 'memory' }> {
    return this.keep(this.#random.newKey());
  }

  /** Null when it is not kept any more. */
  get(id: RequestKeyId): string | null {
    return this.#secrets.secrets.requestKeys?.[id] ?? null;
  }

  async forget(id: RequestKeyId): Promise<void> {
    const { [id]: _forgotten, ...others } = this.#secrets.secrets.requestKeys ?? {};
    await this.#secrets.update({ requestKeys: others });
  }
}
