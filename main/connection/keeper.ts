import type { Connection, ConnectionView, Refusal } from '../../shared/model.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { Watched } from '../../shared/watched.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { SettingsStore } from '../settings.ts';
import { checkConnection } from './check.ts';
import type { ConnectionFile } from './file.ts';

export interface ConnectionState {
  /** Null until there is a complete and valid one. */
  readonly connection: Connection | null;
  readonly source: 'file' | 'typed';
  /** Why there is none, when something is wrong rather than missing. */
  readonly refusal: Refusal | null;
}

/** Knows which service this is connected to: what the connection file says, or else what was typed. */
export class ConnectionKeeper {
  readonly state: Watched<ConnectionState>;
  readonly #settings: SettingsStore;
  readonly #secrets: SecretStore;

  constructor(file: Result<ConnectionFile, Refusal> | null, settings: SettingsStore, secrets: SecretStore) {
    this.#settings = settings;
    this.#secrets = secrets;
    this.state = new Watched(file ? fromFile(file) : fromTyped(settings, secrets));
  }

  /** What may be shown; also of a typed connection that lacks only its secrets. */
  view(): ConnectionView | null {
    const { connection, source } = this.state.value;
    const shown = connection ?? (source === 'typed' ? this.#settings.get('connection') : null);
    if (!shown) return null;
    const { baseUrl, authUrl, clientId, redirect } = shown;
    return { baseUrl, authUrl, clientId, redirect, source };
  }

  /** Checks and keeps a typed connection. */
  save(typed: Connection): Result<void, Refusal> {
    if (this.state.value.source === 'file') {
      return err({
        code: 'not-permitted',
        what: 'The connection cannot be changed here.',
        why: 'It comes from a connection file.',
        next: 'Change the file, or start Matterline without it.',
      });
    }
    const checked = checkConnection(typed);
    if (!checked.ok) return checked;
    const { apiKey, clientSecret, ...rest } = checked.value;
    this.#settings.set('connection', rest);
    void this.#secrets.update({ typed: { apiKey, ...(clientSecret !== undefined && { clientSecret }) } });
    this.state.set({ connection: checked.value, source: 'typed', refusal: null });
    return ok(undefined);
  }
}

const fromFile = (file: Result<ConnectionFile, Refusal>): ConnectionState => ({
  connection: file.ok ? file.value.connection : null,
  source: 'file',
  refusal: file.ok ? null : file.error,
});

function fromTyped(settings: SettingsStore, secrets: SecretStore): ConnectionState {
  const kept = settings.get('connection');
  const { typed } = secrets.secrets;
  if (!kept) return { connection: null, source: 'typed', refusal: null };
  if (!typed) return { connection: null, source: 'typed', refusal: secretsGone };
  const checked = checkConnection({ ...kept, ...typed });
  return checked.ok
    ? { connection: checked.value, source: 'typed', refusal: null }
    : { connection: null, source: 'typed', refusal: checked.error };
}

const secretsGone: Refusal = {
  code: 'configuration-invalid',
  what: 'The API key has to be entered again.',
  why: 'This computer has no safe place for secrets, or it was cleared since.',
  next: 'Enter the API key, and the client secret if you were given one.',
};
