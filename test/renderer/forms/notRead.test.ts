import { expect, test } from 'vitest';
import { firstNotRead } from '../../../renderer/forms/notRead.ts';

test('a field whose text is no number or no whole date is found before the form is sent without it', () => {
  const field = (badInput: boolean) => ({ validity: { badInput } }) as never;
  const [button, good, bad] = [{} as never, field(false), field(true)];
  expect(firstNotRead([button, good, bad])).toBe(bad);
  expect(firstNotRead([button, good])).toBeUndefined();
});
