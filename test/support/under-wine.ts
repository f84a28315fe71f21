import { beforeEach } from 'vitest';
import { wineGaps } from '../../scripts/windows/gaps.ts';
import { gapOf } from '../../scripts/windows/report.ts';

/** Skips, with its reason, each test that tells nothing under Wine. */
beforeEach(({ task, skip }) => {
  const gap = gapOf(wineGaps, task.file.name.replaceAll('\\', '/'), task.name);
  if (gap) skip(gap.reason);
});
