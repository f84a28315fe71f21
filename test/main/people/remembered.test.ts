import { expect, test } from 'vitest';
import type { EngineLink } from '../../../main/engine-process/supervisor.ts';
import { followPerson, forgetRemembered, turnRemembered } from '../../../main/people/remembered.ts';
import { SettingsStore } from '../../../main/settings.ts';
import { matterIdSchema, type Person } from '../../../shared/model/index.ts';

const alone = { people: 0, waiting: 0 };
const withOthers = { people: 1, waiting: 0 };

function settingsNow() {
  const file = new Map<string, unknown>();
  return new SettingsStore(
    { get: (name) => file.get(name), set: (name, value) => void file.set(name, value) },
    () => {},
  );
}

test('which matters are pinned and were looked at is each person’s own, and nobody else’s to see', () => {
  const settings = settingsNow();
  settings.prefer({ theme: 'dark', pinned: [matterIdSchema.parse('a')], place: '#/matter/a/documents' });
  turnRemembered(settings, { id: 'ann', others: alone });
  expect(settings.get('preferences')).toMatchObject({ pinned: ['a'] });
  turnRemembered(settings, { id: 'ben', others: withOthers });
  expect(settings.get('preferences')).toMatchObject({ theme: 'dark', pinned: [], recent: [], place: '' });
  settings.prefer({ pinned: [matterIdSchema.parse('b')] });
  turnRemembered(settings, { id: 'ann', others: withOthers });
  expect(settings.get('preferences')).toMatchObject({ pinned: ['a'], place: '#/matter/a/documents' });
  turnRemembered(settings, { id: 'ben', others: withOthers });
  expect(settings.get('preferences')).toMatchObject({ pinned: ['b'], place: '' });
});

test('what is remembered for one person goes with what was kept of them, and nobody else’s', () => {
  const settings = settingsNow();
  const pin = (name: string) => settings.prefer({ pinned: [matterIdSchema.parse(name)] });
  turnRemembered(settings, { id: 'ann', others: alone });
  pin('a');
  turnRemembered(settings, { id: 'ben', others: withOthers });
  pin('b');
  expect(forgetRemembered(settings, 'ann')).toBe(false);
  expect(settings.get('preferences')).toMatchObject({ pinned: ['b'] });
  // The name of a directory that was removed may be given to the next person.
  turnRemembered(settings, { id: 'ann', others: withOthers });
  expect(settings.get('preferences')).toMatchObject({ pinned: [] });
  pin('c');
  expect(forgetRemembered(settings, 'ann')).toBe(true);
  expect(settings.get('preferences')).toMatchObject({ pinned: [] });
});

test('what was remembered before people were told apart is shown to nobody where there are several', () => {
  const settings = settingsNow();
  settings.prefer({ pinned: [matterIdSchema.parse('a')] });
  turnRemembered(settings, { id: 'ben', others: withOthers });
  expect(settings.get('preferences')).toMatchObject({ pinned: [] });
});

test('what the window would begin with is forgotten once another person’s work is shown in the same sign-in', async () => {
  const settings = settingsNow();
  const known = (id: string): Person => ({
    state: 'known',
    id,
    staff: null,
    staffIsProven: false,
    others: { ...withOthers, mayBeMine: false },
    mistaken: null,
    toLink: [],
    toLinkLater: [],
    toTakeOver: [],
  });
  const told: string[] = [];
  const people = async function* () {
    for (const id of ['ann', 'ann', 'ben']) {
      yield known(id);
      told.push(`then ${id}`);
    }
  };
  const client = { engine: { person: { now: async () => people() } } };
  const link = { client, ended: new AbortController().signal } as unknown as EngineLink;
  await followPerson(link, settings, () => told.push('forgotten'));
  expect(told).toEqual(['forgotten', 'then ann', 'then ann', 'forgotten', 'then ben']);
});
