import { expect, test } from 'vitest';
import { inMenu } from '../../../renderer/matter/documents/inMenu.ts';

interface Command {
  readonly id: string;
  readonly isForOne?: true;
}

const forOne = (id: string): Command => ({ id, isForOne: true });

test('a menu for several documents has nothing that can be done with one only, and no empty group', () => {
  const groups: Command[][] = [
    [{ id: 'open' }, forOne('rename')],
    [forOne('versions'), forOne('timeline')],
    [{ id: 'delete' }],
  ];
  expect(inMenu(groups)).toEqual([[{ id: 'open' }], [{ id: 'delete' }]]);
});
