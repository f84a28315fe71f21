import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { ConnectionState } from '../../../main/connection/keeper.ts';
import { ProxyKeeper } from '../../../main/network/proxy-keeper.ts';
import { type Credentials, proxyAsksCode } from '../../../main/network/proxy-login.ts';
import { SecretStore, type Secrets } from '../../../main/secrets/secret-store.ts';
import { SessionKeeper } from '../../../main/sign-in/session-keeper.ts';
import type { Fetch } from '../../../main/sign-in/token-server.ts';
import { Watched } from '../../../shared/base/watched.ts';
import type { Connection } from '../../../shared/model/index.ts';
import { FakeClock } from '../../support/fake-clock.ts';

export interface TokenRequest {
  readonly authorization: string | undefined;
  readonly form: URLSearchParams;
}

type Answer = { readonly status: number; readonly body: unknown };

/** A token endpoint that answers what the test says and remembers what it was asked. */
export async function tokenEndpoint(
  answer: (request: TokenRequest, count: number) => Answer | Promise<Answer>,
) {
  const requests: TokenRequest[] = [];
  const server = createServer((request, response) => {
    void textOf(request).then(async (text) => {
      const received = { authorization: request.headers.authorization, form: new URLSearchParams(text) };
      requests.push(received);
      const { status, body } = await answer(received, requests.length);
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

export const bearer = (number: number | string, expiresIn = 3600) => ({
  status: 200,
  body: { access_token: `access-${number}`, token_type: 'Bearer', expires_in: expiresIn },
});

export const withRefresh = (answer: ReturnType<typeof bearer>) => ({
  ...answer,
  body: { ...answer.body, refresh_token: 'refresh-1' },
});

/** A session over a sign-in server, with a browser that only remembers what it was to open. */
export async function signInWorld(authUrl: string, change: Partial<Connection> = {}, kept: Secrets = {}) {
  const connection: Connection = {
    baseUrl: 'https://api.example.com',
    authUrl,
    clientId: 'matterline',
    apiKey: 'key',
    redirect: 'custom',
    ...change,
  };
  const clock = new FakeClock();
  const secrets = await SecretStore.open('/unused', null, () => {});
  await secrets.update(kept);
  const state = new Watched<ConnectionState>({ connection, source: 'file', refusal: null });
  const left = new Watched(false);
  const opened: URL[] = [];
  const proxies = new ProxyKeeper({ secrets, resolveProxy: async () => 'PROXY office:8080' });
  /** The password that the proxy of the office wants to see before each request; null while it wants none. */
  const proxy: { wants: string | null; readonly shown: (string | null)[] } = { wants: null, shown: [] };
  const throughProxy: Fetch = async (address, init) => {
    let shown: Credentials | null = null;
    while (proxy.wants !== null && shown?.password !== proxy.wants) {
      shown = proxies.login('office:8080', shown, new URL(address).origin);
      if (!shown) throw Object.assign(new Error('A proxy asks.'), { code: proxyAsksCode });
      proxy.shown.push(shown.password);
    }
    return fetch(address, init);
  };
  const open = () =>
    new SessionKeeper({
      clock,
      secrets,
      left,
      connection: state,
      fetch: throughProxy,
      proxyQuestion: proxies.question,
      openBrowser: async (address) => void opened.push(new URL(address)),
    });
  const keeper = open();
  return {
    keeper,
    /** The program started again, with what was kept. */
    reopen: open,
    clock,
    secrets,
    connection,
    state,
    left,
    opened,
    proxies,
    proxy,
    /** The parameters of an honest callback for the last page that was opened. */
    callback: (code = 'code-1') =>
      new URLSearchParams({ code, state: opened.at(-1)?.searchParams.get('state') ?? '' }),
    async signIn() {
      await keeper.signIn();
      return keeper.receiveCallback(this.callback());
    },
  };
}
