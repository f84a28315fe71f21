import { expect, test } from 'vitest';
import { inMenu } from '../../../renderer/matter/documents/inMenu.ts';

const forOne = (id: string) => ({ id, isForOne: true as const });

test('a menu for several documents has nothing that can be done with one only, and no empty group', () => {
  const groups = [
    [{ id: 'open' }, forOne('rename')],
    [forOne('versions'), forOne('timeline')],
    [{ id: 'delete' }],
  ];
  expect(inMenu(groups)).toEqual([[{ id: 'open' }], [{ id: 'delete' }]]);
});
