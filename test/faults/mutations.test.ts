import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { notStartedAgain, unhandledFailure } from './judging.ts';
import { broken } from './mutation.ts';
import { mutations } from './mutations.ts';
import { Oracle } from './oracle/oracle.ts';
import { countsOf } from './seeds-in-order.ts';

const engine = join(import.meta.dirname, '../../main/engine');
const promises = [...new Oracle().promises, notStartedAgain, unhandledFailure];

test.each(mutations)('can be broken in this way, which breaks a promise there is: $name', (mutation) => {
  for (const place of [mutation, ...(mutation.also ? [mutation.also] : [])])
    expect(broken(readFileSync(join(engine, place.file), 'utf8'), place)).toMatchObject({ ok: true });
  expect(promises.filter((promise) => promise.startsWith(mutation.breaks))).not.toEqual([]);
});

test('what a fault needs to show is in some of the lives', () => {
  const there = new Set(Array.from({ length: 300 }, (_, seed) => [...countsOf(seed + 1).keys()]).flat());
  expect(mutations.flatMap(({ needs = [] }) => needs).filter((need) => !there.has(need))).toEqual([]);
});

test('each way to break the engine has a name of its own', () => {
  const names = mutations.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('a fault whose place is not in its file, or there twice, is told and not put anywhere', () => {
  const mutation = { name: '', breaks: '', file: 'some.ts', find: 'a', replace: 'b' };
  expect(broken('none', mutation)).toEqual({ ok: false, error: '“a” stands 0 times in some.ts' });
  expect(broken('a, a', mutation)).toEqual({ ok: false, error: '“a” stands 2 times in some.ts' });
});
