import { expect, test } from 'vitest';
import { undoneOnFailure } from '../../../../main/engine/platform/undone-on-failure.ts';

test('what was opened is closed when a later step fails, the last first, and the failure is the one of that step', async () => {
  const closed: string[] = [];
  const opening = undoneOnFailure(async (onFailure) => {
    onFailure(() => closed.push('database'));
    onFailure(async () => {
      await Promise.resolve();
      closed.push('thread');
      throw new Error('the thread is gone');
    });
    throw new Error('no room');
  });
  await expect(opening).rejects.toThrow('no room');
  expect(closed).toEqual(['thread', 'database']);
});

test('what could be opened stays open', async () => {
  const closed: string[] = [];
  const opened = await undoneOnFailure(async (onFailure) => {
    onFailure(() => closed.push('database'));
    return 'workspace';
  });
  expect({ opened, closed }).toEqual({ opened: 'workspace', closed: [] });
});
