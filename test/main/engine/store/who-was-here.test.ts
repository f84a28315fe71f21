import { expect, test } from 'vitest';
import { WhoWasHere } from '../../../../main/engine/store/who-was-here.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const minute = 60_000;

function record() {
  const clock = new FakeClock();
  const kept = new Map<string, string>();
  const settings = {
    setting: (name: string) => kept.get(name) ?? null,
    putSetting: (name: string, value: string) => void kept.set(name, value),
  };
  const open = () => new WhoWasHere(settings, clock);
  return { clock, settings, kept, open, start: clock.now() };
}
const at = (who: WhoWasHere, time: number) => who.during(() => ({ from: time, to: time }));

test('a save is judged by who was there when it was made', async () => {
  const { clock, open, start } = record();
  const who = open();
  await clock.advance(minute);
  who.becomes('another');
  await clock.advance(minute);
  who.becomes('own');
  await clock.advance(minute);
  expect([0, 0.5, 1.5, 2.5].map((minutes) => at(who, start + minutes * minute))).toEqual([
    'own',
    'own',
    'another',
    'own',
  ]);
  expect(who.during(() => ({ from: start, to: start + 2 * minute }))).toBe('another');
});

test('what was noted outlives the program, and whoever was there at its end was there until its next start', async () => {
  const { clock, open } = record();
  open().becomes('another');
  await clock.advance(minute);
  const whileClosed = clock.now();
  await clock.advance(minute);
  const again = open();
  again.becomes('own');
  await clock.advance(minute);
  expect(at(again, whileClosed)).toBe('another');
  expect(at(again, clock.now())).toBe('own');
  expect(at(open(), whileClosed)).toBe('another');
});

test('somebody who was not known and turns out to be the person leaves nothing behind; anybody else was another', async () => {
  const { clock, open, kept } = record();
  const who = open();
  who.becomes('unknown');
  await clock.advance(minute);
  const then = clock.now();
  expect(at(who, then)).toBe('unknown');
  who.unknownWas('own');
  who.becomes('own');
  expect(at(who, then)).toBe('own');
  expect([...kept.values()]).toEqual(['[]']);
  who.becomes('unknown');
  await clock.advance(minute);
  who.unknownWas('another');
  who.becomes('own');
  await clock.advance(minute);
  expect(at(who, then)).toBe('another');
});

test('a clock that was set back while another person was there makes nothing of theirs the person’s own', async () => {
  const { clock, open, start } = record();
  const who = open();
  await clock.advance(10 * minute);
  who.becomes('another');
  await clock.advance(minute);
  const beforeSetting = clock.now();
  clock.set(start);
  await clock.advance(minute);
  expect(at(who, clock.now())).toBe('another');
  const afterSetting = clock.now();
  await clock.advance(minute);
  who.becomes('own');
  expect(at(who, beforeSetting)).toBe('another');
  expect(at(who, afterSetting)).toBe('another');
});

test('a clock that was set back while the program was closed makes nothing of theirs the person’s own', async () => {
  const { clock, open, start } = record();
  await clock.advance(10 * minute);
  open().becomes('another');
  await clock.advance(minute);
  clock.set(start);
  const who = open();
  await clock.advance(minute);
  const theirs = clock.now();
  expect(at(who, theirs)).toBe('another');
  await clock.advance(minute);
  who.becomes('own');
  expect(at(who, theirs)).toBe('another');
});

test('what the disk does not take holds all the same, and is written with what comes next', async () => {
  const { clock, settings, kept } = record();
  let isFull = true;
  const who = new WhoWasHere(
    {
      ...settings,
      putSetting(name, value) {
        if (isFull) throw new Error('ENOSPC');
        settings.putSetting(name, value);
      },
    },
    clock,
  );
  who.becomes('another');
  expect(at(who, clock.now())).toBe('another');
  expect(kept.size).toBe(0);
  isFull = false;
  expect(at(who, clock.now())).toBe('another');
  expect(kept.size).toBe(1);
});

test('however often people take turns, little is kept, and nothing of another person becomes the person’s own', async () => {
  const { clock, open, kept, start } = record();
  const who = open();
  for (let turn = 0; turn < 1_200; turn += 1) {
    who.becomes(turn % 2 === 0 ? 'another' : 'own');
    await clock.advance(15);
  }
  expect(at(who, start)).toBe('another');
  expect([...kept.values()].join('').length).toBeLessThan(64_000);
});
