import { z } from 'zod';

/** What vitest's JSON reporter writes, as far as it is used here. */
const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          title: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** A gap of Wine: where Wine does not do as Windows does, a test cannot tell anything. */
export interface Gap {
  /** Path of the test file, below the checkout. */
  readonly file: string;
  /** The whole name of the test, or null for all of the file. */
  readonly test: string | null;
  readonly reason: string;
}

export interface WindowsReport {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Of the tests that there are, those that ran and passed, from 0 to 1. */
  readonly share: number;
  readonly lines: readonly string[];
}

/** What ran and how it ended, a line for each test that failed or was skipped, with the reason. */
export function windowsReport(json: string, gaps: readonly Gap[]): WindowsReport {
  const { testResults } = reportSchema.parse(JSON.parse(json));
  const lines: string[] = [];
  let [passed, failed, skipped] = [0, 0, 0];
  for (const { name, status, message, assertionResults } of testResults) {
    const file = name.replaceAll('\\', '/').replace(/^.*?\/(?=test\/)/, '');
    // It could not be loaded, or what all of its tests need could not be made: vitest calls those skipped.
    if (status === 'failed' && !assertionResults.some((one) => one.status === 'failed')) {
      failed += 1;
      lines.push(`failed   ${file}: ${firstLine(message)}`);
    }
    for (const one of assertionResults) {
      if (one.status === 'passed') passed += 1;
      else if (one.status === 'failed') {
        failed += 1;
        lines.push(`failed   ${file}: ${one.title}: ${firstLine(one.failureMessages?.[0])}`);
      } else {
        skipped += 1;
        lines.push(`skipped  ${file}: ${one.title}: ${reasonOf(gaps, file, one.title)}`);
      }
    }
  }
  const all = passed + failed + skipped;
  return { passed, failed, skipped, share: all === 0 ? 0 : passed / all, lines };
}

export const gapOf = (gaps: readonly Gap[], file: string, title: string): Gap | undefined =>
  gaps.find((gap) => gap.file === file && (gap.test === null || gap.test === title));

const reasonOf = (gaps: readonly Gap[], file: string, title: string): string =>
  gapOf(gaps, file, title)?.reason ?? 'the test itself says that it is not for Windows';

const firstLine = (text: string | undefined): string => text?.split('\n')[0]?.slice(0, 300) ?? '';
