import { defineConfig } from 'vitest/config';
import { screensFor } from './test/e2e/support/screen-of-worker.ts';
import { LongestFirst } from './test/support/longest-first.ts';

/** Says only that a test hangs, on a busy machine too; how fast anything is belongs in the benchmarks. */
const patience = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000, interval: 20 } },
};

export default defineConfig({
  test: {
    // Most tests wait for files and the network, not for a processor.
    maxWorkers: 8,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          // A process of its own for each file, which loads the engine anew, takes a quarter of all processor time. What a
          // test puts in the place of something else does not outlive it.
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          unstubGlobals: true,
          globalSetup: 'test/support/sample-firm.ts',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**'],
          // scripts/test-windows.ts
          ...(process.env['MATTERLINE_WINE'] ? { setupFiles: ['test/support/under-wine.ts'] } : {}),
          ...patience,
        },
      },
      {
        test: {
          name: 'e2e',
          globalSetup: 'test/support/sample-firm.ts',
          include: ['test/e2e/**/*.test.ts'],
          // Each of them has a screen to itself: scripts/e2e.ts.
          maxWorkers: screensFor(process.env),
          ...patience,
        },
      },
    ],
  },
});
