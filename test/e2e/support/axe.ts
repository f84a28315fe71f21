import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe finds wrong with the page as it is now; with the rules named, or with all that conformance asks for. */
export async function inaccessible(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Fluent's menus put sentinels around themselves that pass the focus on at once; axe takes them for hidden stops.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).exclude('[data-tabster-dummy]');
  if (rules) axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
