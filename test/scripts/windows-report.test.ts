import { expect, test } from 'vitest';
import { windowsReport } from '../../scripts/windows/report.ts';

const result = (name: string, assertionResults: object[], more: object = {}) => ({
  name,
  status: 'passed',
  assertionResults,
  ...more,
});
const passed = (title: string) => ({ title, status: 'passed', failureMessages: [] });
const skipped = (title: string) => ({ title, status: 'skipped', failureMessages: [] });

test('every test that failed or was skipped under Windows is a line with its reason, and counts as not passed', () => {
  const gap = { file: 'test/main/a.test.ts', test: 'case', reason: 'Wine renames no case' };
  const json = JSON.stringify({
    testResults: [
      result(String.raw`Z:\matterline\test\main\a.test.ts`, [passed('one'), skipped('case'), skipped('own')]),
      result('Z:/matterline/test/main/b.test.ts', [
        { title: 'two', status: 'failed', failureMessages: ['Error: EBUSY\n    at there'] },
      ]),
      result('Z:/matterline/test/main/c.test.ts', [], { status: 'failed', message: 'no such module\nmore' }),
    ],
  });
  const { lines, ...counts } = windowsReport(json, [gap]);
  expect(counts).toEqual({ passed: 1, failed: 2, skipped: 2, share: 0.2 });
  expect(lines).toEqual([
    'skipped  test/main/a.test.ts: case: Wine renames no case',
    'skipped  test/main/a.test.ts: own: the test itself says that it is not for Windows',
    'failed   test/main/b.test.ts: two: Error: EBUSY',
    'failed   test/main/c.test.ts: no such module',
  ]);
});

test('a file whose tests could not begin is failed, though each of them was only skipped', () => {
  const json = JSON.stringify({
    testResults: [
      result('Z:/matterline/test/main/a.test.ts', [passed('one')]),
      result('Z:/matterline/test/main/b.test.ts', [skipped('two'), skipped('three')], {
        status: 'failed',
        message: 'Error: no place to work',
      }),
    ],
  });
  const { lines, failed } = windowsReport(json, []);
  expect(failed).toBe(1);
  expect(lines).toContain('failed   test/main/b.test.ts: Error: no place to work');
});

test('a run of nothing is no success', () => {
  expect(windowsReport(JSON.stringify({ testResults: [] }), [])).toMatchObject({ passed: 0, share: 0 });
});
