import fc from 'fast-check';
import { expect, test } from 'vitest';
import { customRedirectUri, findDeepLink, parseDeepLink } from '../../../main/sign-in/deep-link.ts';
import { hostileLink } from './hostile-links.ts';
import { bearer, signInWorld, tokenEndpoint, withRefresh } from './sign-in-world.ts';

/** As many as every release is to stand. */
const numRuns = 1_000;

/** What the program does with a link that the system hands to it, see main/index.ts. */
async function take(
  keeper: Awaited<ReturnType<typeof signInWorld>>['keeper'],
  link: string,
): Promise<boolean> {
  const found = findDeepLink(['matterline', '--allow-file-access', link]);
  if (found === null) return false;
  const parameters = parseDeepLink(found);
  if (!parameters.ok) return false;
  return (await keeper.receiveCallback(parameters.value)).ok;
}

async function worldIn(state: 'signed-out' | 'signing-in' | 'signed-in') {
  const server = await tokenEndpoint((_request, count) => withRefresh(bearer(count)));
  const world = await signInWorld(server.url);
  if (state === 'signing-in') await world.keeper.signIn();
  if (state === 'signed-in') await world.signIn();
  expect(world.keeper.session.value.state).toBe(state);
  return { ...world, server };
}

/** A refusal may be shown to the person; of everything else in the session and the secrets nothing may change. */
const kept = ({
  keeper,
  secrets,
}: Pick<Awaited<ReturnType<typeof signInWorld>>, 'keeper' | 'secrets'>): unknown =>
  structuredClone({ session: { ...keeper.session.value, refusal: null }, secrets: secrets.secrets });

test.each(['signed-out', 'signing-in', 'signed-in'] as const)(
  'a thousand hostile links while %s change nothing and end nothing',
  async (state) => {
    const world = await worldIn(state);
    const before = kept(world);
    const asked = world.server.requests.length;
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(hostileLink, async (link) => {
        tried += 1;
        expect(await take(world.keeper, link)).toBe(false);
        expect(kept(world)).toEqual(before);
      }),
      { numRuns },
    );
    expect(tried).toBe(numRuns);
    expect(world.server.requests).toHaveLength(asked);
  },
);

test('after a thousand hostile links the honest one still ends the sign-in', async () => {
  const world = await worldIn('signing-in');
  for (const link of fc.sample(hostileLink, numRuns)) await take(world.keeper, link);
  expect(await take(world.keeper, `${customRedirectUri}?${world.callback().toString()}`)).toBe(true);
  expect(world.keeper.session.value.state).toBe('signed-in');
});
