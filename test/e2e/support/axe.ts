import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong with the page as it is now; with the rules named, or with all that conformance asks for. */
export async function inaccessible(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source);
  // Fluent's menus put sentinels around themselves that pass the focus on at once; axe takes them for hidden stops.
  const context = { exclude: ['[data-tabster-dummy]'] };
  const options: RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)})`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
