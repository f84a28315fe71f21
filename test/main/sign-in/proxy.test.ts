import { expect, test } from 'vitest';
import { attemptLifetime } from '../../../main/sign-in/session-keeper.ts';
import { bearer, signInWorld, tokenEndpoint, withRefresh } from './sign-in-world.ts';

const place = 'office:8080';

/** An office whose proxy lets nothing through without a password. */
async function office() {
  const server = await tokenEndpoint((_request, count) => withRefresh(bearer(count)));
  const world = await signInWorld(server.url);
  world.proxy.wants = 'right';
  const asked = async () => {
    for await (const question of world.proxies.question.watch()) if (question) return question;
    throw new Error('nobody was asked');
  };
  const answer = (password: string) => world.proxies.give(place, { name: 'ann', password });
  return { ...world, server, asked, answer };
}

test('a proxy that asks during sign-in: the person is asked, and the sign-in goes on with the same code', async () => {
  const { keeper, server, asked, answer, callback } = await office();
  await keeper.signIn();
  const signedIn = keeper.receiveCallback(callback());
  expect(await asked()).toEqual({ proxy: place, refused: false });
  await expect
    .poll(() => keeper.session.value)
    .toMatchObject({
      state: 'signing-in',
      refusal: { why: expect.stringContaining('proxy of your network') },
    });
  expect(server.requests).toEqual([]);
  answer('right');
  expect(await signedIn).toEqual({ ok: true, value: undefined });
  expect(keeper.session.value.state).toBe('signed-in');
  expect(server.requests.map(({ form }) => form.get('code'))).toEqual(['code-1']);
});

test('a wrong password is shown to the proxy once, asked for anew, and the right one goes on', async () => {
  const { keeper, proxies, proxy, asked, answer, callback } = await office();
  await keeper.signIn();
  const signedIn = keeper.receiveCallback(callback());
  await asked();
  answer('wrong');
  await expect.poll(() => proxies.question.value).toEqual({ proxy: place, refused: true });
  answer('right');
  expect(await signedIn).toMatchObject({ ok: true });
  expect(proxy.shown).toEqual(['wrong', 'right']);
});

test('a sign-in that is cancelled while the proxy waits is over: nothing is sent by a later answer', async () => {
  const { keeper, server, asked, answer, callback } = await office();
  await keeper.signIn();
  const signedIn = keeper.receiveCallback(callback());
  await asked();
  keeper.cancelSignIn();
  expect(await signedIn).toMatchObject({ ok: false });
  answer('right');
  expect(keeper.session.value).toEqual({ state: 'signed-out', refusal: null });
  expect(server.requests).toEqual([]);
});

test('an answer that comes after the life of the code is too late, and this is said', async () => {
  const { keeper, clock, asked, callback } = await office();
  await keeper.signIn();
  const signedIn = keeper.receiveCallback(callback());
  await asked();
  await expect.poll(() => keeper.session.value).toMatchObject({ refusal: { code: 'unreachable' } });
  clock.tick(attemptLifetime);
  expect(await signedIn).toMatchObject({ ok: false });
  expect(keeper.session.value).toMatchObject({
    state: 'signed-out',
    refusal: { why: expect.stringContaining('five minutes') },
  });
});

test('a renewal that meets a proxy ends no sign-in: the person is asked, and it is renewed after the answer', async () => {
  const world = await office();
  world.proxy.wants = null;
  await world.signIn();
  world.proxy.wants = 'right';
  expect(await world.keeper.access('access-1')).toEqual({
    outcome: 'unreachable',
    why: 'The proxy of your network asks for a name and password.',
  });
  expect(await world.asked()).toEqual({ proxy: place, refused: false });
  world.answer('right');
  expect(await world.keeper.access('access-1')).toEqual({ outcome: 'token', token: 'access-2' });
});
