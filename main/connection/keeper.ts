import { err, ok, type Result } from '../../shared/base/result.ts';
import { Watched } from '../../shared/base/watched.ts';
import type { Connection, ConnectionView, Refusal } from '../../shared/model/index.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { SettingsStore } from '../settings.ts';
import { checkConnection, identityOf } from './check.ts';
import type { ConnectionFile } from './file.ts';

export interface ConnectionState {
  /** Null until there is a complete and valid one. */
  readonly connection: Connection | null;
  readonly source: ConnectionView['source'];
  /** Why there is none, when something is wrong rather than missing. */
  readonly refusal: Refusal | null;
  /** The address whose folders go on being watched while the connection lacks its secrets, or cannot be used. */
  readonly watched?: string;
}

/** What an administrator decided of the connection; null where nothing. */
export interface ManagedConnection {
  readonly connection: Result<Connection, Refusal> | null;
  readonly redirect: Connection['redirect'] | null;
}

const nothingManaged: ManagedConnection = { connection: null, redirect: null };

/** Knows which service this is connected to: what the administrator decided, or else the file, or what was typed. */
export class ConnectionKeeper {
  readonly state: Watched<ConnectionState>;
  readonly #settings: SettingsStore;
  readonly #secrets: SecretStore;
  readonly #managed: ManagedConnection;

  constructor(
    file: Result<ConnectionFile, Refusal> | null,
    settings: SettingsStore,
    secrets: SecretStore,
    managed: ManagedConnection = nothingManaged,
  ) {
    this.#settings = settings;
    this.#secrets = secrets;
    this.#managed = managed;
    const { connection } = managed;
    const found =
      connection !== null
        ? fixed(connection, 'policy')
        : file !== null
          ? fixed(file.ok ? ok(file.value.connection) : file, 'file')
          : fromTyped(settings, secrets);
    const lastUsed = settings.get('lastAddress');
    this.state = new Watched({
      ...found,
      connection: found.connection && this.#redirected(found.connection),
      // What an administrator or a file says wrongly today keeps nothing that is saved from being captured.
      ...(found.refusal && found.source !== 'typed' && lastUsed !== null && { watched: lastUsed }),
    });
    const remember = (): void => {
      const address = this.state.value.connection?.baseUrl;
      if (address !== undefined && address !== settings.get('lastAddress'))
        settings.set('lastAddress', address);
    };
    this.state.subscribe(remember);
    remember();
  }

  /** What may be shown; also of a typed connection that lacks only its secrets. */
  view(): ConnectionView | null {
    const { connection, source } = this.state.value;
    const shown = connection ?? (source === 'typed' ? this.#settings.get('connection') : null);
    if (!shown) return null;
    const { baseUrl, authUrl, clientId, redirect, scope, hub } = shown;
    return {
      baseUrl,
      authUrl,
      clientId,
      redirect,
      ...(scope !== undefined && { scope }),
      ...(hub !== undefined && { hub }),
      hasClientSecret: connection?.clientSecret !== undefined,
      source,
    };
  }

  /** With the client secret of the connection in use, where none was typed and it is the same one: it goes nowhere else. */
  withKeptSecret(typed: Connection): Connection {
    const { connection } = this.state.value;
    const checked = checkConnection(typed);
    if (connection?.clientSecret === undefined || !checked.ok || checked.value.clientSecret !== undefined)
      return typed;
    return identityOf(connection) === identityOf(checked.value)
      ? { ...typed, clientSecret: connection.clientSecret }
      : typed;
  }

  /** Checks and keeps a typed connection. */
  save(typed: Connection): Result<void, Refusal> {
    const { source } = this.state.value;
    if (source !== 'typed') {
      return err({
        code: 'not-permitted',
        what: 'The connection cannot be changed here.',
        why: source === 'file' ? 'It comes from a connection file.' : 'It is managed by your organisation.',
        next:
          source === 'file'
            ? 'Change the file, or start Matterline without it.'
            : 'Ask the person who looks after your computers.',
      });
    }
    const checked = checkConnection(typed);
    if (!checked.ok) return checked;
    const { apiKey, clientSecret, ...rest } = checked.value;
    this.#settings.set('connection', rest);
    void this.#secrets.update({
      typed: { apiKey, ...(clientSecret !== undefined && { clientSecret }), of: identityOf(checked.value) },
    });
    this.state.set({ connection: this.#redirected(checked.value), source: 'typed', refusal: null });
    return ok(undefined);
  }

  /** Takes the secrets of the connection that was typed before, which leads nowhere else for it. */
  saveSecrets(typed: Connection): Result<void, Refusal> {
    const checked = checkConnection(typed);
    if (!checked.ok) return checked;
    const kept = this.state.value.source === 'typed' ? this.#settings.get('connection') : null;
    if (!kept || identityOf(kept) !== identityOf(checked.value)) return err(otherConnection);
    const { apiKey, clientSecret } = checked.value;
    return this.save({ ...kept, apiKey, ...(clientSecret !== undefined && { clientSecret }) });
  }

  #redirected(connection: Connection): Connection {
    const { redirect } = this.#managed;
    return redirect === null ? connection : { ...connection, redirect };
  }
}

function fixed(found: Result<Connection, Refusal>, source: 'policy' | 'file'): ConnectionState {
  return found.ok
    ? { connection: found.value, source, refusal: null }
    : { connection: null, source, refusal: found.error };
}

function fromTyped(settings: SettingsStore, secrets: SecretStore): ConnectionState {
  const kept = settings.get('connection');
  const { typed } = secrets.secrets;
  if (!kept) return { connection: null, source: 'typed', refusal: null };
  if (!typed) return withoutSecrets(kept, secretsGone);
  const { of, ...secret } = typed;
  const checked = checkConnection({ ...kept, ...secret });
  // Typed for another address: the disk did not take those that were typed for this one.
  if (checked.ok && of !== undefined && of !== identityOf(checked.value))
    return withoutSecrets(kept, secretsGone);
  // An older program did not say which address they are for.
  if (checked.ok && of === undefined)
    void secrets.update({ typed: { ...secret, of: identityOf(checked.value) } });
  return checked.ok
    ? { connection: checked.value, source: 'typed', refusal: null }
    : withoutSecrets(kept, checked.error);
}

/** Nothing is asked of the service, and what is saved in linked folders is captured all the same. */
function withoutSecrets(
  kept: Omit<Connection, 'apiKey' | 'clientSecret'>,
  refusal: Refusal,
): ConnectionState {
  const checked = checkConnection({ ...kept, apiKey: 'none' });
  const watched = checked.ok && { watched: checked.value.baseUrl };
  return { connection: null, source: 'typed', refusal, ...watched };
}

const otherConnection: Refusal = {
  code: 'not-permitted',
  what: 'The connection cannot be changed here.',
  why: 'The window is locked: only the API key and the client secret of the connection in use are taken.',
  next: 'Sign in, and change it in the settings.',
};

const secretsGone: Refusal = {
  code: 'configuration-invalid',
  what: 'The API key has to be entered again.',
  why: 'This computer has no safe place for secrets, it was cleared since, or the disk did not take them.',
  next: 'Enter the API key, and the client secret if you were given one. What you save in your matter folders is kept meanwhile.',
};
