import { expect, test } from 'vitest';
import { EngineLauncher } from '../../../main/engine-process/launcher.ts';
import { pipePair } from '../pipe-pair.ts';

/** A launcher of processes that do nothing; what was started for whom, and the means to end each. */
function launcher() {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const made = new EngineLauncher((userData) => {
    started.push(userData);
    const pair = pipePair();
    ends.push(pair.close);
    return { pipe: pair.main, kill: pair.close };
  });
  return { made, started, ends };
}

test('the engine started ahead is the one that is asked for, once', () => {
  const { made, started } = launcher();
  made.ahead('first');
  const taken = made.launch('first');
  expect(started).toEqual(['first']);
  expect(made.launch('first')).not.toBe(taken);
  expect(started).toEqual(['first', 'first']);
});

test('another profile never gets the engine of the first', () => {
  const { made, started } = launcher();
  made.ahead('first');
  made.launch('second');
  expect(started).toEqual(['first', 'second']);
  made.launch('first');
  expect(started).toEqual(['first', 'second']);
});

test('an engine that died before anybody asked for it is started anew', () => {
  const { made, started, ends } = launcher();
  made.ahead('first');
  ends[0]?.();
  made.launch('first');
  expect(started).toEqual(['first', 'first']);
});

test('an engine that cannot be started is found out by whoever asks for it', () => {
  const made = new EngineLauncher(() => {
    throw new Error('no such program');
  });
  made.ahead('first');
  expect(() => made.launch('first')).toThrow('no such program');
});
