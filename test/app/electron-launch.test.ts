import { runInThisContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { answeredOnce } from './electron-launch.ts';

afterEach(() => void Reflect.deleteProperty(globalThis, 'answersOfTests'));

/** A program that loses so many answers after having done what it was asked. */
function program(losing: number, why = 'Resulting promise was garbage collected.') {
  let left = losing;
  return answeredOnce(async (does, argument) => {
    const answer: unknown = await runInThisContext(`(${String(does)})`)({ name: 'electron' }, argument);
    left -= 1;
    if (left >= 0) throw new Error(`electronApplication.evaluate: ${why}`);
    return answer;
  });
}

test('what a test asks inside the program is done once, though its answer is lost', async () => {
  const ask = program(2);
  const count = () => {
    const done = Number(Reflect.get(globalThis, 'done') ?? 0) + 1;
    Reflect.set(globalThis, 'done', done);
    return done;
  };
  expect(await ask(count)).toBe(1);
  expect(await ask(count)).toBe(2);
  Reflect.deleteProperty(globalThis, 'done');
  expect(await ask(({ name }: { name: string }, more: string) => name + more, '!')).toBe('electron!');
});

test('any other failure is told', async () => {
  await expect(program(1, 'it has ended')(() => 1)).rejects.toThrow('it has ended');
  await expect(program(99)(() => 1)).rejects.toThrow('garbage collected');
});
