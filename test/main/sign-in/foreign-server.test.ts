import { OAuth2Server } from 'oauth2-mock-server';
import { expect, onTestFinished, test } from 'vitest';
import { signInWorld } from './sign-in-world.ts';

/** A sign-in server that is not ours, with the paths of the spec. */
async function foreignServer(): Promise<OAuth2Server> {
  const server = new OAuth2Server(undefined, undefined, {
    endpoints: { authorize: '/oauth2/authorize', token: '/oauth2/token' },
  });
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  onTestFinished(() => server.stop());
  return server;
}

test.each(['loopback', 'custom'] as const)(
  'the whole sign-in and refresh works with a foreign server (%s)',
  async (redirect) => {
    const server = await foreignServer();
    const world = await signInWorld(`http://127.0.0.1:${server.address().port}`, { redirect });
    await world.keeper.signIn();
    const page = await fetch(world.opened[0] ?? '', { redirect: 'manual' });
    const callback = new URL(page.headers.get('location') ?? '');
    if (redirect === 'loopback') await fetch(callback);
    else await world.keeper.receiveCallback(callback.searchParams);
    expect(world.keeper.session.value).toMatchObject({ state: 'signed-in' });

    const first = await world.keeper.access(null);
    expect(first.outcome).toBe('token');
    world.clock.tick(3_600_000);
    const second = await world.keeper.access(null);
    expect(second.outcome).toBe('token');
    expect(world.keeper.session.value.state).toBe('signed-in');
  },
);

test('a verifier that does not match is refused by the foreign server', async () => {
  const server = await foreignServer();
  const world = await signInWorld(`http://127.0.0.1:${server.address().port}`);
  await world.keeper.signIn();
  const address = new URL(world.opened[0] ?? '');
  address.searchParams.set('code_challenge', 'A'.repeat(43));
  const page = await fetch(address, { redirect: 'manual' });
  const callback = new URL(page.headers.get('location') ?? '');
  expect(await world.keeper.receiveCallback(callback.searchParams)).toMatchObject({
    ok: false,
    error: { code: 'sign-in-failed' },
  });
});
