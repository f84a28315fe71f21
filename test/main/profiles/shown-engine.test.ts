import { expect, test } from 'vitest';
import type { EngineLink } from '../../../main/engine-process/supervisor.ts';
import type { Main, Profiles } from '../../../main/profiles/profiles.ts';
import { shownEngine } from '../../../main/profiles/shown-engine.ts';
import { Watched } from '../../../shared/base/watched.ts';

/** Of a profile, what stands outside the window sees. */
function profile() {
  const running = new AbortController();
  const client = {} as EngineLink['client'];
  const link = new Watched<EngineLink | null>({ client, ended: running.signal });
  const locked = new Watched(false);
  const ready = async () => link.value;
  const main = { engine: { link, ready }, lock: { locked } } as unknown as Main;
  return { main, client, running, link, locked };
}

function profileRegistry() {
  const [london, toronto] = [profile(), profile()];
  const shown = new Watched(london.main);
  const seen = shownEngine({ shown } as unknown as Profiles);
  for (const { main } of [london, toronto]) seen.follow(main);
  return { london, toronto, shown, ...seen };
}

test('what is told outside the window is told of the profile that the window shows', async () => {
  const { london, toronto, shown, engine } = profileRegistry();
  const before = engine.link.value;
  expect(before?.client).toBe(london.client);
  shown.set(toronto.main);
  expect(before?.ended.aborted).toBe(true);
  expect(engine.link.value?.client).toBe(toronto.client);
  expect(engine.link.value?.ended.aborted).toBe(false);
  expect((await engine.ready(0))?.client).toBe(toronto.client);
});

test('an engine that ends, or one of another profile, is told from the one that is shown', () => {
  const { london, toronto, engine } = profileRegistry();
  const link = engine.link.value;
  toronto.link.set(null);
  expect(engine.link.value).toBe(link);
  london.running.abort();
  expect(link?.ended.aborted).toBe(true);
  london.link.set(null);
  expect(engine.link.value).toBeNull();
});

test('nothing is named outside the window while the profile it shows is locked', () => {
  const { london, toronto, shown, isLocked } = profileRegistry();
  toronto.locked.set(true);
  expect(isLocked.value).toBe(false);
  shown.set(toronto.main);
  expect(isLocked.value).toBe(true);
  shown.set(london.main);
  expect(isLocked.value).toBe(false);
  london.locked.set(true);
  expect(isLocked.value).toBe(true);
});
