import { expect, test } from 'vitest';
import { killAndSave } from './killing.ts';

test('killed by SIGKILL at random instants: nothing is lost, buried or filed twice, every byte is equal', async () => {
  const report = await killAndSave({ kills: 10, saves: 100, seed: 20 });
  expect(report.broken).toEqual([]);
  expect(report.versions).toBe(100);
  const reached = Object.entries(report.phases).filter(([phase]) => phase !== 'nothing went on');
  expect(reached.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(5);
  // Not at its start alone, but while saves were on their way.
  expect(reached.length).toBeGreaterThan(2);
}, 600_000);
