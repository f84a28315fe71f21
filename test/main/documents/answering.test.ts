import { expect, test } from 'vitest';
import { Answering } from '../../../main/documents/answering.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/** A drive that answers when it is told to. */
function drive() {
  const asked: (() => void)[] = [];
  const look = () => new Promise<string>((resolve) => asked.push(() => resolve('answered')));
  return { asked, look };
}

test('a look that is answered, or fails, is passed on', async () => {
  const answering = new Answering(new FakeClock());
  expect(await answering.ask(async () => 'answered')).toBe('answered');
  await expect(answering.ask(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('a drive that does not answer is told of after ten seconds, takes two places, and gives them back when it is well', async () => {
  const clock = new FakeClock();
  const answering = new Answering(clock);
  const { asked, look } = drive();
  const told = Promise.all([1, 2, 3].map(() => answering.ask(look)));
  await clock.advance(10_000);
  expect(await told).toEqual(['not-answering', 'not-answering', 'not-answering']);
  expect(asked).toHaveLength(2);
  const late = answering.ask(look);
  asked[0]?.();
  await clock.advance(1);
  expect(asked).toHaveLength(3);
  asked[2]?.();
  expect(await late).toBe('answered');
});
