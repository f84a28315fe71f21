import { expect, test } from 'vitest';
import { workerFile } from '../../../../main/engine/store/worker-file.ts';

test('the program of a thread is found from wherever the build puts whoever starts it', () => {
  const file = (from: string) => workerFile('checkpoint-worker', from).href;
  expect(file('file:///app/out/main/engine.js')).toBe('file:///app/out/main/checkpoint-worker.js');
  expect(file('file:///app/out/main/chunks/opening-1a.js')).toBe('file:///app/out/main/checkpoint-worker.js');
  expect(file('file:///src/store/worker-file.ts')).toBe('file:///src/store/checkpoint-worker.ts');
});
