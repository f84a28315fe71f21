import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { RPCHandler } from '@orpc/server/message-port';
import { expect, onTestFinished, test } from 'vitest';
import { ConnectionKeeper } from '../../../main/connection/keeper.ts';
import { guardedPort } from '../../../main/conversation/guard.ts';
import { createLockedRouter } from '../../../main/conversation/locked-router.ts';
import { SettingsStore } from '../../../main/settings.ts';
import { bearer, signInWorld, tokenEndpoint } from '../sign-in/sign-in-world.ts';
import { sampleOf } from './contract-samples.ts';
import { procedures } from './hostile-calls.ts';

type Call = (input: unknown) => Promise<unknown>;

/** A page in front of a locked window. */
async function lockedPage() {
  const { url } = await tokenEndpoint((_request, count) => bearer(count));
  const world = await signInWorld(url);
  const { port1, port2 } = new MessageChannel();
  const shut = new AbortController();
  const done: string[] = [];
  const commands = {
    copyText: (text: string) => void done.push(text),
    reloadWindow: () => void done.push('reloaded'),
  };
  const port = {
    on: (event: 'message' | 'close', listener: (message: MessageEvent) => void) =>
      port1.addEventListener(event, (message) => listener(message as MessageEvent)),
    postMessage: (data: unknown) => port1.postMessage(data),
  };
  const settings = new SettingsStore({ get: () => undefined, set: () => {} }, () => {});
  const connection = new ConnectionKeeper(null, settings, world.secrets);
  new RPCHandler(createLockedRouter(world.keeper, connection, world.proxies, commands)).upgrade(
    guardedPort(port, () => {}, shut.signal),
  );
  port1.start();
  const client: unknown = createORPCClient(new RPCLink({ port: port2 }));
  port2.start();
  onTestFinished(() => port1.close());
  const call = (path: string, input: unknown): Promise<unknown> => {
    const at = path
      .split('/')
      .slice(1)
      .reduce<unknown>((node, name) => Reflect.get(Object(node), name), client);
    return (at as Call)(input);
  };
  return { call, shut, world, done };
}

test('a locked window can ask who it is that wants to go on, and nothing else of the whole contract', async () => {
  const { call } = await lockedPage();
  const answered: string[] = [];
  for (const procedure of procedures) {
    const input = procedure.input ? sampleOf(procedure, -1, undefined) : undefined;
    await call(procedure.path, input).then(
      () => answered.push(procedure.path),
      // One that says what is wrong with the question is one that answers.
      ({ code }: { code?: string }) => code === 'NOT_FOUND' || answered.push(procedure.path),
    );
  }
  expect(answered.toSorted()).toEqual([
    '/app/answerProxy',
    '/app/cancelSignIn',
    '/app/connection',
    '/app/copySignInAddress',
    '/app/locked',
    '/app/proxyQuestion',
    '/app/reloadWindow',
    '/app/saveConnection',
    '/app/session',
    '/app/signIn',
  ]);
});

test('the sign-in that opens it asks the server not to go by an earlier one', async () => {
  const { call, world } = await lockedPage();
  await call('/app/signIn', undefined);
  expect(world.opened[0]?.searchParams.get('prompt')).toBe('login');
});

test('the address of the sign-in page is copied by main while there is one, and the page is loaded anew by main', async () => {
  const { call, world, done } = await lockedPage();
  await expect(call('/app/copySignInAddress', undefined)).rejects.toMatchObject({ code: 'REFUSED' });
  await call('/app/signIn', undefined);
  await call('/app/copySignInAddress', undefined);
  expect(done).toEqual([world.opened[0]?.href]);
  await call('/app/reloadWindow', undefined);
  expect(done.at(-1)).toBe('reloaded');
});

test('through a port that was shut nothing comes and nothing goes', async () => {
  const { call, shut } = await lockedPage();
  expect(await call('/app/locked', undefined)).toBe(true);
  shut.abort();
  let answered = false;
  void call('/app/locked', undefined).then(
    () => {
      answered = true;
    },
    // The end of the test ends the waiting.
    () => {},
  );
  // Asked later, and answered through a port that is open: by then the other answer would be here.
  const open = await lockedPage();
  for (let asked = 0; asked < 3; asked += 1) expect(await open.call('/app/locked', undefined)).toBe(true);
  expect(answered).toBe(false);
});
