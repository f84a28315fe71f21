import { describe, it } from 'vitest';
import type { BeyondSpecId, OperationId, SignInOperationId } from '../../main/engine/service/operations.ts';
import type { RowTests, SpecTable } from './spec-tables.ts';

/** The contract tests of one table of the spec, one for each of its rows. */
export function rows<Table extends SpecTable>(table: Table, tests: RowTests<Table>): void {
  describe(`spec table ${table}`, () => {
    // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- the rows are in spec-tables.ts, the assertions in the tests
    for (const [row, test] of Object.entries<() => void | Promise<void>>(tests)) it(row, test);
  });
}

/** A contract test of one operation as a whole; docs/interface.md names it. */
export function operation(
  id: OperationId | SignInOperationId | BeyondSpecId,
  promise: string,
  test: () => void | Promise<void>,
): void {
  // oxlint-disable-next-line vitest/expect-expect -- the assertions are the caller's
  it(`${id}: ${promise}`, test);
}
