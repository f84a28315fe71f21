import { createHash } from 'node:crypto';
import type { Caller } from '../operation.ts';
import type { World } from '../world.ts';

const minute = 60_000;
const codeLifetimeMs = 5 * minute;
export const accessLifetimeMs = 60 * minute;
const refreshLifetimeMs = 30 * 24 * 60 * minute;

export interface Grant extends Caller {
  readonly scope: string;
}

export interface CodeGrant extends Grant {
  readonly redirectUri: string;
  readonly challenge: string | null;
}

/** Codes and tokens: opaque, kept only as hashes, with their lifetimes (spec: Token request, Limits). */
export interface Tokens {
  issueCode(grant: CodeGrant): string;
  /** Uses a code up. Using it twice revokes what the first use gave (RFC 6749, 4.1.2). */
  redeemCode(code: string): { readonly grant: CodeGrant; readonly codeHash: string } | undefined;
  /** `token` is given for a token whose text means something, as an id token's does. */
  issue(kind: 'access' | 'refresh', grant: Grant, codeHash?: string, token?: string): string;
  refreshGrant(refreshToken: string): Grant | undefined;
  callerOf(accessToken: string): Caller | undefined;
  revokeOne(token: string): void;
  revoke(kind: 'access' | 'refresh', staffId?: string): void;
}

interface CodeRow {
  client_id: string;
  staff_id: string;
  redirect_uri: string;
  scope: string;
  challenge: string | null;
  expires_at: number;
  used: number;
}

interface TokenRow {
  client_id: string;
  staff_id: string;
  scope: string;
  expires_at: number;
}

export function createTokens(world: World): Tokens {
  const { store } = world;
  const addCode = store.prepare(
    `insert into codes (hash, client_id, staff_id, redirect_uri, scope, challenge, expires_at) values (?, ?, ?, ?, ?, ?, ?)`,
  );
  const findCode = store.prepare<[string], CodeRow>('select * from codes where hash = ?');
  const useCode = store.prepare('update codes set used = 1 where hash = ?');
  const revokeByCode = store.prepare('delete from tokens where code_hash = ?');
  const addToken = store.prepare(
    'insert into tokens (hash, kind, client_id, staff_id, scope, code_hash, expires_at) values (?, ?, ?, ?, ?, ?, ?)',
  );
  const findToken = store.prepare<[string, string], TokenRow>(
    'select * from tokens where hash = ? and kind = ?',
  );

  const validToken = (token: string, kind: 'access' | 'refresh'): Grant | undefined => {
    const row = findToken.get(hashOf(token), kind);
    if (row === undefined || row.expires_at <= world.now()) return undefined;
    return { clientId: row.client_id, staffId: row.staff_id, scope: row.scope };
  };
  return {
    issueCode(grant) {
      const code = world.newSecret();
      const { clientId, staffId, redirectUri, scope, challenge } = grant;
      addCode.run(
        hashOf(code),
        clientId,
        staffId,
        redirectUri,
        scope,
        challenge,
        world.now() + codeLifetimeMs,
      );
      return code;
    },
    redeemCode(code) {
      const codeHash = hashOf(code);
      const row = findCode.get(codeHash);
      if (row === undefined) return undefined;
      if (row.used === 1) {
        revokeByCode.run(codeHash);
        return undefined;
      }
      useCode.run(codeHash);
      if (row.expires_at <= world.now()) return undefined;
      const { client_id: clientId, staff_id: staffId, redirect_uri: redirectUri, scope, challenge } = row;
      return { grant: { clientId, staffId, redirectUri, scope, challenge }, codeHash };
    },
    issue(kind, grant, codeHash, token = world.newSecret()) {
      const lifetime = kind === 'access' ? accessLifetimeMs : refreshLifetimeMs;
      addToken.run(
        hashOf(token),
        kind,
        grant.clientId,
        grant.staffId,
        grant.scope,
        codeHash ?? null,
        world.now() + lifetime,
      );
      return token;
    },
    refreshGrant: (token) => validToken(token, 'refresh'),
    callerOf: (token) => validToken(token, 'access'),
    revokeOne(token) {
      store.prepare('delete from tokens where hash = ?').run(hashOf(token));
    },
    revoke(kind, staffId) {
      store
        .prepare('delete from tokens where kind = ? and (? is null or staff_id = ?)')
        .run(kind, staffId ?? null, staffId ?? null);
    },
  };
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
