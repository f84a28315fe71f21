import { expect, test } from 'vitest';
import { doubtedFor, Offered, refusalKept } from '../../../../main/engine/features/capabilities/offered.ts';

function offered() {
  const kept = new Map<string, string>();
  const settings = {
    setting: (name: string) => kept.get(name) ?? null,
    putSetting: (name: string, value: string) => void kept.set(name, value),
  };
  const clock = { time: 1_000, now: () => clock.time };
  return { clock, folders: new Offered(settings, clock, 'folders') };
}

test('a service that never showed a group is believed at once that it has none, for a day', () => {
  const { clock, folders } = offered();
  folders.denied();
  expect(folders.state).toBe('not-offered');
  clock.time += refusalKept;
  expect(folders.state).toBe('unknown');
});

test('of a service that offered a group, answers as if it had none are believed after an hour of nothing else', () => {
  const { clock, folders } = offered();
  folders.showed('offered');
  folders.denied();
  expect(folders.state).toBe('offered');
  clock.time += doubtedFor - 1;
  folders.denied();
  expect(folders.state).toBe('offered');
  folders.showed('offered');
  clock.time += doubtedFor;
  folders.denied();
  expect(folders.state).toBe('offered');
  clock.time += doubtedFor;
  folders.denied();
  expect(folders.state).toBe('not-offered');
  folders.showed('offered');
  expect(folders.state).toBe('offered');
});

test('two answers of that kind with hours between them, in which nothing was asked, are not believed', () => {
  const { clock, folders } = offered();
  folders.showed('offered');
  folders.denied();
  clock.time += 5 * doubtedFor;
  folders.denied();
  expect(folders.state).toBe('offered');
  clock.time += doubtedFor / 2;
  folders.denied();
  expect(folders.state).toBe('offered');
  clock.time += doubtedFor / 2;
  folders.denied();
  expect(folders.state).toBe('not-offered');
});

test('a clock that was set back begins the hour anew', () => {
  const { clock, folders } = offered();
  folders.showed('offered');
  clock.time += doubtedFor;
  folders.denied();
  clock.time -= doubtedFor;
  folders.denied();
  clock.time += doubtedFor - 1;
  folders.denied();
  expect(folders.state).toBe('offered');
});
