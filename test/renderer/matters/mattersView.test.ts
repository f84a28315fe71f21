import { expect, it } from 'vitest';
import { sortAfterClick } from '../../../renderer/matters/mattersView.ts';

it('a click on a column orders by it, its usual direction first, and then the other way round', () => {
  const byNumber = { by: 'number', direction: 'down' } as const;
  const byTitle = sortAfterClick(byNumber, 'title');
  expect(byTitle).toEqual({ by: 'title', direction: 'up' });
  expect(sortAfterClick(byTitle, 'title')).toEqual({ by: 'title', direction: 'down' });
  expect(sortAfterClick(byTitle, 'lastChange')).toEqual({ by: 'lastChange', direction: 'down' });
});
