import { expect, test } from 'vitest';
import { killAndSave } from './killing.ts';

test('killed by SIGKILL at random instants: nothing is lost, buried or filed twice, every byte is equal', async () => {
  const report = await killAndSave({ kills: 10, saves: 100, seed: 20 });
  expect(report.broken).toEqual([]);
  expect(report.versions).toBe(100);
}, 600_000);
