import { expect, test } from 'vitest';
import { inOrder, isOver } from '../../../renderer/commands/matterOrder.ts';
import { matterIdSchema } from '../../../shared/model/index.ts';

const matter = (id: string, status = 'Open', number = id) => ({
  matterId: matterIdSchema.parse(id),
  number,
  status,
});
const ids = (recent: readonly string[], typed = 'lease') =>
  inOrder(
    [
      matter('open'),
      matter('pending', 'Pending'),
      matter('other'),
      matter('closed', 'Closed'),
      matter('gone', 'Deleted'),
    ],
    recent.map((id) => matterIdSchema.parse(id)),
    typed,
  ).map(({ number }) => number);

test('what was opened lately is found first, the rest in the order in which it was found', () => {
  expect(ids(['other', 'pending'])).toEqual(['other', 'pending', 'open', 'closed', 'gone']);
});

test('what is closed or deleted comes after all that goes on, however lately it was opened', () => {
  expect(ids(['gone', 'closed', 'other'])).toEqual(['other', 'open', 'pending', 'gone', 'closed']);
});

test('the matter whose very number was typed comes first, also where it is closed', () => {
  expect(ids(['other'], 'closed')[0]).toBe('closed');
});

test('a status that the service made up is not taken for an end', () => {
  expect(['Closed', 'Cancelled', 'Deleted'].every(isOver)).toBe(true);
  expect(['Open', 'Pending', 'Awaiting Court', ''].some(isOver)).toBe(false);
});
